// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_groups.h"

#include <algorithm>
#include <deque>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

class Siblings {
 public:
  TreeNode& add(std::string_view name, std::string_view message, Status ready = Status::False,
                std::string_view kind = "Machine") {
    Object& object = objects_.emplace_back();
    object.key = {"cluster.x-k8s.io", kind, "default", name, {}};
    conditions_.push_back({{.type = "Ready",
                            .status = ready,
                            .reason = "R",
                            .message = message,
                            .last_transition = Instant(Seconds(next_++))}});
    TreeNode node{.key = object.key, .object = &object};
    node.conditions = conditions_.back();
    node.root = &conditions_.back().front();
    node.tally = {.desired = 1, .ready = ready == Status::True ? 1 : 0};
    node.worst = ready == Status::True ? Verdict::Healthy : Verdict::Working;
    nodes.push_back(node);
    return nodes.back();
  }
  std::vector<TreeGroup> groups(const Grouping& grouping = {}) const {
    return group_siblings(std::span<const TreeNode>(nodes), grouping);
  }

  std::vector<TreeNode> nodes;

 private:
  std::deque<Object> objects_;
  std::deque<std::vector<Condition>> conditions_;
  int next_ = 100;
};

TEST(TreeGroups, TellsMachinesThatFareAlikeOnOneLine) {
  Siblings siblings;
  siblings.add("m1", "gone");
  siblings.add("m2", "gone");
  siblings.add("m3", "", Status::True);
  const std::vector<TreeGroup> groups = siblings.groups();
  ASSERT_EQ(groups.size(), 2);
  EXPECT_EQ(groups[0].members.size(), 2);
  EXPECT_EQ(groups[0].tally.desired, 2);
  EXPECT_EQ(groups[0].since, Instant(Seconds(100)));
}

TEST(TreeGroups, HidesNoMessageBehindAnother) {
  Siblings siblings;
  siblings.add("m1", "gone");
  siblings.add("m2", "slow");
  EXPECT_EQ(siblings.groups().size(), 2);
}

TEST(TreeGroups, MergesNothingWhenAskedNotTo) {
  Siblings siblings;
  siblings.add("m1", "gone");
  siblings.add("m2", "gone");
  EXPECT_EQ(siblings.groups({.merge = Grouping::Merge::Nothing}).size(), 2);
}

TEST(TreeGroups, KeepsOwnersApart) {
  Siblings siblings;
  siblings.add("md-0", "gone", Status::False, "MachineDeployment");
  siblings.add("md-1", "gone", Status::False, "MachineDeployment");
  EXPECT_EQ(siblings.groups().size(), 2);
}

TEST(TreeGroups, KeepsMissingAndReadableReferencesApart) {
  Siblings siblings;
  siblings.add("d1", "", Status::True, "DockerMachine").role = TreeRole::Infrastructure;
  siblings.add("d2", "", Status::True, "DockerMachine").role = TreeRole::Infrastructure;
  EXPECT_EQ(siblings.groups().size(), 1);
  siblings.nodes.back().state = TreeState::Absent;
  EXPECT_EQ(siblings.groups().size(), 2);
}

TEST(TreeGroups, ComparesTheConditionsThatAreShownToo) {
  Siblings siblings;
  siblings.add("m1", "", Status::True);
  siblings.add("m2", "", Status::True);
  const std::vector<Condition> first{{.type = "Ready", .status = Status::True, .reason = "R"},
                                     {.type = "Gate", .status = Status::True}};
  std::vector<Condition> second = first;
  second.back().message = "differs";
  siblings.nodes[0].conditions = first;
  siblings.nodes[1].conditions = second;
  EXPECT_EQ(siblings.groups().size(), 1);
  const Grouping shown{.shows = [](const TreeNode&, const Condition&) { return true; }};
  EXPECT_EQ(siblings.groups(shown).size(), 2);
}

TEST(TreeGroups, TellsBelowAGroupOnlyWhatIsInTrouble) {
  Siblings children;
  children.add("n1", "", Status::True, "Node").role = TreeRole::Node;
  children.add("n2", "down", Status::False, "Node").role = TreeRole::Node;
  children.add("n3", "down", Status::False, "Node").role = TreeRole::Node;
  Siblings siblings;
  for (const TreeNode& child : children.nodes) siblings.add("m", "gone").children = {child};
  const std::vector<TreeGroup> groups = siblings.groups();
  ASSERT_EQ(groups.size(), 1);
  const std::vector<TreeGroup> below = group_children(groups[0], {});
  ASSERT_EQ(below.size(), 1);
  EXPECT_EQ(below[0].members.size(), 2);
  const TreeGroup single{.members = {&siblings.nodes[0]}};
  EXPECT_EQ(group_children(single, {}).size(), 1);
}

RC_GTEST_PROP(TreeGroups, EverySiblingIsInExactlyOneGroupOfItsOwnMessage,
              (const std::vector<std::uint8_t>& given)) {
  static constexpr std::string_view messages[] = {"a", "b", "c"};
  Siblings siblings;
  for (const std::uint8_t byte : given) siblings.add("m", messages[byte % 3]);
  std::size_t members = 0;
  for (const TreeGroup& group : siblings.groups()) {
    members += group.members.size();
    for (const TreeNode* member : group.members) {
      RC_ASSERT(member->root->message == group.first().root->message);
    }
  }
  RC_ASSERT(members == given.size());
  RC_ASSERT(siblings.groups().size() <= 3);
}

}  // namespace
}  // namespace telltale
