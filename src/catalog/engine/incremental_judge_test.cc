// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/incremental_judge.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/small_fleet_for_test.h"

namespace telltale {
namespace {

const Object& machine_of(const World& world, std::string_view name) {
  return *world.find({"cluster.x-k8s.io", "Machine", "default", name, {}}).object;
}

std::string told_of_judgement(const Judgement& judgement) {
  std::string text;
  for (const Judged& item : judgement.items) {
    text += format("{} {}\n", to_text(item.object->key), to_text(item.verdict));
    for (const Condition& condition : item.conditions) {
      text += format(
          "  {}={} {} {} {}\n", condition.type, to_text(condition.status), condition.reason,
          condition.message,
          is_set(condition.last_transition) ? format_rfc3339(condition.last_transition) : "never");
    }
    if (is_set(item.wake)) text += format_rfc3339(item.wake);
  }
  return text;
}

TEST(IncrementalJudge, JudgesAChangedMachineAndItsOwnersAndNobodyElse) {
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "3";
  const std::vector<std::string> texts = fleet.documents();
  World world = world_of(std::vector<std::string_view>(texts.begin(), texts.end()));
  IncrementalJudge incremental(world, fleet.settings, fleet.now);
  Object newer = machine_of(world, "m2");
  newer.deleted = fleet.now - Seconds(60);
  std::vector<std::string> judged;
  for (const Judged* one : incremental.replace(newer, fleet.now)) {
    judged.push_back(format("{} {}", one->object->key.kind, one->object->key.name));
  }
  EXPECT_EQ(judged, (std::vector<std::string>{"Machine m2", "MachineSet ms-0",
                                              "MachineDeployment md-0", "Cluster c1"}));
}

TEST(IncrementalJudge, SaysAfterAChangeWhatJudgingFromScratchSays) {
  SmallFleet fleet;
  fleet.machines = 4;
  fleet.replicas = "4";
  const std::vector<std::string> texts = fleet.documents();
  World world = world_of(std::vector<std::string_view>(texts.begin(), texts.end()));
  IncrementalJudge incremental(world, fleet.settings, fleet.now);
  const Object calm = machine_of(world, "m3");
  Object newer = calm;
  newer.deleted = fleet.now - Seconds(3600);
  for (const Object& state : {newer, calm, newer}) {
    (void)incremental.replace(state, fleet.now);
    EXPECT_EQ(told_of_judgement(incremental.judgement()),
              told_of_judgement(judge(world, fleet.settings, fleet.now)));
  }
}

// Whether its Node is drained depends on whether any control plane Machine stays.
TEST(IncrementalJudge, JudgesDeletionsAgainWhenTheControlPlaneGoes) {
  World world = world_of(
      {R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","metadata":{"namespace":)"
       R"("default","name":"c1"}})",
       R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":)"
       R"("default","name":"cp-0","labels":{"cluster.x-k8s.io/control-plane":""}},)"
       R"("spec":{"clusterName":"c1"}})",
       R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":)"
       R"("default","name":"m1","deletionTimestamp":"2026-01-01T11:00:00Z","annotations":)"
       R"({"pre-drain.delete.hook.machine.cluster.x-k8s.io/x":""}},)"
       R"("spec":{"clusterName":"c1"},"status":{"nodeRef":{"name":"n1"}}})"},
      Completeness::Complete);
  const SmallFleet fleet;
  IncrementalJudge incremental(world, fleet.settings, fleet.now);
  EXPECT_NE(told_of_judgement(incremental.judgement()).find("WaitingForPreDrainHook"),
            std::string::npos);
  Object newer = machine_of(world, "cp-0");
  newer.deleted = fleet.now - Seconds(60);
  (void)incremental.replace(newer, fleet.now);
  const std::string told = told_of_judgement(incremental.judgement());
  EXPECT_EQ(told, told_of_judgement(judge(world, fleet.settings, fleet.now)));
  EXPECT_EQ(told.find("WaitingForPreDrainHook"), std::string::npos);
}

}  // namespace
}  // namespace telltale
