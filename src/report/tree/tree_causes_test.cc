// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_causes.h"

#include <gtest/gtest.h>

#include "catalog/small_fleet_for_test.h"
#include "report/tree/grow_tree.h"

namespace telltale {
namespace {

std::vector<TreeCause> causes_in(SmallFleet& fleet) {
  const Judgement& judgement = fleet.judge_all();
  const JudgedIndex judged(fleet.world(), judgement);
  const std::vector<TreeNode> forest = grow_forest(fleet.world(), judged, {}, {});
  return causes_below(forest.front(), judged);
}

bool names(const TreeCause& cause, std::string_view name) {
  return cause.objects.front()->key.name == name;
}

TEST(TreeCauses, NameTheDeepestObjectAndCountWhomItHoldsUp) {
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "3";
  fleet.broken_node = "m2";
  const std::vector<TreeCause> causes = causes_in(fleet);
  ASSERT_FALSE(causes.empty());
  EXPECT_TRUE(names(causes.front(), "m2"));
  EXPECT_EQ(causes.front().condition, "NodeHealthy");
  EXPECT_EQ(causes.front().status, Status::False);
  EXPECT_EQ(causes.front().verdict, Verdict::Stuck);
}

TEST(TreeCauses, PutObjectsThatSufferFromTheSameTogether) {
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "3";
  fleet.deleting = 2;
  fleet.stage_message = "evicting";
  std::size_t of_two = 0;
  for (const TreeCause& cause : causes_in(fleet)) of_two += cause.objects.size() == 2 ? 1 : 0;
  EXPECT_EQ(of_two, 1);
}

TEST(TreeCauses, TellWhetherAllSayTheSame) {
  SmallFleet fleet;
  fleet.machines = 2;
  fleet.replicas = "2";
  fleet.machine.provider_id = "docker:////{}-elsewhere";
  fleet.machine.status = R"("initialization":{"bootstrapDataSecretCreated":true,)"
                         R"("infrastructureProvisioned":true},)";
  std::size_t differing = 0;
  for (const TreeCause& cause : causes_in(fleet)) differing += cause.same_message ? 0 : 1;
  EXPECT_EQ(differing, 1);
}

TEST(TreeCauses, PutWhatNeedsAHumanBeforeWhatMoves) {
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "3";
  fleet.broken_node = "m2";
  const std::vector<TreeCause> causes = causes_in(fleet);
  for (std::size_t i = 1; i < causes.size(); ++i) {
    EXPECT_LE(order_of(causes[i - 1].verdict), order_of(causes[i].verdict));
  }
}

}  // namespace
}  // namespace telltale
