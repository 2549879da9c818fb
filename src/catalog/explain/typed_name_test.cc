// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/typed_name.h"

#include <gtest/gtest.h>

#include "catalog/kinds.h"
#include "kube/resource.h"

namespace telltale {
namespace {

TEST(TypedName, CarriesTheGroupWhereSeveralKindsHaveTheName) {
  EXPECT_EQ(typed_kind("hypershift.openshift.io", "NodePool"), "nodepools.hypershift.openshift.io");
  EXPECT_EQ(typed_kind("karpenter.sh", "NodePool"), "nodepools.karpenter.sh");
  EXPECT_EQ(typed_kind("cluster.x-k8s.io", "Machine"), "machines.cluster.x-k8s.io");
  EXPECT_EQ(typed_kind("cluster.x-k8s.io", "Cluster"), "clusters.cluster.x-k8s.io");
  EXPECT_EQ(typed_kind("controlplane.cluster.x-k8s.io", "KubeadmControlPlane"),
            "kubeadmcontrolplanes");
  EXPECT_EQ(typed_kind("", "Node"), "nodes");
  EXPECT_EQ(typed_kind("infrastructure.cluster.x-k8s.io", "AWSMachine"), "awsmachine");
}

// Whatever is typed means the kind that was meant.
TEST(TypedName, IsUnderstoodAsTheKindItNames) {
  for (const KnownKind& kind : known_kinds()) {
    const auto understood = resolve_resource(typed_kind(kind.group, kind.kind), known_kinds());
    ASSERT_TRUE(understood.has_value()) << kind.kind;
    EXPECT_EQ(understood->kind, kind.kind);
    EXPECT_EQ(understood->group, kind.group);
  }
}

TEST(TypedName, NamesAnObjectWithItsNamespace) {
  EXPECT_EQ(typed_object({"cluster.x-k8s.io", "Machine", "prod", "web-0", {}}),
            "machines.cluster.x-k8s.io/web-0 -n prod");
  EXPECT_EQ(typed_object({"karpenter.sh", "NodePool", "", "gpu", {}}),
            "nodepools.karpenter.sh/gpu");
}

TEST(TypedName, IsNothingForWhatAShellWouldNotTakeAsItIs) {
  for (const std::string_view hostile : {"", "$(id)", "a b", "-n", "a;b", "a/b", "a\nb", "<a>"}) {
    EXPECT_EQ(typed_object({"", "Node", "", hostile, {}}), "") << hostile;
    EXPECT_EQ(typed_object({"", hostile, "", "n", {}}), "") << hostile;
    if (!hostile.empty() && hostile != "a/b") {
      EXPECT_EQ(typed_object({"", "Node", hostile, "n", {}}), "") << hostile;
    }
  }
}

}  // namespace
}  // namespace telltale
