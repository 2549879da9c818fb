// SPDX-License-Identifier: Apache-2.0
#include "server/writes/scale.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

const Scale paths{.spec_replicas_path = ".spec.replicas",
                  .status_replicas_path = ".status.ready.replicas",
                  .label_selector_path = ".status.selector"};

std::string scaled(std::string_view object, std::string_view asked) {
  const auto result = with_scale(from_json(object), from_json(asked), paths,
                                 {.group = "a.io", .resource = "gadgets", .name = "n"});
  return result ? json::print(*result) : result.error().reason;
}

TEST(Scale, ShowsWhatIsWantedAndWhatIsThere) {
  EXPECT_EQ(json::print(
                scale_of(from_json(R"({"metadata":{"name":"n","labels":{}},"spec":{"replicas":3},)"
                                   R"("status":{"ready":{"replicas":2},"selector":"a=b"}})"),
                         paths)),
            R"({"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"n"},)"
            R"("spec":{"replicas":3},"status":{"replicas":2,"selector":"a=b"}})");
  EXPECT_NE(json::print(scale_of(from_json("{}"), paths)).find(R"("replicas":0)"),
            std::string::npos);
}

TEST(Scale, WritesTheReplicasAndNothingElse) {
  EXPECT_EQ(scaled(R"({"spec":{"a":1}})", R"({"spec":{"replicas":5}})"),
            R"({"spec":{"a":1,"replicas":5}})");
  EXPECT_EQ(scaled("{}", R"({"spec":{}})"), R"({"spec":{"replicas":0}})");
}

TEST(Scale, RefusesWhatIsNoNumberOfReplicas) {
  for (const std::string_view bad : {"-1", R"("3")", "2147483648", "18446744073709551615", "1.5"}) {
    EXPECT_EQ(scaled("{}", std::string(R"({"spec":{"replicas":)") + std::string(bad) + "}}"),
              "Invalid")
        << bad;
  }
}

std::string error_with(std::string_view object) {
  std::string text;
  for (const auto& field_error : scale_errors(from_json(object), paths)) {
    text += (text.empty() ? "" : "; ") + schema::to_text(field_error);
  }
  return text;
}

TEST(Scale, SeesNoTroubleInWholeNumbersAndInNone) {
  EXPECT_EQ(error_with(R"({"spec":{"replicas":3},"status":{"ready":{"replicas":0}}})"), "");
  EXPECT_EQ(error_with(R"({"spec":{"replicas":3.0}})"), "");
  EXPECT_EQ(error_with(R"({"spec":{"replicas":null}})"), "");
  EXPECT_EQ(error_with("{}"), "");
}

TEST(Scale, TroubleIsWhatItCannotRead) {
  EXPECT_EQ(error_with(R"({"spec":{"replicas":"x"}})"),
            ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type "
            "string, expected int64");
  EXPECT_EQ(error_with(R"({"spec":{"replicas":-1},"status":{"ready":{"replicas":-2}}})"),
            ".spec.replicas: Invalid value: -1: should be a non-negative integer; "
            ".status.ready.replicas: Invalid value: -2: should be a non-negative integer");
  for (const std::string_view bad : {"1.5", "true", "[]", "{}", "18446744073709551615"}) {
    EXPECT_NE(error_with(std::string(R"({"spec":{"replicas":)") + std::string(bad) + "}}"), "")
        << bad;
  }
}

}  // namespace
}  // namespace telltale::server
