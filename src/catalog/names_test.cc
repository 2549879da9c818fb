// SPDX-License-Identifier: Apache-2.0
#include "catalog/names.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(DialectNames, TheProposalSpeaksTheWordsOfTheTables) {
  const Dialect dialect = proposal_dialect();
  EXPECT_EQ(written_type(dialect, "Machine", "Deleted"), "Deleted");
  EXPECT_EQ(written_type(dialect, "MachineSet", "UpToDate"), "UpToDate");
  EXPECT_EQ(written_reason(dialect, "Machine", "NodeHealthy", "Unhealthy"), "Unhealthy");
}

TEST(DialectNames, UpstreamHasItsOwnWords) {
  const Dialect dialect = upstream_dialect();
  EXPECT_EQ(written_type(dialect, "Machine", "Deleted"), "Deleting");
  EXPECT_EQ(written_type(dialect, "MachineSet", "Deleted"), "Deleting");
  EXPECT_EQ(written_type(dialect, "MachineSet", "UpToDate"), "MachinesUpToDate");
  EXPECT_EQ(written_type(dialect, "Machine", "UpToDate"), "UpToDate");
  EXPECT_EQ(written_type(dialect, "Machine", "Ready"), "Ready");
}

TEST(DialectNames, KnowsTheNameOnTheOtherSide) {
  EXPECT_EQ(other_type(proposal_dialect(), "Machine", "Deleted"), "Deleting");
  EXPECT_EQ(other_type(upstream_dialect(), "Machine", "Deleted"), "Deleted");
  EXPECT_EQ(other_type(upstream_dialect(), "Machine", "Ready"), "Ready");
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

TEST(DialectNames, ReasonsGoThereAndBackAgain) {
  for (const Reason& reason : reasons) {
    const auto upstream =
        written_reason(upstream_dialect(), "Machine", reason.type, reason.proposal);
    EXPECT_EQ(upstream, reason.upstream);
    EXPECT_EQ(canonical_reason("Machine", reason.type, upstream), reason.proposal);
    EXPECT_EQ(canonical_reason("Machine", reason.type, reason.proposal), reason.proposal);
  }
}

TEST(DialectNames, ReasonsOfOtherConditionsAreLeftAlone) {
  EXPECT_EQ(written_reason(upstream_dialect(), "Machine", "Ready", "Deleted"), "Deleted");
  EXPECT_EQ(written_reason(upstream_dialect(), "MachineSet", "NodeHealthy", "Deleted"), "Deleted");
}

TEST(DialectNames, TypesComeBackFromTheWireUnderEitherName) {
  EXPECT_EQ(canonical_type("Machine", "Deleting"), "Deleted");
  EXPECT_EQ(canonical_type("Machine", "Deleted"), "Deleted");
  EXPECT_EQ(canonical_type("MachineSet", "MachinesUpToDate"), "UpToDate");
  EXPECT_EQ(canonical_type("Machine", "Updating"), "Updating");
  EXPECT_EQ(canonical_type("Node", "Deleting"), "Deleting");
}

TEST(DialectNames, WritesOnlyTheTypesItHas) {
  EXPECT_FALSE(has_type(proposal_dialect(), "Machine", "Updating"));
  EXPECT_TRUE(has_type(upstream_dialect(), "Machine", "Updating"));
  EXPECT_TRUE(has_type(proposal_dialect(), "MachineSet", "ReplicaFailure"));
  EXPECT_FALSE(has_type(upstream_dialect(), "MachineSet", "ReplicaFailure"));
  EXPECT_TRUE(has_type(upstream_dialect(), "Machine", "Deleted"));
  EXPECT_TRUE(has_type(proposal_dialect(), "Machine", "example.com/Gate"));
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
