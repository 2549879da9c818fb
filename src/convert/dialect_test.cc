// SPDX-License-Identifier: Apache-2.0
#include "convert/dialect.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

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

}  // namespace
}  // namespace telltale
