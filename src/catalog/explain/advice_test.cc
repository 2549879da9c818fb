// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/advice.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/explain/fill_advice.h"
#include "catalog/explain/typed_name.h"
#include "classify/classify.h"
#include "classify/corpus_for_test.h"
#include "classify/resource.h"

namespace telltale {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

AdviceNames machine_names() {
  return {.group = "cluster.x-k8s.io",
          .kind = "Machine",
          .name = "web-0",
          .namespace_name = "prod",
          .cluster = "c1",
          .node = "ip-10-0-0-1",
          .infrastructure = {"AWSMachine", "web-0-infra"},
          .bootstrap = {"KubeadmConfig", "web-0-boot"},
          .platform = Platform::AWS};
}

AdviceNames pool_names() {
  return {.group = "hypershift.openshift.io",
          .kind = "NodePool",
          .name = "np",
          .namespace_name = "clusters",
          .cluster = "hc.1",
          .platform = Platform::GCP};
}

std::string advice(std::string_view condition, std::string_view reason,
                   const AdviceNames& names = machine_names(), std::string_view message = {}) {
  return advice_text(guidance_for(names.kind, condition, reason), names, message);
}

TEST(Advice, PutsInTheNamesOfTheObject) {
  EXPECT_THAT(advice("NodeHealthy", "Deleted"),
              EndsWith(": kubectl delete machines.cluster.x-k8s.io/web-0 -n prod"));
}

TEST(Advice, GetsTheKubeconfigOfTheWorkloadClusterFirst) {
  EXPECT_THAT(advice("NodeHealthy", "Unhealthy"),
              EndsWith(": clusterctl get kubeconfig c1 -n prod > c1.kubeconfig && "
                       "kubectl --kubeconfig c1.kubeconfig describe node ip-10-0-0-1"));
}

TEST(Advice, PutsInWhatTheObjectRefersTo) {
  EXPECT_THAT(advice("InfrastructureReady", "NotReady"),
              EndsWith(": kubectl describe awsmachine/web-0-infra -n prod"));
  EXPECT_THAT(advice("BootstrapConfigReady", "NotReady"),
              EndsWith(": kubectl describe kubeadmconfig/web-0-boot -n prod"));
  EXPECT_THAT(advice("BootstrapConfigReady", "InvalidConditionReported"),
              EndsWith(": kubectl get kubeadmconfig/web-0-boot -n prod -o yaml"));
}

TEST(Advice, AsksTheObjectItselfWhereNobodyKnowsBetter) {
  const AdviceNames names{
      .group = "cluster.x-k8s.io", .kind = "Machine", .name = "web-0", .namespace_name = "prod"};
  for (const std::string_view condition : {"InfrastructureReady", "NodeHealthy"}) {
    EXPECT_THAT(advice(condition, "NotReady", names),
                EndsWith(": kubectl describe machines.cluster.x-k8s.io/web-0 -n prod"));
  }
}

// Blanks filled in with something plain, with nothing, and with what a shell would obey.
std::vector<AdviceNames> all_sorts_of_names() {
  std::vector<AdviceNames> all = {machine_names(), pool_names(), {}};
  for (const std::string_view hostile : {"$(reboot)", "a b", "x;y", "-rf", "a\nb", "it's", "`id`",
                                         "<name>", "a|b", "a>b", "a&b", "\x1b[31m", "\xff"}) {
    all.push_back({.group = hostile,
                   .kind = hostile,
                   .name = hostile,
                   .namespace_name = hostile,
                   .cluster = hostile,
                   .node = hostile,
                   .infrastructure = {hostile, hostile},
                   .bootstrap = {hostile, hostile},
                   .control_plane = {hostile, hostile},
                   .install = {hostile, hostile},
                   .pre_drain_hook = hostile,
                   .pre_terminate_hook = hostile,
                   .attempt = hostile});
  }
  return all;
}

TEST(Advice, IsFilledInForEveryReasonWhateverIsKnown) {
  for (const Guidance& entry : all_guidance()) {
    EXPECT_TRUE(is_well_formed_advice(entry.advice)) << entry.advice;
    for (const AdviceNames& names : all_sorts_of_names()) {
      for (const std::string_view message :
           {"", "VcpuLimitExceeded: too much", "The subnet ID '<name>' does not exist",
            "InvalidSubnetID.NotFound: The subnet ID ';reboot;' does not exist"}) {
        const std::string text = advice_text(entry, names, message);
        EXPECT_THAT(text, testing::MatchesRegex("[a-z]+ .*[^.:,; ]")) << entry.advice;
        EXPECT_THAT(text, testing::Not(testing::HasSubstr("<"))) << text;
        EXPECT_EQ(text.find_first_of("`$\n\x1b[]"), std::string::npos) << text;
        EXPECT_THAT(text, AllOf(Not(HasSubstr(";y")), Not(HasSubstr(";reboot")))) << text;
      }
    }
  }
}

TEST(Advice, NeverPutsTextIntoACommandThatAShellWouldObey) {
  for (const std::string_view name : {"$(reboot)", "a b", "x;y", "-rf", "a\nb", "it's", "`id`"}) {
    AdviceNames names = machine_names();
    names.name = name;
    EXPECT_THAT(advice("NodeHealthy", "Deleted", names), EndsWith("or replace the Machine"))
        << name;
  }
}

TEST(Advice, NamesTheHookThatIsWaitedFor) {
  AdviceNames names = machine_names();
  names.pre_drain_hook = "pre-drain.delete.hook.machine.cluster.x-k8s.io/backup";
  EXPECT_THAT(advice("Deleted", "WaitingForPreDrainHook", names),
              HasSubstr("pre-drain.delete.hook.machine.cluster.x-k8s.io/backup-"));
}

TEST(Advice, NamesTheComponentOfTheControlPlane) {
  EXPECT_THAT(advice("SchedulerPodHealthy", "X"), HasSubstr("logs kube-scheduler-ip-10-0-0-1"));
}

TEST(Advice, NamesTheResourceOfTheError) {
  EXPECT_EQ(advice("InfrastructureReady", "InstanceProvisionFailed", machine_names(),
                   "InvalidSubnetID.NotFound: The subnet ID 'subnet-0a1' does not exist"),
            "create the subnet subnet-0a1 again, or correct the reference to it: "
            "kubectl get awsmachine/web-0-infra -n prod -o yaml");
  EXPECT_THAT(advice("Progressing", "CAPIProviderFailed", pool_names()),
              EndsWith("kubectl logs -n clusters-hc-1 deployment/capi-provider"));
}

TEST(Advice, NamesQuotaAndRegionAsTheErrorDoes) {
  EXPECT_EQ(advice("Progressing", "CloudQuotaExceeded", pool_names(),
                   "Cloud quota is exceeded: Quota 'CPUS' exceeded. Limit: 24.0 in region "
                   "us-central1. Recovery: Raise it."),
            "raise the quota CPUS in us-central1, or use fewer or smaller machines: "
            "kubectl edit nodepools.hypershift.openshift.io/np -n clusters");
  AdviceNames azure = pool_names();
  azure.platform = Platform::Azure;
  EXPECT_THAT(advice("Progressing", "CloudQuotaExceeded", azure,
                     "Operation could not be completed as it results in exceeding approved "
                     "standardNCASv3_T4Family Cores quota. Additional details - Deployment Model: "
                     "Resource Manager, Location: westeurope, Current Limit: 0"),
              StartsWith("raise the quota standardNCASv3_T4Family Cores in westeurope, or "));
  EXPECT_THAT(advice("Progressing", "CloudQuotaExceeded", pool_names()),
              StartsWith("raise the quota that the error names, or use fewer"));
}

TEST(Advice, FindsTheQuotaOfTheMachineType) {
  AdviceNames names = machine_names();
  names.instance_type = "g5.4xlarge";
  names.region = "eu-west-1";
  EXPECT_EQ(
      advice("InfrastructureReady", "InstanceProvisionFailed", names,
             "VcpuLimitExceeded: You have requested more vCPU capacity than your limit of 32"),
      "raise the quota L-DB2E81BA in eu-west-1, or use fewer or smaller machines");
  names.market = AwsMarket::Spot;
  EXPECT_THAT(advice("InfrastructureReady", "InstanceProvisionFailed", names,
                     "VcpuLimitExceeded: You have requested more vCPU capacity"),
              HasSubstr("L-3819A6DF"));
}

// What to do is no error, though it speaks of subnets and roles.
TEST(Advice, DoesNotReadNamesOutOfItself) {
  EXPECT_THAT(advice("Progressing", "MissingCloudResources", pool_names(),
                     "Cloud resources are missing. Recovery: Recreate the subnet 'x' not found."),
              Not(HasSubstr("subnet")));
}

TEST(Advice, DoesNotReadNamesOutOfWhatNoProviderSaid) {
  EXPECT_THAT(advice("NodeHealthy", "Unhealthy", machine_names(), "image 'a' was not found"),
              Not(HasSubstr("the error names")));
}

TEST(AdviceDocumentation, IsThatOfThePlatformAndTheClass) {
  const auto page = [](const AdviceNames& names, std::string_view message) {
    return advice_documentation(guidance_for("Machine", "InfrastructureReady", "Failed"), names,
                                message);
  };
  EXPECT_THAT(page(machine_names(), "VcpuLimitExceeded: no"), HasSubstr("ec2-resource-limits"));
  EXPECT_EQ(page(machine_names(), "1 of 2 completed"), "");
  EXPECT_EQ(page({.kind = "Machine"}, "VcpuLimitExceeded: no"), "");
}

// Every real message of a class that makes something Stuck: advice about it is there, names the
// resource where the text has one, and leads to documentation where the platform is known.
TEST(Advice, IsThereForTheRealMessages) {
  const std::string folder = TELLTALE_SOURCE_DIR "/benchmarks/corpus/";
  std::size_t stuck = 0;
  std::size_t naming = 0;
  for (const std::string file : {"sample.tsv", "unseen.tsv", "issues.tsv", "unread.tsv"}) {
    for (const LabelledMessage& row : read_corpus(folder + file)) {
      const FailureClass failure = classify(row.message, row.platform).failure;
      if (failure == FailureClass::None || failure == FailureClass::Transient) continue;
      ++stuck;
      AdviceNames names = machine_names();
      names.platform = row.platform;
      const Guidance& guidance = guidance_for("NodePool", "Progressing", to_text(failure));
      ASSERT_EQ(guidance.reason, to_text(failure));
      const std::string text = advice_text(guidance, names, row.message);
      EXPECT_GE(text.size(), 20U);
      const bool known = row.platform != Platform::None && row.platform != Platform::Any;
      EXPECT_EQ(advice_documentation(guidance, names, row.message).empty(), !known) << row.id;
      if (const auto named = resource_named_in(row.message, failure)) {
        ++naming;
        // What a shell might obey is not repeated.
        const bool plain = std::ranges::all_of(split(named->name, ' '), is_plain_name);
        if (plain && failure != FailureClass::CloudQuotaExceeded) {
          EXPECT_THAT(text, HasSubstr(named->name)) << row.message;
        }
      }
    }
  }
  EXPECT_GE(stuck, 500U);
  EXPECT_GE(naming * 100, stuck * 40) << naming << " of " << stuck;
}

TEST(Advice, PutsWhatTheErrorNamesBeforeTheCommand) {
  const Guidance& guidance = guidance_for("NodePool", "Degraded", "LaunchFailure");
  const AdviceNames names{.group = "karpenter.sh", .kind = "NodePool", .name = "gpu"};
  const std::string text = advice_text(
      guidance, names,
      "InsufficientInstanceCapacity: We currently do not have sufficient m6i.xlarge capacity in "
      "the Availability Zone you requested (eu-west-1a)");
  EXPECT_THAT(text, HasSubstr("; the error names the instance type m6i.xlarge: kubectl "));
  EXPECT_THAT(text, testing::EndsWith("=gpu"));
}

}  // namespace
}  // namespace telltale
