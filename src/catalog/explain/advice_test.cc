// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classify/classify.h"
#include "classify/corpus_for_test.h"
#include "classify/resource.h"

namespace telltale {
namespace {

using testing::HasSubstr;
using testing::Not;

AdviceNames machine_names() {
  return {.kind = "Machine",
          .name = "web-0",
          .namespace_name = "prod",
          .cluster = "c1",
          .node = "ip-10-0-0-1",
          .infrastructure = {"AWSMachine", "web-0-infra"},
          .bootstrap = {"KubeadmConfig", "web-0-boot"},
          .platform = Platform::AWS};
}

std::string advice(std::string_view condition, std::string_view reason,
                   const AdviceNames& names = machine_names(), std::string_view message = {}) {
  return advice_text(guidance_for(names.kind, condition, reason), names, message);
}

TEST(Advice, PutsInTheNamesOfTheObject) {
  EXPECT_THAT(advice("NodeHealthy", "Deleted"), HasSubstr("kubectl delete machine web-0 -n prod"));
  EXPECT_THAT(advice("NodeHealthy", "Unhealthy"),
              HasSubstr("kubectl --kubeconfig c1.kubeconfig describe node ip-10-0-0-1"));
}

TEST(Advice, PutsInWhatTheObjectRefersTo) {
  EXPECT_THAT(advice("InfrastructureReady", "NotReady"),
              HasSubstr("kubectl describe awsmachine web-0-infra -n prod"));
  EXPECT_THAT(advice("BootstrapConfigReady", "NotReady"),
              HasSubstr("kubectl describe kubeadmconfig web-0-boot -n prod"));
  EXPECT_THAT(advice("BootstrapConfigReady", "InvalidConditionReported"),
              HasSubstr("kubectl get kubeadmconfig web-0-boot -n prod"));
}

TEST(Advice, LeavesOpenWhatNobodyKnows) {
  const AdviceNames names{.kind = "Machine", .name = "web-0", .namespace_name = "prod"};
  EXPECT_THAT(advice("InfrastructureReady", "NotReady", names),
              HasSubstr("describe <infrastructure kind> <name> -n prod"));
  EXPECT_THAT(advice("NodeHealthy", "Unhealthy", names), HasSubstr("describe node <node>"));
}

// A set does not know which of its Machines hangs.
TEST(Advice, DoesNotTakeAnOwnersNameForItsMachines) {
  const AdviceNames set{.kind = "MachineSet", .name = "md-0", .namespace_name = "prod"};
  EXPECT_THAT(advice("Deleted", "Deleting", set), HasSubstr("telltale why machine/<name>"));
  EXPECT_THAT(advice("ScalingUp", "ScalingUp", set), HasSubstr("machineset md-0 -n prod"));
}

TEST(Advice, NeverPutsTextIntoACommandThatAShellWouldObey) {
  for (const std::string_view name : {"$(reboot)", "a b", "x;y", "-rf", "a\nb", "it's", "`id`"}) {
    AdviceNames names = machine_names();
    names.name = name;
    EXPECT_THAT(advice("NodeHealthy", "Deleted", names), HasSubstr("machine <name> -n prod"))
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
  EXPECT_THAT(advice("InfrastructureReady", "InstanceProvisionFailed", machine_names(),
                     "InvalidSubnetID.NotFound: The subnet ID 'subnet-0a1' does not exist"),
              HasSubstr("; the error names the subnet subnet-0a1"));
  const AdviceNames pool{.kind = "NodePool",
                         .name = "np",
                         .namespace_name = "clusters",
                         .cluster = "hc.1",
                         .platform = Platform::GCP};
  EXPECT_THAT(advice("Progressing", "CloudQuotaExceeded", pool,
                     "Cloud quota is exceeded: Quota 'CPUS' exceeded. Recovery: Raise it."),
              testing::AllOf(HasSubstr("kubectl scale nodepool np -n clusters"),
                             HasSubstr("; the error names the quota CPUS")));
  EXPECT_THAT(advice("Progressing", "CAPIProviderFailed", pool), HasSubstr("-n clusters-hc-1 "));
}

// What to do is no error, though it speaks of subnets and roles.
TEST(Advice, DoesNotReadNamesOutOfItself) {
  const AdviceNames pool{.kind = "NodePool", .name = "np", .namespace_name = "clusters"};
  EXPECT_THAT(advice("Progressing", "MissingCloudResources", pool,
                     "Cloud resources are missing. Recovery: Recreate the subnet 'x' not found."),
              Not(HasSubstr("the error names")));
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
        EXPECT_THAT(text, HasSubstr(named->name)) << row.message;
      }
    }
  }
  EXPECT_GE(stuck, 500U);
  EXPECT_GE(naming * 100, stuck * 40) << naming << " of " << stuck;
}

}  // namespace
}  // namespace telltale
