// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/preflight.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale::machineset {
namespace {

// A MachineSet below a control plane, all in one version; each test bends one thing.
struct Case {
  std::string set_version = "v1.33.1";
  std::string plane_spec = R"("version": "v1.33.1")";
  std::string plane_status = R"("version": "v1.33.1")";
  std::string cluster_spec = {};
  std::string cluster_annotations = {};
  std::string set_annotations = {};
  std::string template_annotations = {};
  std::string config_kind = "KubeadmConfigTemplate";
};

std::string cluster_of(const Case& bent) {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
    "metadata": {{"namespace": "ns", "name": "c1", "annotations": {{{}}}}},
    "spec": {{{} "controlPlaneRef": {{"apiGroup": "controlplane.cluster.x-k8s.io",
                                    "kind": "KubeadmControlPlane", "name": "cp"}}}}}})",
                bent.cluster_annotations, bent.cluster_spec);
}

std::string plane_of(const Case& bent) {
  return format(R"({{"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2",
    "kind": "KubeadmControlPlane", "metadata": {{"namespace": "ns", "name": "cp"}},
    "spec": {{{}}}, "status": {{{}}}}})",
                bent.plane_spec, bent.plane_status);
}

std::string set_of(const Case& bent) {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
    "metadata": {{"namespace": "ns", "name": "s1", "annotations": {{{}}}}},
    "spec": {{"clusterName": "c1", "template": {{"spec": {{"version": "{}",
      "bootstrap": {{"configRef": {{"apiGroup": "bootstrap.cluster.x-k8s.io", "kind": "{}",
                                  "name": "t1"}}}}}}}}}}}})",
                bent.set_annotations, bent.set_version, bent.config_kind);
}

std::string template_of(const Case& bent) {
  return format(R"({{"apiVersion": "bootstrap.cluster.x-k8s.io/v1beta2",
    "kind": "KubeadmConfigTemplate", "metadata": {{"namespace": "ns", "name": "t1",
    "annotations": {{{}}}}}}})",
                bent.template_annotations);
}

std::string lines_in(const World& world) {
  const Found set = world.find({"cluster.x-k8s.io", "MachineSet", "ns", "s1", {}});
  return preflight_lines(world, *set.object);
}

std::string lines_of(const Case& bent) {
  return lines_in(world_of({cluster_of(bent), plane_of(bent), set_of(bent), template_of(bent)}));
}

constexpr std::string_view provisioning =
    "* KubeadmControlPlane ns/cp is provisioning (\"ControlPlaneIsStable\" preflight check failed)";

TEST(Preflight, PassesWhenAllVersionsAgree) { EXPECT_EQ(lines_of({}), ""); }

TEST(Preflight, WaitsForAControlPlaneThatHasNoVersionYet) {
  EXPECT_EQ(lines_of({.plane_status = ""}), provisioning);
}

TEST(Preflight, WaitsForAControlPlaneThatIsUpgrading) {
  constexpr std::string_view upgrading =
      "* KubeadmControlPlane ns/cp is upgrading (\"ControlPlaneIsStable\" preflight check failed)";
  EXPECT_EQ(lines_of({.plane_status = R"("version": "v1.33.0")"}), upgrading);
  EXPECT_EQ(lines_of({.plane_status = R"("version": "v1.33.1", "versions": [
              {"version": "v1.33.1"}, {"version": "v1.32.9"}])"}),
            upgrading);
}

TEST(Preflight, WaitsForAVersionThatTheTopologyStillHasToPass) {
  Case bent{.cluster_spec = R"("topology": {"version": "v1.34.0"},)"};
  EXPECT_EQ(lines_of(bent),
            "* KubeadmControlPlane ns/cp has a pending version upgrade to v1.34.0 "
            "(\"ControlPlaneIsStable\" preflight check failed)");
  bent.cluster_annotations = R"("topology.internal.cluster.x-k8s.io/upgrade-step": "v1.33.1")";
  EXPECT_EQ(lines_of(bent), "");
}

TEST(Preflight, RefusesASetThatIsNewerThanItsControlPlane) {
  const std::string lines = lines_of({.set_version = "v1.34.0", .config_kind = "OtherTemplate"});
  EXPECT_EQ(lines,
            "* MachineSet version (1.34.0) and ControlPlane version (1.33.1) do not conform to the "
            "kubernetes version skew policy as MachineSet version is higher than ControlPlane "
            "version (\"KubernetesVersionSkew\" preflight check failed)");
}

TEST(Preflight, AllowsThreeMinorVersionsBehindAndNoMore) {
  EXPECT_EQ(lines_of({.set_version = "v1.30.9", .config_kind = "OtherTemplate"}), "");
  EXPECT_EQ(lines_of({.set_version = "v1.29.0", .config_kind = "OtherTemplate"}),
            "* MachineSet version (1.29.0) and ControlPlane version (1.33.1) do not conform to the "
            "kubernetes version skew policy as MachineSet version is more than 3 minor versions "
            "older than the ControlPlane version (\"KubernetesVersionSkew\" preflight check "
            "failed)");
}

constexpr std::string_view kubeadm_skew =
    "* MachineSet version (1.32.0) and ControlPlane version (1.33.1) do not conform to kubeadm "
    "version skew policy as kubeadm only supports joining with the same major+minor version as "
    "the control plane (\"KubeadmVersionSkew\" preflight check failed)";

TEST(Preflight, AsksForTheSameMinorVersionWhereKubeadmJoins) {
  EXPECT_EQ(lines_of({.set_version = "v1.32.0"}), kubeadm_skew);
  EXPECT_EQ(lines_of({.set_version = "v1.33.0"}), "");
}

TEST(Preflight, WaitsUntilATopologyHasReachedTheSet) {
  EXPECT_EQ(lines_of({.set_version = "v1.33.0",
                      .cluster_spec = R"("topology": {"version": "v1.33.1"},)"}),
            "* MachineSet version (v1.33.0) is not yet the same as the ControlPlane version "
            "(v1.33.1), waiting for version to be propagated to the MachineSet "
            "(\"ControlPlaneVersionSkew\" preflight check failed)");
}

TEST(Preflight, TellsEveryFailedCheckOnALineOfItsOwn) {
  EXPECT_EQ(lines_of({.set_version = "v1.32.0", .plane_status = ""}),
            format("{}\n{}", provisioning, kubeadm_skew));
}

TEST(Preflight, SkipsWhatTheSetOrItsTemplateSaysToSkip) {
  constexpr std::string_view skip = "machineset.cluster.x-k8s.io/skip-preflight-checks";
  Case bent{.set_version = "v1.32.0", .plane_status = ""};
  bent.set_annotations = format(R"("{}": "ControlPlaneIsStable, KubeadmVersionSkew")", skip);
  EXPECT_EQ(lines_of(bent), "");
  bent.set_annotations = format(R"("{}": "All")", skip);
  EXPECT_EQ(lines_of(bent), "");
  bent.set_annotations = format(R"("{}": "KubeadmVersionSkew")", skip);
  EXPECT_EQ(lines_of(bent), provisioning);
  bent.set_annotations = "";
  bent.template_annotations = format(R"("{}": "ControlPlaneIsStable")", skip);
  EXPECT_EQ(lines_of(bent), kubeadm_skew);
}

TEST(Preflight, HasNothingToCheckWithoutAVersionOfTheControlPlane) {
  EXPECT_EQ(lines_of({.plane_spec = "", .plane_status = ""}), "");
  EXPECT_EQ(lines_of({.plane_spec = R"("version": "latest")", .plane_status = ""}), "");
}

TEST(Preflight, ChecksOnlyTheControlPlaneWhenTheSetTellsNoVersion) {
  EXPECT_EQ(lines_of({.set_version = "", .plane_status = ""}), provisioning);
  EXPECT_EQ(lines_of({.set_version = ""}), "");
}

TEST(Preflight, HasNothingToCheckWithoutClusterOrControlPlane) {
  const Case bent{.set_version = "v1.32.0"};
  EXPECT_EQ(lines_in(world_of({set_of(bent)})), "");
  EXPECT_EQ(lines_in(world_of({set_of(bent), cluster_of(bent)})), "");
}

}  // namespace
}  // namespace telltale::machineset
