// SPDX-License-Identifier: Apache-2.0
#include "condition/order.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

constexpr std::string_view upstream_order[] = {
    "Available",
    "Ready",
    "UpToDate",
    "RemoteConnectionProbe",
    "BootstrapConfigReady",
    "InfrastructureReady",
    "ControlPlaneInitialized",
    "ControlPlaneAvailable",
    "WorkersAvailable",
    "CertificatesAvailable",
    "Initialized",
    "EtcdClusterHealthy",
    "ControlPlaneComponentsHealthy",
    "NodeHealthy",
    "NodeReady",
    "NodeKubeadmLabelsAndTaintsSet",
    "EtcdPodHealthy",
    "EtcdMemberHealthy",
    "APIServerPodHealthy",
    "ControllerManagerPodHealthy",
    "SchedulerPodHealthy",
    "HealthCheckSucceeded",
    "OwnerRemediated",
    "TopologyReconciled",
    "Updating",
    "RollingOut",
    "Remediating",
    "ScalingDown",
    "ScalingUp",
    "MachinesReady",
    "ControlPlaneMachinesReady",
    "WorkerMachinesReady",
    "MachinesUpToDate",
    "ControlPlaneMachinesUpToDate",
    "WorkerMachinesUpToDate",
    "example.com/AGate",
    "Paused",
    "Deleting",
};

std::vector<Condition> conditions_of(std::span<const std::string_view> types) {
  std::vector<Condition> conditions;
  for (const std::string_view type : types) conditions.push_back({.type = type});
  return conditions;
}

std::vector<std::string_view> sorted(std::vector<std::string_view> types) {
  std::vector<Condition> conditions = conditions_of(types);
  sort_conditions(conditions);
  std::ranges::transform(conditions, types.begin(), &Condition::type);
  return types;
}

TEST(Order, IsTheTableOfTheSpecification) {  // trap 7, #11282
  std::vector<std::string_view> types(std::begin(upstream_order), std::end(upstream_order));
  std::ranges::reverse(types);
  EXPECT_TRUE(std::ranges::equal(sorted(types), upstream_order));  // 38: the path for long lists
  types.resize(32);
  EXPECT_TRUE(std::ranges::equal(sorted(types), std::span(upstream_order).last(32)));
}

TEST(Order, GivesUnknownTypesTheSlotOfTheGates) {
  using Types = std::vector<std::string_view>;
  EXPECT_EQ(sorted({"Deleting", "B", "Available", "A", "Paused", "Ready", "C!"}),
            (Types{"Available", "Ready", "A", "B", "C!", "Paused", "Deleting"}));
  EXPECT_EQ(sorted({"", std::string_view("x\0y", 3), "WorkerMachinesUpToDate"}),
            (Types{"WorkerMachinesUpToDate", "", std::string_view("x\0y", 3)}));
}

TEST(Order, KnowsTheNamesOfBothDialects) {
  EXPECT_EQ(order_slot("Deleted"), order_slot("Deleting"));
  EXPECT_EQ(order_slot("WorkersAvaiable"), order_slot("WorkersAvailable"));
  EXPECT_TRUE(comes_before("SchedulerPodHealthy", "ReplicaFailure"));
  EXPECT_TRUE(comes_before("ReplicaFailure", "HealthCheckSucceeded"));
}

TEST(Order, TakesTypesOfAnyLength) {
  const std::string long_type(5000, 'a');
  EXPECT_EQ(order_slot(long_type), order_slot("Gate"));
  for (std::size_t length = 0; length < 40; ++length) {
    EXPECT_EQ(order_slot(std::string(length, '?')), order_slot("Gate"));
  }
}

TEST(Order, SortsNothingWithoutHarm) {  // trap 3, #11255: the comparator met a missing condition
  sort_conditions({});
  std::vector<Condition> one(1);
  sort_conditions(one);
  EXPECT_EQ(one.front(), Condition{});
}

RC_GTEST_PROP(Order, IsStableAndAgreesWithComesBefore, ()) {
  const auto indexes = *rc::gen::container<std::vector<std::size_t>>(
      rc::gen::inRange<std::size_t>(0, std::size(upstream_order)));
  std::vector<Condition> conditions;
  for (const std::size_t index : indexes) {
    const auto position = static_cast<std::int64_t>(conditions.size());
    conditions.push_back({.type = upstream_order[index], .observed_generation = position});
  }
  sort_conditions(conditions);
  for (std::size_t i = 1; i < conditions.size(); ++i) {
    const Condition& one = conditions[i - 1];
    const Condition& next = conditions[i];
    RC_ASSERT(!comes_before(next.type, one.type));
    if (one.type == next.type) RC_ASSERT(one.observed_generation < next.observed_generation);
  }
}

}  // namespace
}  // namespace telltale
