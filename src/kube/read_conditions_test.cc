// SPDX-License-Identifier: Apache-2.0
#include "kube/read_conditions.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/tree/tree_reader.h"

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ConditionLists : public testing::Test {
 protected:
  // Reads a status; with `conditions(...)` one that has only that list.
  std::span<const ConditionList> read(std::string_view status,
                                      MissingReason rule = MissingReason::NoReasonReported) {
    const json::PaddedCopy text(status);
    const auto tree = trees_.read(
        text.padded(), [this](const json::Header&) -> const json::Selection& { return all_; },
        arena_);
    ObjectErrors object_errors("Node", "n7", errors_);
    return read_condition_lists(tree.value(), rule, {arena_, object_errors, newest_});
  }
  ConditionList conditions(std::string_view items,
                           MissingReason rule = MissingReason::NoReasonReported) {
    return read(format(R"({{"conditions":[{}]}})", items), rule)[0];
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> result;
    for (const ObjectError& object_error : errors_) result.push_back(object_error.message);
    return result;
  }
  // The inner error of a list whose only condition has these fields.
  std::string_view malformed(std::string_view fields) {
    const ConditionList list = conditions(format("{{{}}}", fields));
    EXPECT_THAT(list.conditions, IsEmpty());
    return list.malformed;
  }

  Arena arena_;
  std::vector<ObjectError> errors_;
  Instant newest_ = no_time;

 private:
  json::TreeReader trees_;
  json::Selection all_;
};

TEST_F(ConditionLists, ReadsAllFields) {
  const ConditionList list = conditions(
      R"({"type":"Ready","status":"False","reason":"NotReady","message":"waiting",)"
      R"("lastTransitionTime":"2026-01-02T03:04:05Z","observedGeneration":4,"severity":7})");
  EXPECT_EQ(list.path, "status.conditions");
  EXPECT_EQ(list.malformed, "");
  EXPECT_THAT(list.conditions, ElementsAre(Condition{"Ready", Status::False, "NotReady", "waiting",
                                                     *parse_rfc3339("2026-01-02T03:04:05Z"), 4}));
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ConditionLists, FindsThemWhereverAVersionKeepsThem) {
  const auto lists =
      read(R"({"conditions":[],"v1beta2":{"conditions":[]},"experimentalConditions":[],)"
           R"("deprecated":{"v1beta1":{"conditions":[]}},"backCompatibilty":{"conditions":[]},)"
           R"("backCompatibility":{"conditions":[]},"other":{"conditions":[]}})");
  std::vector<std::string_view> paths;
  for (const ConditionList& list : lists) paths.push_back(list.path);
  EXPECT_THAT(
      paths,
      ElementsAre("status.conditions", "status.v1beta2.conditions", "status.experimentalConditions",
                  "status.deprecated.v1beta1.conditions", "status.backCompatibilty.conditions",
                  "status.backCompatibility.conditions"));
}

TEST_F(ConditionLists, AreAbsentWhereTheStatusHasNone) {
  EXPECT_THAT(read("{}"), IsEmpty());
  EXPECT_THAT(read(R"({"conditions":null,"v1beta2":7,"deprecated":[]})"), IsEmpty());
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ConditionLists, PutAWordWhereTheReasonIsMissing) {
  constexpr std::string_view missing = R"({"type":"A","status":"True"})";
  constexpr std::string_view empty = R"({"type":"A","status":"True","reason":""})";
  EXPECT_EQ(conditions(missing).conditions[0].reason, "NoReasonReported");
  EXPECT_EQ(conditions(empty).conditions[0].reason, "NoReasonReported");
  EXPECT_EQ(conditions(missing, MissingReason::StaysEmpty).conditions[0].reason, "");
  EXPECT_EQ(conditions(R"({"type":"A","status":"True","reason":"R"})", MissingReason::StaysEmpty)
                .conditions[0]
                .reason,
            "R");
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ConditionLists, UseTheWordsOfClusterApiForMissingFields) {
  EXPECT_EQ(malformed(R"("status":"True")"), "type must be set for all conditions");
  EXPECT_EQ(malformed(R"("type":"","status":"True")"), "type must be set for all conditions");
  EXPECT_EQ(malformed(R"("type":"Ready")"), "status must be set for the Ready condition");
  EXPECT_EQ(malformed(R"("type":"Ready","status":"")"),
            "status must be set for the Ready condition");
  EXPECT_EQ(malformed(R"("type":"Ready","status":"true")"),
            "status for the Ready condition must be one of True, False, Unknown");
  EXPECT_THAT(
      messages(),
      ElementsAre(R"(Node "n7": expected a string at status.conditions[0].type, found nothing; )"
                  "that condition was left out",
                  R"(Node "n7": expected a string at status.conditions[0].type, found ""; )"
                  "that condition was left out",
                  R"(Node "n7": expected a string at status.conditions[0].status, found nothing; )"
                  "that condition was left out",
                  R"(Node "n7": expected a string at status.conditions[0].status, found ""; )"
                  "that condition was left out",
                  R"(Node "n7": expected True, False or Unknown at status.conditions[0].status, )"
                  R"(found "true"; )"
                  "that condition was left out"));
}

TEST_F(ConditionLists, HaveWordsOfTheirOwnForWrongTypes) {
  EXPECT_EQ(malformed(R"("type":1,"status":"True")"),
            "type must be a string for all conditions, found a number");
  EXPECT_EQ(malformed(R"("type":"Ready","status":1)"),
            "status for the Ready condition must be a string, found a number");
  EXPECT_EQ(malformed(R"("type":"Ready","status":"True","reason":{})"),
            "reason for the Ready condition must be a string, found a map");
  EXPECT_EQ(malformed(R"("type":"Ready","status":"True","message":[])"),
            "message for the Ready condition must be a string, found a list");
  EXPECT_EQ(malformed(R"("type":"Ready","status":"True","lastTransitionTime":5)"),
            "lastTransitionTime for the Ready condition must be a string, found a number");
  EXPECT_EQ(malformed(R"("type":"Ready","status":"True","observedGeneration":"5")"),
            "observedGeneration for the Ready condition must be a whole number, found a string");
  EXPECT_EQ(messages()[1],
            R"(Node "n7": expected a string at status.conditions[0].status, found 1; )"
            "that condition was left out");
}

TEST_F(ConditionLists, LoseOnlyTheBadConditionAndTellTheFirstTrouble) {
  const ConditionList list =
      conditions(R"({"type":"A","status":"True"},{"type":"B","status":1},{"type":"C"},)"
                 R"({"type":"D","status":"False"})");
  ASSERT_EQ(list.conditions.size(), 2U);
  EXPECT_EQ(list.conditions[0].type, "A");
  EXPECT_EQ(list.conditions[1].type, "D");
  EXPECT_EQ(list.malformed, "status for the B condition must be a string, found a number");
  EXPECT_EQ(errors_.size(), 2U);
  EXPECT_EQ(errors_[0].offset, 65U);
}

TEST_F(ConditionLists, PassOverElementsThatAreNoMaps) {
  const ConditionList list = conditions(R"(null,"x",{"type":"A","status":"True"})");
  EXPECT_EQ(list.conditions.size(), 1U);
  EXPECT_EQ(list.malformed, "");
  EXPECT_THAT(
      messages(),
      ElementsAre(
          R"(Node "n7": expected a map at status.conditions[0], found null; it was left out)",
          R"(Node "n7": expected a map at status.conditions[1], found "x"; it was left out)"));
}

TEST_F(ConditionLists, KeepConditionsWithoutAReadableTime) {
  const ConditionList list =
      conditions(R"({"type":"A","status":"True","lastTransitionTime":""},)"
                 R"({"type":"B","status":"True","lastTransitionTime":null},)"
                 R"({"type":"C","status":"True","lastTransitionTime":"noon"})");
  ASSERT_EQ(list.conditions.size(), 3U);
  for (const Condition& condition : list.conditions) {
    EXPECT_EQ(condition.last_transition, no_time);
  }
  EXPECT_EQ(list.malformed, "");
  EXPECT_THAT(
      messages(),
      ElementsAre(
          R"(Node "n7": expected a time at status.conditions[2].lastTransitionTime, found "noon"; )"
          "it was left out"));
}

TEST_F(ConditionLists, SayWhenTheyAreNoLists) {
  const ConditionList list = read(R"({"conditions":"none"})")[0];
  EXPECT_THAT(list.conditions, IsEmpty());
  EXPECT_EQ(list.malformed, "status.conditions must be a list, found a string");
  EXPECT_THAT(
      messages(),
      ElementsAre(
          R"(Node "n7": expected a list at status.conditions, found "none"; it was left out)"));
}

TEST_F(ConditionLists, HoldTheirLimit) {
  std::string items;
  for (std::size_t at = 0; at <= conditions_max; ++at) {
    items += format(R"({{"type":"T{}","status":"True"}},)", at);
  }
  items.pop_back();
  EXPECT_EQ(conditions(items).conditions.size(), conditions_max);
  EXPECT_THAT(messages(), ElementsAre(R"(Node "n7": status.conditions has 257 entries; )"
                                      "only the first 256 were read"));
}

}  // namespace
}  // namespace telltale
