// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

TEST(KindPod, IsBornPending) {
  EXPECT_EQ(prepared(prepare_pod, R"({"spec":{"nodeName":null},"status":{"phase":"Running"}})"),
            R"({"spec":{"enableServiceLinks":true,"securityContext":{}},)"
            R"("status":{"phase":"Pending","qosClass":"BestEffort"}})");
  EXPECT_EQ(prepared(prepare_pod, R"({"status":{"phase":"Running"}})", "{}"),
            R"({"status":{"phase":"Running"}})");
}

TEST(KindPod, ChangesItsImagesAndLittleElse) {
  constexpr std::string_view before =
      R"({"spec":{"containers":[{"name":"a","image":"b"}],"nodeName":"n"}})";
  EXPECT_THAT(errors_of(validate_pod,
                        R"({"spec":{"containers":[{"name":"a","image":"c"}],"nodeName":"n",
                          "tolerations":[{"key":"a"}]}})",
                        before),
              IsEmpty());
  EXPECT_THAT(
      errors_of(validate_pod, R"({"spec":{"containers":[{"name":"a","image":"b"}]}})", before),
      ElementsAre(StartsWith("spec: Forbidden: pod updates may not change fields")));
}

TEST(KindWithoutStatus, GetsItFromOthers) {
  EXPECT_EQ(prepared(prepare_without_status, R"({"status":{"used":{}},"spec":{}})"),
            R"({"spec":{}})");
  EXPECT_EQ(prepared(prepare_without_status, R"({"status":{"used":{}}})", "{}"),
            R"({"status":{"used":{}}})");
}

}  // namespace
}  // namespace telltale::server
