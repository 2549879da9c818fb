// SPDX-License-Identifier: Apache-2.0
#include "cli/source/live_load_plan.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

using client::Served;
using client::ServedResource;

ServedResource resource(std::string group, std::string kind, std::string plural) {
  ServedResource made;
  made.group = std::move(group);
  made.version = "v1";
  made.kind = std::move(kind);
  made.plural = std::move(plural);
  made.can_list = made.can_watch = true;
  return made;
}

ServedResource cluster_wide(std::string group, std::string kind, std::string plural) {
  ServedResource made = resource(std::move(group), std::move(kind), std::move(plural));
  made.namespaced = false;
  return made;
}

std::vector<ServedResource> management_cluster() {
  return {
      resource("cluster.x-k8s.io", "Machine", "machines"),
      resource("cluster.x-k8s.io", "ClusterClass", "clusterclasses"),
      resource("infrastructure.cluster.x-k8s.io", "DockerMachine", "dockermachines"),
      resource("hive.openshift.io", "ClusterDeployment", "clusterdeployments"),
      cluster_wide("karpenter.sh", "NodePool", "nodepools"),
      cluster_wide("karpenter.k8s.aws", "EC2NodeClass", "ec2nodeclasses"),
      cluster_wide("apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions"),
      resource("", "Secret", "secrets"),
      resource("", "Pod", "pods"),
      resource("", "ConfigMap", "configmaps"),
      resource("", "Event", "events"),
      cluster_wide("", "Node", "nodes"),
      resource("apps", "Deployment", "deployments"),
      resource("xcluster.x-k8s.io", "Imposter", "imposters")};
}

std::vector<std::string> kinds_of(const LivePlan& plan) {
  std::vector<std::string> kinds;
  for (const PlannedList& list : plan.lists) kinds.push_back(list.resource.kind);
  std::ranges::sort(kinds);
  kinds.erase(std::ranges::unique(kinds).begin(), kinds.end());
  return kinds;
}

const PlannedList* find_list(const LivePlan& plan, std::string_view kind) {
  for (const PlannedList& list : plan.lists) {
    if (list.resource.kind == kind) return &list;
  }
  return nullptr;
}

TEST(LivePlan, ReadsWhatIsJudgedAndWhatThatRefersTo) {
  const std::vector<std::string> expected = {"ClusterClass",
                                             "ClusterDeployment",
                                             "CustomResourceDefinition",
                                             "DockerMachine",
                                             "EC2NodeClass",
                                             "Event",
                                             "Machine",
                                             "Node",
                                             "NodePool"};
  EXPECT_EQ(kinds_of(plan_lists(Served(management_cluster()), "")), expected);
}

TEST(LivePlan, NeverReadsSecretsAndPodsNotEvenWhenAsked) {
  const std::vector<std::string> types = {"secrets", "pods", "configmaps"};
  const LivePlan plan = plan_lists(Served(management_cluster()), "", types);
  EXPECT_EQ(find_list(plan, "Secret"), nullptr);
  EXPECT_EQ(find_list(plan, "Pod"), nullptr);
  EXPECT_EQ(plan.refusals.size(), 2U);
  ASSERT_NE(find_list(plan, "ConfigMap"), nullptr);
  EXPECT_EQ(find_list(plan, "ConfigMap")->need, PlannedList::Need::Asked);
}

TEST(LivePlan, LooksIntoOneNamespaceOnlyWhereReferencesStayInIt) {
  const LivePlan plan = plan_lists(Served(management_cluster()), "prod");
  EXPECT_EQ(find_list(plan, "Machine")->namespace_name, "prod");
  EXPECT_EQ(find_list(plan, "ClusterDeployment")->namespace_name, "prod");
  EXPECT_EQ(find_list(plan, "ClusterClass")->namespace_name, "");
  EXPECT_EQ(find_list(plan, "Node")->namespace_name, "");
  EXPECT_EQ(find_list(plan, "NodePool")->namespace_name, "");
}

TEST(LivePlan, LooksEverywhereWhereHyperShiftKeepsMachinesElsewhere) {
  std::vector<ServedResource> resources = management_cluster();
  resources.push_back(resource("hypershift.openshift.io", "NodePool", "nodepools"));
  const Served served(std::move(resources));
  const LivePlan plan = plan_lists(served, "clusters");
  EXPECT_EQ(find_list(plan, "Machine")->namespace_name, "");
  const PlannedList narrow = narrowed(*find_list(plan, "Machine"), served, "clusters");
  EXPECT_EQ(narrow.namespace_name, "clusters");
  EXPECT_EQ(narrow.extent, PlannedList::Extent::Part);
}

TEST(LivePlan, KnowsWithoutWhatACommandIsInVain) {
  const LivePlan plan = plan_lists(Served(management_cluster()), "");
  EXPECT_EQ(find_list(plan, "Machine")->need, PlannedList::Need::Judged);
  EXPECT_EQ(find_list(plan, "DockerMachine")->need, PlannedList::Need::Helpful);
}

TEST(LivePlan, ListsNarrowerWhereOneMayNotListEverywhere) {
  const Served served(management_cluster());
  const LivePlan plan = plan_lists(served, "");
  const PlannedList machines = narrowed(*find_list(plan, "Machine"), served, "prod");
  EXPECT_EQ(machines.namespace_name, "prod");
  EXPECT_EQ(machines.extent, PlannedList::Extent::Whole);
  EXPECT_EQ(narrowed(*find_list(plan, "Node"), served, "prod"), *find_list(plan, "Node"));
}

TEST(LivePlan, SpellsTargets) {
  PlannedList list{.resource = resource("cluster.x-k8s.io", "Machine", "machines")};
  EXPECT_EQ(target_of(list), "/apis/cluster.x-k8s.io/v1/machines?limit=500");
  list.namespace_name = "prod";
  list.label_selector = "a=b";
  EXPECT_EQ(target_of(list, "x/y"),
            "/apis/cluster.x-k8s.io/v1/namespaces/prod/machines?limit=500&labelSelector=a%3Db&"
            "continue=x%2Fy");
  list.name = "m1";
  EXPECT_EQ(target_of(list), "/apis/cluster.x-k8s.io/v1/namespaces/prod/machines/m1");
}

TEST(LivePlan, ReadsTheVirtualMachinesOfHostedClusters) {
  std::vector<ServedResource> resources = management_cluster();
  resources.push_back(resource("kubevirt.io", "VirtualMachineInstance", "virtualmachineinstances"));
  const LivePlan without = plan_lists(Served(resources), "");
  EXPECT_EQ(find_list(without, "VirtualMachineInstance"), nullptr) << "they are nobody's Machines";
  resources.push_back(resource("hypershift.openshift.io", "NodePool", "nodepools"));
  const LivePlan plan = plan_lists(Served(resources), "");
  const PlannedList* list = find_list(plan, "VirtualMachineInstance");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->label_selector, "capk.cluster.x-k8s.io/kubevirt-machine-name");
}

}  // namespace
}  // namespace telltale::cli
