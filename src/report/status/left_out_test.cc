// SPDX-License-Identifier: Apache-2.0
#include "report/status/left_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "base/text.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"
#include "json/writer.h"
#include "report/write_report.h"

namespace telltale {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A Machine that carries so many conditions of others.
struct Crowded {
  explicit Crowded(int foreign) : world(world_of({document(foreign)})) {
    judgement = judge(world, {}, noon);
  }
  static std::string document(int foreign) {
    std::vector<std::string> conditions;
    for (int i = 0; i < foreign; ++i) {
      conditions.push_back(format(R"({{"type": "Theirs{}", "status": "True", "reason": "R",
        "message": "", "lastTransitionTime": "2026-01-01T10:00:00Z"}})",
                                  i));
    }
    return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
      "metadata": {{"namespace": "default", "name": "m1"}}, "spec": {{"clusterName": "c1"}},
      "status": {{"conditions": [{}]}}}})",
                  join(conditions, ","));
  }
  const Judged& judged() const { return judgement.items.front(); }

  World world;
  Judgement judgement;
};

TEST(LeftOut, IsNothingWhereThereIsRoom) { EXPECT_THAT(left_out(Crowded(5).judged()), IsEmpty()); }

TEST(LeftOut, JudgesAllTheSame) {
  const Crowded full(32);
  const Crowded free(0);
  ASSERT_NE(find_condition(full.judged().conditions, "Ready"), nullptr);
  EXPECT_EQ(full.judged().verdict, free.judged().verdict);
  EXPECT_EQ(find_condition(full.judged().conditions, "Ready")->message,
            find_condition(free.judged().conditions, "Ready")->message);
}

TEST(LeftOut, KeepsTheConditionThatSumsUpToTheLast) {
  const std::size_t ours = Crowded(0).judged().conditions.size();
  const auto all = left_out(Crowded(32).judged());
  EXPECT_EQ(all.size(), ours);
  EXPECT_EQ(all.front(), "Ready");
  const auto some = left_out(Crowded(31).judged());
  EXPECT_EQ(some.size(), ours - 1);
  EXPECT_THAT(some, Not(Contains("Ready")));
}

TEST(LeftOut, IsToldInTheReport) {
  const Crowded crowded(31);
  std::string text;
  std::string scratch;
  json::JsonWriter out(text);
  const World nothing({}, {}, Completeness::Partial, belonging_of_kinds());
  write_item(out, nothing, crowded.judged(), scratch);
  EXPECT_THAT(text, HasSubstr(R"("leftOut":["Available",)"));
  EXPECT_THAT(text, Not(HasSubstr(R"("type":"Available")")));
  EXPECT_THAT(text, HasSubstr(R"("type":"Ready")"));
  EXPECT_THAT(tell_left_out(crowded.judged(), left_out(crowded.judged())),
              HasSubstr("Machine default/m1 has room for 32 conditions; left out: Available, "));
}

}  // namespace
}  // namespace telltale
