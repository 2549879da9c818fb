// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_conditions.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

TreeNode named(std::string_view kind, std::string_view name) {
  TreeNode node;
  node.key.kind = kind;
  node.key.name = name;
  return node;
}

constexpr Condition good{.type = "Ready", .status = Status::True};
constexpr Condition bad{.type = "Ready", .status = Status::False};
constexpr Condition chatty{.type = "Ready", .status = Status::True, .message = "but"};

bool shows(std::string_view typed, const TreeNode& node, const Condition& condition = good) {
  const Result<ConditionFilter> filter = parse_condition_filter(typed);
  return filter.has_value() && filter->shows(node, condition);
}

TEST(ConditionFilter, ShowsAllOrAKindOrOneObject) {
  const TreeNode machine = named("Machine", "m1");
  EXPECT_TRUE(shows("all", machine));
  EXPECT_TRUE(shows("Machine", machine));
  EXPECT_FALSE(shows("Cluster", machine));
  EXPECT_TRUE(shows("Machine/m1", machine));
  EXPECT_FALSE(shows("Machine/m2", machine));
  EXPECT_TRUE(shows("Cluster,machine/m1", machine));
}

TEST(ConditionFilter, DoesNotCareAboutUpperAndLowerCase) {
  EXPECT_TRUE(shows("ALL", named("Machine", "m1")));
  EXPECT_TRUE(shows("mAcHiNe/M1", named("Machine", "m1")));
  EXPECT_TRUE(shows("dockermachine", named("DockerMachine", "d1")));
}

TEST(ConditionFilter, KnowsTheShortNamesOfKinds) {
  EXPECT_TRUE(shows("md", named("MachineDeployment", "md-0")));
  EXPECT_TRUE(shows("machines", named("Machine", "m1")));
}

TEST(ConditionFilter, LeavesOutWhatIsGoodAndHasNothingToAddBehindAPlus) {
  const TreeNode machine = named("Machine", "m1");
  for (const std::string_view typed : {"all+", "Machine+", "Machine/m1+"}) {
    EXPECT_FALSE(shows(typed, machine, good)) << typed;
    EXPECT_TRUE(shows(typed, machine, bad)) << typed;
    EXPECT_TRUE(shows(typed, machine, chatty)) << typed;
  }
  EXPECT_TRUE(shows("Cluster+,Machine", machine, good));
}

TEST(ConditionFilter, RefusesWhatMakesNoSense) {
  for (const std::string_view typed : {"", "Machine, Cluster", "Machine/", "/m1", "+", "a,,b"}) {
    EXPECT_FALSE(parse_condition_filter(typed).has_value()) << typed;
  }
}

TEST(ConditionFilter, HasALimit) {
  std::string typed = "all";
  for (std::size_t i = 0; i < condition_filter_items_max; ++i) typed += ",all";
  EXPECT_EQ(parse_condition_filter(typed).error().kind, Error::Kind::TooLarge);
}

}  // namespace
}  // namespace telltale::cli
