// SPDX-License-Identifier: Apache-2.0
#include "catalog/polarity.h"
#include "catalog/names.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "convert/dialect.h"

namespace telltale {
namespace {

using testing::Contains;
using testing::UnorderedElementsAre;

std::vector<std::string_view> types_of(std::string_view kind, Polarity polarity) {
  std::vector<std::string_view> types;
  for (const TypeFacts& facts : all_type_facts()) {
    if (facts.kind == kind && facts.polarity == polarity) types.push_back(facts.type);
  }
  return types;
}

TEST(Polarity, SaysEachTypeOnce) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const TypeFacts& facts : all_type_facts()) {
    EXPECT_TRUE(seen.emplace(facts.kind, facts.type).second) << facts.kind << " " << facts.type;
  }
}

TEST(Polarity, OfAMachineIsNegativeForWhatMovesOrHoldsIt) {
  EXPECT_THAT(types_of("Machine", Polarity::Negative),
              UnorderedElementsAre("Deleted", "Paused", "Updating"));
}

TEST(Polarity, OfAMachineIsPositiveForEverythingItsReadyLooksAt) {
  const std::vector<std::string_view> positive = types_of("Machine", Polarity::Positive);
  for (std::string_view type : {"BootstrapConfigReady", "InfrastructureReady", "NodeHealthy",
                                "NodeReady", "HealthCheckSucceeded", "Ready", "Available"}) {
    EXPECT_THAT(positive, Contains(type));
  }
}

TEST(Polarity, OfAMachineSetIsPositiveForTwoTypesOnly) {
  EXPECT_THAT(types_of("MachineSet", Polarity::Positive),
              UnorderedElementsAre("MachinesReady", "UpToDate"));
  EXPECT_THAT(types_of("MachineSet", Polarity::Negative),
              UnorderedElementsAre("ReplicaFailure", "Remediating", "ScalingUp", "ScalingDown",
                                   "Paused", "Deleted"));
}

TEST(Polarity, KnowsWhatTellsOfMovement) {
  const auto moves = [](std::string_view kind, std::string_view type, Status status) {
    return tells_movement(kind, {.type = type, .status = status});
  };
  EXPECT_TRUE(moves("MachineSet", "ScalingDown", Status::True));
  EXPECT_TRUE(moves("Cluster", "Deleting", Status::True));
  EXPECT_TRUE(moves("Cluster", "Deleted", Status::True));
  EXPECT_TRUE(moves("NodePool", "Progressing", Status::True));
  EXPECT_TRUE(moves("NodePool", "UpdatingVersion", Status::True));
  EXPECT_TRUE(moves("Gadget", "RollingOut", Status::True));
  EXPECT_FALSE(moves("MachineSet", "ScalingDown", Status::False));
  EXPECT_FALSE(moves("MachineSet", "Paused", Status::True));
  EXPECT_FALSE(moves("MachineSet", "ReplicaFailure", Status::True));
}

TEST(Polarity, IsTheSameUnderEitherDialectsName) {
  for (std::string_view kind : {"Machine", "MachineSet"}) {
    EXPECT_EQ(polarity_of(kind, "Deleted"), Polarity::Negative) << kind;
    EXPECT_EQ(polarity_of(kind, "Deleting"), Polarity::Negative) << kind;
  }
  EXPECT_EQ(polarity_of("MachineSet", "MachinesUpToDate"), polarity_of("MachineSet", "UpToDate"));
}

// A fact under a name that canonical_type rewrites could never be found.
TEST(Polarity, NamesTypesAsTheProposalDoes) {
  for (const TypeFacts& facts : all_type_facts()) {
    EXPECT_EQ(canonical_type(facts.kind, facts.type), facts.type) << facts.kind;
  }
}

TEST(Polarity, OfATypeThatNobodyToldUsAboutIsPositive) {
  EXPECT_EQ(polarity_of("Machine", "example.com/GpuReady"), Polarity::Positive);
  EXPECT_EQ(polarity_of("Machine", ""), Polarity::Positive);
  EXPECT_EQ(polarity_of("", "Ready"), Polarity::Positive);
}

TEST(Polarity, OfMovingAndDeletingIsNegativeOnKindsWithoutFacts) {
  for (std::string_view type : {"RollingOut", "ScalingUp", "ScalingDown", "Remediating",
                                "ReplicaFailure", "Updating", "Paused", "Deleted", "Deleting"}) {
    EXPECT_EQ(polarity_of("Cluster", type), Polarity::Negative) << type;
  }
  EXPECT_EQ(polarity_of("MachineSet", "RollingOut"), Polarity::Negative);
}

TEST(Polarity, OfAReasonMayTurnWhatItsTypeSays) {
  const auto priority = [](Status status, std::string_view reason) {
    return priority_on("NodePool", {.type = "Progressing", .status = status, .reason = reason});
  };
  EXPECT_EQ(priority(Status::False, "AsExpected"), Priority::Info);
  EXPECT_EQ(priority(Status::False, "CloudQuotaExceeded"), Priority::Issue);
  EXPECT_EQ(priority(Status::True, "Scaling"), Priority::Info);
  EXPECT_EQ(priority(Status::Unknown, "AsExpected"), Priority::Unknown);
}

// One word must not be good news on one kind and bad news on another.
TEST(Polarity, OfAWordThatHoldsEverywhereAgreesWithEachKind) {
  for (const TypeFacts& shared : all_type_facts()) {
    if (shared.kind != any_kind) continue;
    for (const TypeFacts& own : all_type_facts()) {
      if (own.type != shared.type) continue;
      EXPECT_EQ(own.polarity, shared.polarity) << own.kind << " " << own.type;
    }
  }
}

TEST(OthersActOn, TheConditionsThatDeleteThingsOrHoldRollouts) {
  std::vector<std::string_view> acted_on;
  for (const TypeFacts& facts : all_type_facts()) {
    if (facts.others_act_on_it) acted_on.push_back(facts.type);
  }
  EXPECT_THAT(acted_on,
              UnorderedElementsAre(
                  "HealthCheckSucceeded", "OwnerRemediated", "APIServerPodHealthy",
                  "ControllerManagerPodHealthy", "SchedulerPodHealthy", "EtcdPodHealthy",
                  "EtcdMemberHealthy", "CertificatesAvailable", "Initialized", "EtcdClusterHealthy",
                  "ControlPlaneComponentsHealthy", "ControlPlaneInitialized", "ProvisionStopped"));
}

TEST(OthersActOn, IsAskedByKind) {
  EXPECT_TRUE(others_act_on("Machine", "OwnerRemediated"));
  EXPECT_FALSE(others_act_on("MachineSet", "OwnerRemediated"));
  EXPECT_FALSE(others_act_on("Machine", "Ready"));
  EXPECT_FALSE(others_act_on("Machine", "example.com/GpuReady"));
}

}  // namespace
}  // namespace telltale
