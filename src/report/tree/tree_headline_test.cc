// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_headline.h"

#include <vector>

#include <gtest/gtest.h>

namespace telltale {
namespace {

struct One {
  Object object = {};
  Judged judged = {};
  std::vector<Condition> conditions = {};

  explicit One(std::string_view kind = "Machine") {
    object.key = {"cluster.x-k8s.io", kind, "default", "m1", {}};
    judged.object = &object;
  }
  TreeNode node(const Judged* about) {
    TreeNode made{.key = object.key, .object = &object, .judged = about};
    made.conditions = conditions;
    made.root = find_condition(made.conditions, "Ready");
    return made;
  }
};

TEST(TreeHeadline, SaysTheRootCondition) {
  One one;
  one.conditions = {{.type = "Ready",
                     .status = Status::False,
                     .reason = "NotReady",
                     .message = "gone",
                     .last_transition = Instant(Seconds(5))}};
  const TreeHeadline headline = headline_of(one.node(nullptr));
  EXPECT_EQ(headline.type, "Ready");
  EXPECT_EQ(headline.message, "gone");
  EXPECT_EQ(headline.since, Instant(Seconds(5)));
  EXPECT_EQ(headline.priority, Priority::Issue);
}

TEST(TreeHeadline, SaysTheStageOfADeletionBeforeAllElse) {
  for (const std::string_view type : {"Deleted", "Deleting"}) {
    One one;
    one.object.deleted = Instant(Seconds(7));
    one.conditions = {
        {.type = "Ready", .status = Status::True},
        {.type = type, .status = Status::True, .reason = "DrainingNode", .message = "evicting"}};
    const TreeHeadline headline = headline_of(one.node(nullptr));
    EXPECT_TRUE(headline.deleting);
    EXPECT_EQ(headline.reason, "DrainingNode");
    EXPECT_EQ(headline.message, "evicting");
    EXPECT_EQ(headline.since, Instant(Seconds(7)));
  }
}

TEST(TreeHeadline, SaysWhatMovesWhereTheRootIsGood) {
  One one;
  one.conditions = {{.type = "Ready", .status = Status::True},
                    {.type = "UpToDate", .status = Status::False, .message = "old version"}};
  one.judged.verdict = Verdict::Working;
  one.judged.cause = {.condition = "UpToDate", .because = &one.object};
  EXPECT_EQ(headline_of(one.node(&one.judged)).message, "old version");
  const Object somebody_else;
  one.judged.cause.because = &somebody_else;
  EXPECT_EQ(headline_of(one.node(&one.judged)).type, "Ready");
}

TEST(TreeHeadline, SaysNothingAboutWhatIsMissing) {
  One one;
  one.conditions = {{.type = "Ready", .status = Status::True}};
  TreeNode node = one.node(nullptr);
  node.state = TreeState::Unreadable;
  EXPECT_TRUE(headline_of(node).type.empty());
  EXPECT_TRUE(headline_of({}).type.empty());
}

TEST(TreeHeadline, TakesAllConditionsOfANodeButReadyForComplaints) {
  const Condition pressure{.type = "DiskPressure", .status = Status::False};
  EXPECT_EQ(priority_on("Node", pressure), Priority::Info);
  EXPECT_EQ(priority_on("Machine", pressure), Priority::Issue);
  EXPECT_EQ(priority_on("Node", {.type = "Ready", .status = Status::False}), Priority::Issue);
}

TEST(TreeHeadline, KnowsPausedFromTheCondition) {
  One one;
  EXPECT_FALSE(is_paused(one.node(nullptr)));
  one.conditions = {{.type = "Paused", .status = Status::True}};
  EXPECT_TRUE(is_paused(one.node(nullptr)));
}

}  // namespace
}  // namespace telltale
