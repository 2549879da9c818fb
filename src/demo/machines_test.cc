// SPDX-License-Identifier: Apache-2.0
#include "demo/machines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "json/print.h"

namespace telltale::demo {
namespace {

constexpr ClusterPlan cloud{.namespace_name = "default",
                            .name = "c1",
                            .version = "v1.33.4",
                            .provider = "AWS",
                            .zone = "eu-west-1b",
                            .control_planes = 1};

MachinePlan worker() {
  return {.cluster = &cloud,
          .name = "c1-md-0-abc",
          .deployment = "c1-md-0",
          .set = "c1-md-0-x",
          .template_name = "t"};
}

ActorContext context() { return {.now = Instant(Seconds(1'767'225'600)), .request = "req-17"}; }

std::string text_of(const Writes& writes, std::string_view kind) {
  const auto found = std::ranges::find_if(
      writes, [&](const Write& write) { return write.document.at("kind").as_string() == kind; });
  return found == writes.end() ? "" : json::print(found->document);
}

std::string machine_text(Life life) {
  return text_of(machine_writes(worker(), life, context()), "Machine");
}

TEST(DemoMachines, HaveAProviderIdOnceThereIsAnInstance) {
  for (const Life life : {Life::Ordered, Life::Refused}) {
    EXPECT_FALSE(machine_text(life).contains("providerID"));
    EXPECT_FALSE(machine_text(life).contains("infrastructureProvisioned"));
  }
  for (const Life life : {Life::Launched, Life::Running, Life::Silent, Life::Leaving}) {
    EXPECT_TRUE(machine_text(life).contains(R"("providerID":"aws:///eu-west-1b/i-)"));
  }
}

TEST(DemoMachines, HaveANodeRefOnceThereIsANode) {
  const Writes launched = machine_writes(worker(), Life::Launched, context());
  EXPECT_FALSE(machine_text(Life::Launched).contains("nodeRef"));
  EXPECT_EQ(text_of(launched, "Node"), "");
  EXPECT_TRUE(machine_text(Life::Running).contains("nodeRef"));
  const Writes running = machine_writes(worker(), Life::Running, context());
  EXPECT_EQ(running.front().document.at("kind"), json::Value("Node")) << "before the nodeRef";
  EXPECT_EQ(running.front().cluster, "default/c1");
}

TEST(DemoMachines, AreRefusedInTheWordsOfTheCloud) {
  const std::string machine =
      text_of(machine_writes(worker(), Life::Refused, context()), "AWSMachine");
  EXPECT_TRUE(machine.contains("RequestID: req-17, api error VcpuLimitExceeded: "));
  EXPECT_TRUE(machine.contains(R"("ready":false)"));
}

TEST(DemoMachines, SayNothingOfTheirNodeThatTheKubeletDidNotSay) {
  const Write silent = node_write(worker(), Life::Silent, context());
  for (const json::Value& said : silent.document.at("status").at("conditions").as_array()) {
    EXPECT_EQ(said.at("status"), json::Value("Unknown"));
    EXPECT_EQ(said.at("message"), json::Value("Kubelet stopped posting node status."));
  }
  const std::string well = json::print(node_write(worker(), Life::Running, context()).document);
  EXPECT_TRUE(well.contains("kubelet is posting ready status"));
  EXPECT_FALSE(well.contains("Unknown"));
}

TEST(DemoMachines, OfTheControlPlaneRunItsPodsAndAreMembersOfEtcd) {
  const MachinePlan plane{.cluster = &cloud, .name = "c1-control-plane-a", .template_name = "t"};
  const Writes writes = machine_writes(plane, Life::Running, context());
  const auto is_pod = [](const Write& write) {
    return write.document.at("kind").as_string() == "Pod";
  };
  EXPECT_EQ(std::ranges::count_if(writes, is_pod), 4);
  EXPECT_TRUE(text_of(writes, "Machine").contains("EtcdMemberHealthy"));
  EXPECT_FALSE(machine_text(Life::Running).contains("conditions")) << "workers are telltale's";
}

TEST(DemoMachines, AreMadeOfWhatWasThereBeforeThem) {
  const Writes writes = new_machine_writes(worker(), Life::Ordered, context());
  EXPECT_EQ(writes.front().document.at("kind"), json::Value("KubeadmConfig"));
  EXPECT_FALSE(json::print(writes.front().document).contains("ownerReferences"));
  EXPECT_TRUE(json::print(writes.back().document).contains("ownerReferences"));
}

TEST(DemoMachines, ArriveWithANodeThatTheCloudClaimsLater) {
  const Writes writes = machine_arrival(worker(), context());
  EXPECT_FALSE(json::print(writes[0].document).contains("providerID"));
  EXPECT_TRUE(json::print(writes[1].document).contains("providerID"));
  EXPECT_EQ(path_of(writes[0]), path_of(writes[1]));
}

TEST(DemoMachines, LeaveDrainedFirstAndGoLast) {
  const Writes departure = machine_departure(worker(), context());
  EXPECT_TRUE(json::print(departure[0].document).contains(R"("unschedulable":true)"));
  EXPECT_TRUE(json::print(departure[1].document).contains("nodeDrainStartTime"));
  EXPECT_EQ(departure.back().verb, Write::Verb::Delete);
  const Writes removal = machine_removal(worker());
  EXPECT_EQ(removal.front().verb, Write::Verb::Delete);
  EXPECT_EQ(removal.back().verb, Write::Verb::Release);
  EXPECT_EQ(path_of(removal.front()), path_of(removal.back()));
}

TEST(DemoMachines, OfPoolsHaveASecretInPlaceOfAConfig) {
  MachinePlan pooled = worker();
  pooled.pool = "clusters/np";
  const Writes writes = machine_writes(pooled, Life::Running, context());
  EXPECT_EQ(text_of(writes, "KubeadmConfig"), "");
  EXPECT_TRUE(text_of(writes, "Machine").contains(R"("hypershift.openshift.io/nodePool")"));
}

}  // namespace
}  // namespace telltale::demo
