// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/folded_conditions.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

constexpr Key deployment{"hive.openshift.io", "ClusterDeployment", "fleet", "reef", {}};

TEST(FoldedConditions, AreThoseOfADeploymentThatTheFiveSumUp) {
  EXPECT_TRUE(is_folded(deployment, "DNSNotReady"));
  EXPECT_TRUE(is_folded(deployment, "Unreachable"));
  EXPECT_FALSE(is_folded(deployment, "Provisioned"));
  EXPECT_FALSE(is_folded({"cluster.x-k8s.io", "Machine", "fleet", "m1", {}}, "Foreign"));
}

TEST(FoldedConditions, NameWhatIsInTroubleAndNotToldAlready) {
  const Condition dns{.type = "DNSNotReady", .status = Status::True};
  const Condition lost{.type = "Unreachable", .status = Status::True};
  EXPECT_EQ(folded_text(deployment, {}), "");
  EXPECT_EQ(folded_text(deployment, {dns}), "1 more, none in trouble");
  EXPECT_EQ(folded_text(deployment, {dns, lost}), "2 more, in trouble: Unreachable");
}

}  // namespace
}  // namespace telltale::cli
