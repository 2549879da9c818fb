// SPDX-License-Identifier: Apache-2.0
#include "convert/dialect.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(Dialect, TheProposalSpeaksTheWordsOfTheTables) {
  const Dialect dialect = proposal_dialect();
  EXPECT_EQ(dialect.type("Machine", "Deleted"), "Deleted");
  EXPECT_EQ(dialect.type("MachineSet", "UpToDate"), "UpToDate");
  EXPECT_EQ(dialect.reason("Machine", "NodeHealthy", "Unhealthy"), "Unhealthy");
}

TEST(Dialect, UpstreamHasItsOwnWords) {
  const Dialect dialect = upstream_dialect();
  EXPECT_EQ(dialect.type("Machine", "Deleted"), "Deleting");
  EXPECT_EQ(dialect.type("MachineSet", "Deleted"), "Deleting");
  EXPECT_EQ(dialect.type("MachineSet", "UpToDate"), "MachinesUpToDate");
  EXPECT_EQ(dialect.type("Machine", "UpToDate"), "UpToDate");
  EXPECT_EQ(dialect.type("Machine", "Ready"), "Ready");
}

TEST(Dialect, KnowsTheNameOnTheOtherSide) {
  EXPECT_EQ(proposal_dialect().other_type("Machine", "Deleted"), "Deleting");
  EXPECT_EQ(upstream_dialect().other_type("Machine", "Deleted"), "Deleted");
  EXPECT_EQ(upstream_dialect().other_type("Machine", "Ready"), "Ready");
}

struct Reason {
  std::string_view type;
  std::string_view proposal;
  std::string_view upstream;
};

constexpr Reason reasons[] = {
    {"NodeHealthy", "Healthy", "NodeHealthy"},
    {"NodeHealthy", "Unhealthy", "NodeNotHealthy"},
    {"NodeHealthy", "Unknown", "NodeHealthyUnknown"},
    {"NodeHealthy", "Deleted", "NodeDeleted"},
    {"NodeHealthy", "DoesNotExist", "NodeDoesNotExist"},
    {"NodeReady", "Deleted", "NodeDeleted"},
    {"NodeReady", "DoesNotExist", "NodeDoesNotExist"},
    {"NodeHealthy", "ConnectionDown", "ConnectionDown"},
    {"NodeReady", "NodeNotReady", "NodeNotReady"},
};

TEST(Dialect, ReasonsGoThereAndBackAgain) {
  for (const Reason& reason : reasons) {
    const auto upstream = upstream_dialect().reason("Machine", reason.type, reason.proposal);
    EXPECT_EQ(upstream, reason.upstream);
    EXPECT_EQ(Dialect::canonical_reason("Machine", reason.type, upstream), reason.proposal);
    EXPECT_EQ(Dialect::canonical_reason("Machine", reason.type, reason.proposal), reason.proposal);
  }
}

TEST(Dialect, ReasonsOfOtherConditionsAreLeftAlone) {
  EXPECT_EQ(upstream_dialect().reason("Machine", "Ready", "Deleted"), "Deleted");
  EXPECT_EQ(upstream_dialect().reason("MachineSet", "NodeHealthy", "Deleted"), "Deleted");
}

TEST(Dialect, TypesComeBackFromTheWireUnderEitherName) {
  EXPECT_EQ(Dialect::canonical_type("Machine", "Deleting"), "Deleted");
  EXPECT_EQ(Dialect::canonical_type("Machine", "Deleted"), "Deleted");
  EXPECT_EQ(Dialect::canonical_type("MachineSet", "MachinesUpToDate"), "UpToDate");
  EXPECT_EQ(Dialect::canonical_type("Machine", "Updating"), "Updating");
  EXPECT_EQ(Dialect::canonical_type("Node", "Deleting"), "Deleting");
}

TEST(Dialect, WritesOnlyTheTypesItHas) {
  EXPECT_FALSE(proposal_dialect().writes("Machine", "Updating"));
  EXPECT_TRUE(upstream_dialect().writes("Machine", "Updating"));
  EXPECT_TRUE(proposal_dialect().writes("MachineSet", "ReplicaFailure"));
  EXPECT_FALSE(upstream_dialect().writes("MachineSet", "ReplicaFailure"));
  EXPECT_TRUE(upstream_dialect().writes("Machine", "Deleted"));
  EXPECT_TRUE(proposal_dialect().writes("Machine", "example.com/Gate"));
}

TEST(Dialect, CarriesThePoliciesThatUpstreamChanged) {
  EXPECT_EQ(proposal_dialect().scaling_up, ScalingUpBasis::Available);
  EXPECT_EQ(upstream_dialect().scaling_up, ScalingUpBasis::Current);
  EXPECT_EQ(proposal_dialect().remediating, RemediatingRule::AnyUnhealthy);
  EXPECT_EQ(upstream_dialect().remediating, RemediatingRule::OnlyToBeRemediated);
}

TEST(DialectName, IsReadAsItIsWritten) {
  for (const DialectName name : {DialectName::Proposal, DialectName::Upstream}) {
    EXPECT_EQ(parse_dialect(to_text(name)), name);
  }
  EXPECT_EQ(parse_dialect("Upstream"), std::nullopt);
  EXPECT_EQ(parse_dialect(""), std::nullopt);
}

TEST(FindInEither, PrefersTheOwnNameAndTakesTheOther) {
  const Condition deleted{.type = "Deleted", .status = Status::False};
  const Condition deleting{.type = "Deleting", .status = Status::True};
  const Condition both[] = {deleting, deleted};
  EXPECT_EQ(find_in_either(both, "Machine", "Deleted", proposal_dialect()), &both[1]);
  EXPECT_EQ(find_in_either(both, "Machine", "Deleted", upstream_dialect()), &both[0]);
  const Conditions one = std::span(both).first(1);
  EXPECT_EQ(find_in_either(one, "Machine", "Deleted", proposal_dialect()), &both[0]);
  EXPECT_EQ(find_in_either(one, "Machine", "Ready", proposal_dialect()), nullptr);
}

}  // namespace
}  // namespace telltale
