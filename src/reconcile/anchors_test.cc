// SPDX-License-Identifier: Apache-2.0
#include "reconcile/anchors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/kinds.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> anchors(std::string_view document, const Home& home = {}) {
  Arena arena;
  const MoreFields every_kind{.group = {}, .kind = {}, .paths = {}};
  ObjectReader reader(fields_to_read({&every_kind, 1}), arena);
  std::vector<ObjectError> object_errors;
  const json::PaddedCopy text(document);
  auto object = reader.read(text.padded(), {}, object_errors);
  if (!home.is_management()) object->key.home = home;
  return anchors_of(*object);
}

std::string json_of(std::string_view api_version, std::string_view kind, std::string_view metadata,
                    std::string_view more = "") {
  return format(R"({{"apiVersion":"{}","kind":"{}","metadata":{{{}}}{}}})", api_version, kind,
                metadata, more);
}

TEST(Anchors, OfAClusterAndItsMembersAreTheSame) {
  EXPECT_THAT(
      anchors(json_of("cluster.x-k8s.io/v1beta2", "Cluster", R"("namespace":"d","name":"c1")")),
      ElementsAre("capi/d/c1"));
  EXPECT_THAT(anchors(json_of("cluster.x-k8s.io/v1beta2", "Machine",
                              R"("namespace":"d","name":"m1")", R"(,"spec":{"clusterName":"c1"})")),
              ElementsAre("capi/d/c1"));
  EXPECT_THAT(anchors(json_of("infrastructure.cluster.x-k8s.io/v1beta2", "DockerMachine",
                              R"("namespace":"d","name":"i1",)"
                              R"("labels":{"cluster.x-k8s.io/cluster-name":"c1"})")),
              ElementsAre("capi/d/c1"));
  EXPECT_THAT(anchors(json_of("telltale.dev/v1alpha1", "RemoteConnection",
                              R"("namespace":"d","name":"c1")")),
              ElementsAre("capi/d/c1"));
}

TEST(Anchors, OfVirtualMachinesAndAgentsTieThemToTheirMachine) {
  const auto of_kubevirt = [](std::string_view kind) {
    return anchors(json_of("kubevirt.io/v1", kind, R"("namespace":"vms","name":"m1","labels":{
        "capk.cluster.x-k8s.io/kubevirt-machine-name":"m1",
        "capk.cluster.x-k8s.io/kubevirt-machine-namespace":"hc"})"));
  };
  EXPECT_THAT(anchors(json_of("infrastructure.cluster.x-k8s.io/v1alpha1", "KubevirtMachine",
                              R"("namespace":"hc","name":"m1",)"
                              R"("labels":{"cluster.x-k8s.io/cluster-name":"c1"})")),
              ElementsAre("capi/hc/c1", "machine/kubevirt/hc/m1"));
  EXPECT_THAT(of_kubevirt("VirtualMachine"), ElementsAre("machine/kubevirt/hc/m1"));
  EXPECT_THAT(of_kubevirt("VirtualMachineInstance"), ElementsAre("machine/kubevirt/hc/m1"));
  EXPECT_THAT(anchors(json_of("kubevirt.io/v1", "VirtualMachine", R"("namespace":"d","name":"v")")),
              IsEmpty());
  EXPECT_THAT(anchors(json_of("capi-provider.agent-install.openshift.io/v1beta1", "AgentMachine",
                              R"("namespace":"hc","name":"m1")",
                              R"(,"status":{"agentRef":{"namespace":"hosts","name":"h"}})")),
              ElementsAre("machine/agent/hosts/h"));
  EXPECT_THAT(anchors(json_of("agent-install.openshift.io/v1beta1", "Agent",
                              R"("namespace":"hosts","name":"h")")),
              ElementsAre("machine/agent/hosts/h"));
}

TEST(Anchors, OfWorkloadObjectsAreThoseOfTheirCluster) {
  EXPECT_THAT(anchors(json_of("v1", "Node", R"("name":"n1")"), {"d", "c1"}),
              ElementsAre("capi/d/c1"));
}

TEST(Anchors, OfAMachineOfAHostedClusterTieThePoolToTheControlPlaneNamespace) {
  EXPECT_THAT(
      anchors(json_of("hypershift.openshift.io/v1beta1", "NodePool",
                      R"("namespace":"clusters","name":"np")", R"(,"spec":{"clusterName":"hc"})")),
      UnorderedElementsAre("pool/clusters/np", "hosted/clusters/hc",
                           "object/hypershift.openshift.io/NodePool/clusters/np"));
  EXPECT_THAT(anchors(json_of("cluster.x-k8s.io/v1beta1", "Machine",
                              R"("namespace":"clusters-hc","name":"m",)"
                              R"("annotations":{"hypershift.openshift.io/nodePool":"clusters/np"})",
                              R"(,"spec":{"clusterName":"infra"})")),
              UnorderedElementsAre("pool/clusters/np", "capi/clusters-hc/infra"));
}

TEST(Anchors, OfAMemoryAreThoseOfWhatItIsAbout) {
  EXPECT_THAT(anchors(json_of("telltale.dev/v1alpha1", "Memory",
                              R"("namespace":"clusters",)"
                              R"("name":"x")",
                              R"(,"spec":{"of":{"group":"hypershift.openshift.io",)"
                              R"("kind":"NodePool","name":"np"}})")),
              ElementsAre("pool/clusters/np"));
  EXPECT_THAT(anchors(json_of("telltale.dev/v1alpha1", "Memory", R"("namespace":"t","name":"x")",
                              R"(,"spec":{"of":{"group":"karpenter.sh","kind":"NodePool",)"
                              R"("name":"gpu"}})")),
              ElementsAre("karpenter/gpu"));
}

TEST(Anchors, OfKarpentersPoolsAndHivesNamespacesKeepThemApart) {
  EXPECT_THAT(anchors(json_of("karpenter.sh/v1", "NodeClaim",
                              R"("name":"c","labels":{"karpenter.sh/nodepool":"gpu"})")),
              ElementsAre("karpenter/gpu"));
  EXPECT_THAT(anchors(json_of("hive.openshift.io/v1", "ClusterProvision",
                              R"("namespace":"prod","name":"p")")),
              ElementsAre("hive/prod"));
}

TEST(Anchors, AreMissingForWhatManyTreesMayReferTo) {
  EXPECT_THAT(anchors(json_of("infrastructure.cluster.x-k8s.io/v1beta2", "DockerMachineTemplate",
                              R"("namespace":"d","name":"t")")),
              IsEmpty());
  EXPECT_THAT(anchors(json_of("hive.openshift.io/v1", "ClusterImageSet", R"("name":"i")")),
              IsEmpty());
}

TEST(Anchors, OfACertificateAreThoseOfItsClusterWithOrWithoutTheLabel) {
  EXPECT_THAT(anchors(json_of("v1", "Secret", R"("namespace":"d","name":"my-c1-etcd")")),
              ElementsAre("capi/d/my-c1"));
  EXPECT_THAT(anchors(json_of("v1", "Secret", R"("namespace":"d","name":"plain")")), IsEmpty());
}

TEST(Anchors, OfAnEventAreThoseOfASetItIsAboutAndNoneOtherwise) {
  const auto event = [](std::string_view kind) {
    return json_of("v1", "Event", R"("namespace":"d","name":"e")",
                   format(R"(,"involvedObject":{{"apiVersion":"cluster.x-k8s.io/v1beta2",)"
                          R"("kind":"{}","namespace":"d","name":"ms"}})",
                          kind));
  };
  EXPECT_THAT(anchors(event("MachineSet")), ElementsAre("object/cluster.x-k8s.io/MachineSet/d/ms"));
  EXPECT_THAT(anchors(event("Pod")), IsEmpty());
}

TEST(Anchors, OfAJudgedObjectThatNamesNoOtherAreItself) {
  EXPECT_THAT(
      anchors(json_of("cluster.x-k8s.io/v1beta2", "Machine", R"("namespace":"d","name":"m1")")),
      ElementsAre("object/cluster.x-k8s.io/Machine/d/m1"));
}

}  // namespace
}  // namespace telltale
