// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/same_config.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale::controlplane {
namespace {

// Whether a Machine made from `current` is what a control plane of this version now wants.
bool same(std::string_view current, std::string_view desired, std::string_view version = "v1.30.0",
          std::string_view annotation = "none") {
  const std::string config = format(
      R"({{"apiVersion":"bootstrap.cluster.x-k8s.io/v1beta2","kind":"KubeadmConfig","metadata":)"
      R"({{"namespace":"default","name":"m1","labels":{{"cluster.x-k8s.io/control-plane":""}}}},)"
      R"("spec":{}}})",
      current);
  const std::string plane = format(
      R"({{"apiVersion":"controlplane.cluster.x-k8s.io/v1beta2","kind":"KubeadmControlPlane",)"
      R"("metadata":{{"namespace":"default","name":"kcp"}},"spec":{{"version":"{}",)"
      R"("kubeadmConfigSpec":{}}}}})",
      version, desired);
  const std::string machine = format(
      R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{"namespace":)"
      R"("default","name":"m1","annotations":{{"{}":"{{}}"}}}}}})",
      annotation);
  const World world = world_of({machine, config, plane});
  return same_config(
      *world.find({"cluster.x-k8s.io", "Machine", "default", "m1", {}}).object,
      *world.find({"bootstrap.cluster.x-k8s.io", "KubeadmConfig", "default", "m1", {}}).object,
      *world.find({"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", "default", "kcp", {}})
           .object);
}

TEST(ControlPlaneConfig, IsTheSameAsItself) {
  const std::string spec =
      R"({"clusterConfiguration":{"apiServer":{"extraArgs":[{"name":"a","value":"1"}]}},)"
      R"("initConfiguration":{"nodeRegistration":{"kubeletExtraArgs":[]}},)"
      R"("joinConfiguration":{"nodeRegistration":{"name":"x"}},"preKubeadmCommands":["true"]})";
  EXPECT_TRUE(same(spec, spec));
  EXPECT_TRUE(same("{}", "{}"));
}

TEST(ControlPlaneConfig, DiffersByWhatChangesAMachine) {
  const std::string_view joined = R"("joinConfiguration":{"controlPlane":{}})";
  const auto with = [&](std::string_view more) { return format("{{{}{}}}", joined, more); };
  EXPECT_TRUE(same(with(""), with("")));
  for (const std::string_view more :
       {R"(,"files":[{"path":"/a","content":"b"}])", R"(,"preKubeadmCommands":["true"])",
        R"(,"format":"ignition")", R"(,"verbosity":0)", R"(,"ntp":{"enabled":false})",
        R"(,"clusterConfiguration":{"imageRepository":"r"})",
        R"(,"clusterConfiguration":{"featureGates":{"X":false}})",
        R"(,"clusterConfiguration":{"apiServer":{"extraArgs":{"v":"4"}}})",
        R"(,"clusterConfiguration":{"etcd":{"local":{"imageTag":"3"}}})"}) {
    EXPECT_FALSE(same(with(""), with(more))) << more;
    EXPECT_FALSE(same(with(more), with(""))) << more;
    EXPECT_TRUE(same(with(more), with(more))) << more;
  }
}

TEST(ControlPlaneConfig, OverlooksWhatDoesNotChangeAMachine) {
  const std::string_view joined = R"("joinConfiguration":{"controlPlane":{}})";
  for (const std::string_view more :
       {R"(,"files":[])", R"(,"users":null)", R"(,"format":"cloud-config")", R"(,"diskSetup":{})",
        R"(,"clusterConfiguration":{"controlPlaneEndpoint":"1.2.3.4:6443"})",
        R"(,"clusterConfiguration":{"dns":{"imageTag":"v1"}})",
        R"(,"clusterConfiguration":{"kubernetesVersion":"v1.30.0","clusterName":"c1"})",
        R"(,"clusterConfiguration":{"networking":{"podSubnet":"10.0.0.0/8"}})",
        R"(,"clusterConfiguration":{"apiServer":{"timeoutForControlPlane":"20m"}})",
        R"(,"initConfiguration":{"nodeRegistration":{"name":"first"}})",
        R"(,"useExperimentalRetryJoin":true)"}) {
    const std::string plain = format("{{{}}}", joined);
    const std::string more_said = format("{{{}{}}}", joined, more);
    EXPECT_TRUE(same(plain, more_said)) << more;
    EXPECT_TRUE(same(more_said, plain)) << more;
  }
}

TEST(ControlPlaneConfig, OverlooksHowAMachineFoundTheClusterWhenItJoined) {
  EXPECT_TRUE(same(R"({"joinConfiguration":{"controlPlane":{"localAPIEndpoint":{"bindPort":0}},)"
                   R"("discovery":{"bootstrapToken":{"token":"t"}},"timeouts":)"
                   R"({"controlPlaneComponentHealthCheckSeconds":5},)"
                   R"("nodeRegistration":{"imagePullPolicy":"IfNotPresent"}}})",
                   R"({"joinConfiguration":{"nodeRegistration":{}}})"));
  EXPECT_FALSE(same(R"({"joinConfiguration":{"controlPlane":{}}})",
                    R"({"joinConfiguration":{"nodeRegistration":{"imagePullPolicy":"Always"}}})"));
  EXPECT_FALSE(same(R"({"joinConfiguration":{"controlPlane":{}}})",
                    R"({"joinConfiguration":{"caCertPath":"/ca"}})"));
  EXPECT_FALSE(same(R"({"joinConfiguration":{"controlPlane":{}}})",
                    R"({"joinConfiguration":{"nodeRegistration":{"taints":[]}}})"));
}

TEST(ControlPlaneConfig, ComparesTheFirstMachineWithEitherWayIn) {
  const std::string_view first = R"({"initConfiguration":{"nodeRegistration":{"name":"a"}}})";
  EXPECT_TRUE(same(first, first));
  EXPECT_TRUE(same(first, R"({"joinConfiguration":{"nodeRegistration":{"name":"a"}}})"));
  EXPECT_FALSE(same(first, R"({"initConfiguration":{"nodeRegistration":{"name":"b"}},)"
                           R"("joinConfiguration":{"nodeRegistration":{"name":"c"}}})"));
}

TEST(ControlPlaneConfig, ReadsArgumentsOfBothApiVersionsAlike) {
  const auto spec = [](std::string_view arguments) {
    return format(R"({{"joinConfiguration":{{"controlPlane":{{}}}},"clusterConfiguration":)"
                  R"({{"scheduler":{{"extraArgs":{}}}}}}})",
                  arguments);
  };
  const std::string list = spec(R"([{"name":"a","value":"1"},{"name":"b","value":"2"}])");
  EXPECT_TRUE(same(list, spec(R"({"b":"2","a":"1"})")));
  EXPECT_FALSE(same(list, spec(R"({"b":"2","a":"3"})")));
  EXPECT_FALSE(same(list, spec(R"([{"name":"b","value":"2"},{"name":"a","value":"1"}])")));
}

TEST(ControlPlaneConfig, WantsTheGateThatTheControlPlaneOpensByItself) {
  const std::string_view joined = R"({"joinConfiguration":{"controlPlane":{}}})";
  const std::string_view open =
      R"({"joinConfiguration":{"controlPlane":{}},"clusterConfiguration":{"featureGates":)"
      R"({"ControlPlaneKubeletLocalMode":true}}})";
  EXPECT_TRUE(same(open, joined, "v1.31.0"));
  EXPECT_FALSE(same(joined, joined, "v1.31.0"));
  EXPECT_TRUE(same(joined, joined, "v1.30.9"));
  EXPECT_TRUE(same(joined, joined, "v1.36.0"));
  EXPECT_FALSE(same(open, joined, "v1.36.0"));
  EXPECT_FALSE(same(joined, open, "v1.31.0"));
}

TEST(ControlPlaneConfig, TakesThePartAboutTheClusterForNotedWhereAnOldReleaseDidSo) {
  const std::string_view joined = R"({"joinConfiguration":{"controlPlane":{}}})";
  const std::string_view wanted = R"({"clusterConfiguration":{"imageRepository":"r"}})";
  EXPECT_FALSE(same(joined, wanted));
  EXPECT_TRUE(same(joined, wanted, "v1.30.0",
                   "controlplane.cluster.x-k8s.io/kubeadm-cluster-configuration"));
}

}  // namespace
}  // namespace telltale::controlplane
