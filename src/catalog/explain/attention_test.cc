// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/attention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/explain/guidance.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view quota_error =
    "failed to create AWSMachine instance: failed to run instance: operation error EC2: "
    "RunInstances, https response error StatusCode: 400, RequestID: 5f0d6c1e-0000-4000-8000, api "
    "error VcpuLimitExceeded: You have requested more vCPU capacity than your limit of 32 allows.";

// A Machine of a MachineDeployment on AWS, and what tells about its machines.
World aws_world() {
  return world_of({
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Cluster","metadata":{"namespace":"prod",
          "name":"c1"},"spec":{"infrastructureRef":{"apiVersion":
          "infrastructure.cluster.x-k8s.io/v1beta2","kind":"AWSCluster","name":"c1"}}})",
      R"({"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"AWSCluster","metadata":
          {"namespace":"prod","name":"c1"},"spec":{"region":"eu-west-1"}})",
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineDeployment","metadata":
          {"namespace":"prod","name":"md","uid":"d"},"spec":{"clusterName":"c1","replicas":3},
          "status":{"replicas":3,"availableReplicas":2}})",
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineSet","metadata":
          {"namespace":"prod","name":"ms","uid":"s","ownerReferences":[{"apiVersion":
          "cluster.x-k8s.io/v1beta1","kind":"MachineDeployment","name":"md","uid":"d",
          "controller":true}]},"spec":{"clusterName":"c1","replicas":3}})",
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Machine","metadata":
          {"namespace":"prod","name":"m1","uid":"m","ownerReferences":[{"apiVersion":
          "cluster.x-k8s.io/v1beta1","kind":"MachineSet","name":"ms","uid":"s",
          "controller":true}]},"spec":{"clusterName":"c1","infrastructureRef":{"apiVersion":
          "infrastructure.cluster.x-k8s.io/v1beta2","kind":"AWSMachine","name":"m1"}}})",
      R"({"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"AWSMachine","metadata":
          {"namespace":"prod","name":"m1"},"spec":{"instanceType":"g5.xlarge",
          "spotMarketOptions":{}}})",
  });
}

const Object& object_of(const World& world, std::string_view kind) {
  for (const Object& object : world.objects()) {
    if (object.key.kind == kind) return object;
  }
  check(false, "the test asks for an object of its own world");
  return world.objects().front();
}

Judged stuck_machine(const World& world, std::string_view message) {
  const Object& machine = object_of(world, "Machine");
  return {.object = &machine,
          .verdict = Verdict::Stuck,
          .cause = {.condition = "InfrastructureReady",
                    .reason = "InstanceProvisionFailed",
                    .message = message,
                    .because = &machine,
                    .guidance = &guidance_for("Machine", "InfrastructureReady", "X")}};
}

TEST(Attention, SaysTheInnermostCauseAndTheStepWithEveryNameFilledIn) {
  const World world = aws_world();
  const Attention attention = attention_of(world, stuck_machine(world, quota_error));
  EXPECT_EQ(
      attention.what,
      "VcpuLimitExceeded: You have requested more vCPU capacity than your limit of 32 allows");
  EXPECT_EQ(attention.cause, attention.what);
  EXPECT_EQ(attention.step,
            "raise the quota L-3819A6DF in eu-west-1, or kubectl scale "
            "machinedeployments.cluster.x-k8s.io/md -n prod --replicas=2");
  EXPECT_EQ(attention.runbook, "InfrastructureNotReady");
  EXPECT_THAT(attention.documentation, HasSubstr("ec2-resource-limits"));
}

TEST(Attention, OfAnOwnerNamesTheDeepestObjectAndItsError) {
  const World world = aws_world();
  Judged owner = stuck_machine(world, "2 available replicas, at least 3 required");
  owner.object = &object_of(world, "MachineDeployment");
  owner.cause.condition = "Available";
  owner.cause.below = quota_error;
  const Attention attention = attention_of(world, owner);
  EXPECT_EQ(attention.what,
            "2 available replicas, at least 3 required; Machine m1: VcpuLimitExceeded: You have "
            "requested more vCPU capacity than your limit of 32 allows");
  EXPECT_THAT(attention.cause, StartsWith("VcpuLimitExceeded: "));
  EXPECT_THAT(attention.step, StartsWith("raise the quota L-3819A6DF in eu-west-1, or "));
}

// Advice for a MachineSet is about the set, though the trouble lies in a Machine of it.
TEST(Attention, IsAboutTheObjectThatTheAdviceWasWrittenFor) {
  const World world = aws_world();
  Judged owner = stuck_machine(world, "1 of 3");
  owner.object = &object_of(world, "MachineDeployment");
  owner.cause.condition = "Available";
  owner.cause.guidance = &guidance_for("MachineSet", "ScalingUp", "ScalingUp");
  EXPECT_THAT(attention_of(world, owner).step,
              EndsWith(": kubectl describe machinesets.cluster.x-k8s.io/ms -n prod"));
  owner.cause.guidance = &guidance_for("MachineSet", "Deleted", "Deleting");
  EXPECT_THAT(attention_of(world, owner).step,
              EndsWith(": kubectl describe machines.cluster.x-k8s.io/m1 -n prod"));
}

TEST(Attention, HasNoCauseBesideAMessageThatSaysItAll) {
  const World world = aws_world();
  const Attention attention = attention_of(world, stuck_machine(world, "no room for the instance"));
  EXPECT_EQ(attention.what, "no room for the instance");
  EXPECT_EQ(attention.cause, "");
}

TEST(Attention, IsEmptyForWhatIsHealthy) {
  const World world = aws_world();
  Judged judged = stuck_machine(world, quota_error);
  judged.verdict = Verdict::Healthy;
  const Attention attention = attention_of(world, judged);
  EXPECT_EQ(attention.what + attention.step + attention.runbook, "");
}

TEST(Attention, AsksNothingOfAHumanWhereSomethingMoves) {
  const World world = aws_world();
  Judged judged = stuck_machine(world, "1 of 3");
  judged.verdict = Verdict::Working;
  EXPECT_NE(attention_of(world, judged).step, "");
  judged.cause.guidance = &guidance_for("Machine", "Deleted", "Deleting");
  EXPECT_EQ(attention_of(world, judged).step, "");
  judged.cause.guidance = &guidance_for("Machine", "example.com/Other", "Unknown");
  EXPECT_EQ(attention_of(world, judged).step, "");
  judged.verdict = Verdict::Unknown;
  EXPECT_EQ(attention_of(world, judged).step, "");
}

TEST(Attention, LeavesThePartOutThatNobodyKnows) {
  const World world = world_of({R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Machine",
      "metadata":{"namespace":"prod","name":"m1"},"spec":{}})"});
  EXPECT_EQ(attention_of(world, stuck_machine(world, quota_error)).step,
            "raise the vCPU quota, or use fewer or smaller machines");
}

// A Hive deployment that has given up, and one whose last failure nobody knows.
TEST(Attention, OfAStoppedInstallationSaysWhyItsLastAttemptFailed) {
  constexpr std::string_view deployment = R"({"apiVersion":"hive.openshift.io/v1",
      "kind":"ClusterDeployment","metadata":{"namespace":"f","name":"w"},
      "status":{"provisionRef":{"name":"w-1"}}})";
  const World world = world_of({deployment});
  const std::vector<Condition> conditions{{.type = "ProvisionFailed",
                                           .status = Status::True,
                                           .reason = "DNSAlreadyExists",
                                           .message = "DNS record already exists"}};
  Judged judged{.object = &world.objects().front(),
                .conditions = conditions,
                .verdict = Verdict::Stuck,
                .cause = {.condition = "ProvisionStopped",
                          .reason = "InstallAttemptsLimitReached",
                          .message = "Install attempts limit reached"}};
  Attention attention = attention_of(world, judged);
  EXPECT_EQ(attention.what,
            "Install attempts limit reached; last failure: DNSAlreadyExists, DNS record already "
            "exists");
  EXPECT_EQ(attention.cause, "DNSAlreadyExists, DNS record already exists");
  EXPECT_THAT(attention.step, EndsWith(": kubectl get clusterprovisions/w-1 -n f -o yaml"));
  judged.conditions = {};
  attention = attention_of(world, judged);
  EXPECT_EQ(attention.what, "Install attempts limit reached");
  EXPECT_EQ(attention.cause, "");
}

TEST(Attention, OfAPoolThatIsNotAvailableSaysWhatItsMachinesDo) {
  const World world = world_of({R"({"apiVersion":"hypershift.openshift.io/v1beta1",
      "kind":"NodePool","metadata":{"namespace":"c","name":"p"},"spec":{"clusterName":"h"}})"});
  const std::vector<Condition> conditions{
      {.type = "AllMachinesReady",
       .status = Status::False,
       .reason = "X",
       .message = "1 of 2 machines are not ready\nMachine a: WaitingForNodeRef\n"}};
  const Judged judged{
      .object = &world.objects().front(),
      .conditions = conditions,
      .verdict = Verdict::Stuck,
      .cause = {.condition = "Progressing",
                .reason = "MachineDeploymentFailed",
                .message = "MachineDeployment p is not available. Recovery: Look at it."}};
  const Attention attention = attention_of(world, judged);
  EXPECT_EQ(attention.what,
            "MachineDeployment p is not available; AllMachinesReady: 1 of 2 machines are not ready "
            "· Machine a: WaitingForNodeRef");
  EXPECT_EQ(attention.runbook, "MachineDeploymentFailed");
}

TEST(RunbookCommand, IsWhatToTypeForAPage) {
  EXPECT_EQ(runbook_command(runbook_page("docs/runbooks/NodeDeleted.md")),
            "telltale runbook NodeDeleted");
  EXPECT_EQ(runbook_command(runbook_page("docs/runbooks/README.md")), "");
}

}  // namespace
}  // namespace telltale
