// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/platform_surfaces.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/hypershift_nodepool/surfaces.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

// "CloudQuotaExceeded since 09:10:00", or "none": the Machine is the first document.
std::string told_at_noon(const std::vector<std::string>& documents, Platform platform) {
  const World world = world_of(std::vector<std::string_view>(documents.begin(), documents.end()));
  const auto trouble = trouble_of_machine(world, world.objects().front(), platform, at("12:00:00"));
  if (!trouble) return "none";
  return format("{} since {}", clock_name(trouble->failure),
                format_rfc3339(trouble->since).substr(11, 8));
}

// What the infrastructure object alone tells, by more fields of its status.
std::string told_by_status(std::string_view kind, std::string_view status, Platform platform,
                           std::string_view machine_status = "") {
  return told_at_noon({text_of(MachineDocument{.infrastructure = kind, .status = machine_status}),
                       text_of(InfrastructureDocument{.kind = kind, .status = status})},
                      platform);
}

std::string powervs(std::string_view status, std::string_view machine_status = "") {
  return told_by_status("IBMPowerVSMachine", status, Platform::PowerVS, machine_status);
}

TEST(HyperShiftPlatforms, ReadTheFaultOfPowerVSSinceTheMachineWasMade) {
  EXPECT_EQ(powervs(R"("fault": "insufficient processor units available")"),
            "InsufficientCloudCapacity since 09:00:00");
  EXPECT_EQ(powervs(R"("fault": {"code": 500, "details": "insufficient memory available"})"),
            "InsufficientCloudCapacity since 09:00:00");
  EXPECT_EQ(powervs(R"("fault": "something odd")"), "CAPIProviderFailed since 09:00:00");
  EXPECT_EQ(powervs(R"("fault": "something odd")", node_status),
            "CAPIProviderFailed since 12:00:00")
      << "it was well once";
  EXPECT_EQ(powervs(R"("fault": "")"), "none");
  EXPECT_EQ(powervs(R"("fault": 7)"), "none");
}

TEST(HyperShiftPlatforms, TakeOnlyACriticalHealthForAFailure) {
  EXPECT_EQ(powervs(R"("health": "CRITICAL")"), "CAPIProviderFailed since 12:00:00")
      << "nobody tells since when";
  EXPECT_EQ(powervs(R"("health": {"status": "Critical", "reason": "insufficient memory"})"),
            "InsufficientCloudCapacity since 12:00:00");
  for (const std::string_view benign : {"OK", "WARNING", "PENDING", ""}) {
    EXPECT_EQ(powervs(format(R"("health": "{}")", benign)), "none") << benign;
  }
}

TEST(HyperShiftPlatforms, ReadTheStateOfIBMInstances) {
  EXPECT_EQ(powervs(R"("instanceState": "ERROR")"), "CAPIProviderFailed since 12:00:00");
  EXPECT_EQ(powervs(R"("instanceState": "BUILD")"), "none");
  const auto vpc = [](std::string_view status) {
    return told_by_status("IBMVPCMachine", status, Platform::IBMCloud);
  };
  EXPECT_EQ(vpc(R"("instanceState": "failed")"), "CAPIProviderFailed since 12:00:00");
  EXPECT_EQ(vpc(R"("instanceStatus": "failed")"), "CAPIProviderFailed since 12:00:00");
  EXPECT_EQ(vpc(R"("instanceState": "starting")"), "none");
  EXPECT_EQ(told_by_status("AWSMachine", R"("instanceState": "error")", Platform::AWS), "none")
      << "only where the field means that";
}

TEST(HyperShiftPlatforms, ReadTheImageThatAPowerVSMachineIsMadeFrom) {
  const auto told = [](std::string_view reason) {
    return told_at_noon(
        {text_of(MachineDocument{.infrastructure = "IBMPowerVSMachine"}),
         R"({"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "IBMPowerVSMachine",
             "metadata": {"namespace": "clusters-hc", "name": "m1"},
             "spec": {"imageRef": {"name": "rhcos"}}})",
         text_of(InfrastructureDocument{.name = "rhcos",
                                        .kind = "IBMPowerVSImage",
                                        .conditions = Documents{{.type = "ImageImported",
                                                                 .reason = reason,
                                                                 .message = "",
                                                                 .at = "10:30:00"}}})},
        Platform::PowerVS);
  };
  EXPECT_EQ(told("ImageImportFailed"), "MissingCloudResources since 10:30:00");
  EXPECT_EQ(told("ImageQueued"), "none");
}

std::string kubevirt_object(std::string_view kind, std::string_view status,
                            std::string_view place = "clusters-hc") {
  return format(
      R"({{"apiVersion": "kubevirt.io/v1", "kind": "{}", "metadata": {{"namespace": "{}",
          "name": "m1"}}, "status": {{{}}}}})",
      kind, place, status);
}

std::string kubevirt(const std::vector<std::string>& objects, std::string_view spec = "") {
  std::vector<std::string> documents{
      text_of(MachineDocument{.infrastructure = "KubevirtMachine"}),
      format(R"({{"apiVersion": "infrastructure.cluster.x-k8s.io/v1alpha1",
                  "kind": "KubevirtMachine", "metadata": {{"namespace": "clusters-hc",
                  "name": "m1"}}, "spec": {{{}}}}})",
             spec)};
  documents.insert(documents.end(), objects.begin(), objects.end());
  return told_at_noon(documents, Platform::KubeVirt);
}

TEST(HyperShiftPlatforms, ReadWhyAVirtualMachineOfKubeVirtIsNotUp) {
  const auto vm = [](std::string_view status) {
    return kubevirt({kubevirt_object("VirtualMachine", status)});
  };
  const auto printed = [&](std::string_view word) {
    return vm(format(R"("printableStatus": "{}")", word));
  };
  EXPECT_EQ(printed("ErrorUnschedulable"), "InsufficientCloudCapacity since 12:00:00");
  EXPECT_EQ(printed("ErrorPvcNotFound"), "MissingCloudResources since 12:00:00");
  EXPECT_EQ(printed("DataVolumeError"), "CAPIProviderFailed since 12:00:00");
  EXPECT_EQ(printed("CrashLoopBackOff"), "CAPIProviderFailed since 12:00:00");
  for (const std::string_view benign :
       {"Stopped", "Provisioning", "Starting", "Running", "Paused", "Stopping", "Terminating",
        "Migrating", "Unknown", "WaitingForVolumeBinding", "WaitingForReceiver", ""}) {
    EXPECT_EQ(printed(benign), "none") << benign;
  }
  EXPECT_EQ(vm(R"("conditions": [{"type": "Failure", "status": "True", "reason": "FailedCreate",
                 "message": "exceeded quota: compute, requested: limits.cpu=4",
                 "lastTransitionTime": "2026-01-01T11:10:00Z"}])"),
            "CloudQuotaExceeded since 11:10:00");
  EXPECT_EQ(vm(R"("conditions": [{"type": "Failure", "status": "True", "reason": "Odd",
                 "message": "something odd", "lastTransitionTime": "2026-01-01T11:10:00Z"}])"),
            "CAPIProviderFailed since 11:10:00");
  EXPECT_EQ(vm(R"("conditions": [{"type": "Ready", "status": "False", "reason": "GuestNotRunning",
                 "message": "Guest VM is not reported as running",
                 "lastTransitionTime": "2026-01-01T11:10:00Z"}])"),
            "none")
      << "it is not up yet";
}

TEST(HyperShiftPlatforms, ReadWhatTheSchedulerSaysAboutAVirtualMachine) {
  const std::string unscheduled = R"("phase": "Scheduling", "conditions": [
      {"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
       "message": "0/6 nodes are available: 3 Insufficient memory.",
       "lastTransitionTime": "2026-01-01T10:40:00Z"},
      {"type": "Ready", "status": "False", "reason": "GuestNotRunning", "message": "not running",
       "lastTransitionTime": "2026-01-01T09:00:00Z"}])";
  const std::string instance = kubevirt_object("VirtualMachineInstance", unscheduled);
  EXPECT_EQ(kubevirt({instance}), "InsufficientCloudCapacity since 10:40:00");
  EXPECT_EQ(kubevirt({kubevirt_object("VirtualMachine", R"("printableStatus":
                     "ErrorUnschedulable")"),
                      instance}),
            "InsufficientCloudCapacity since 10:40:00");
  EXPECT_EQ(kubevirt({kubevirt_object("VirtualMachineInstance", R"("phase": "Failed")")}),
            "CAPIProviderFailed since 12:00:00");
  EXPECT_EQ(kubevirt({kubevirt_object("VirtualMachineInstance", R"("phase": "Running")")}), "none");
}

TEST(HyperShiftPlatforms, LookForTheVirtualMachineWhereItsTemplateSays) {
  const std::string elsewhere =
      kubevirt_object("VirtualMachine", R"("printableStatus": "ErrorUnschedulable")", "vms");
  const std::string_view spec =
      R"("virtualMachineTemplate": {"metadata": {"namespace": "vms"}, "spec": {}})";
  EXPECT_EQ(kubevirt({elsewhere}, spec), "InsufficientCloudCapacity since 12:00:00");
  EXPECT_EQ(kubevirt({elsewhere}), "none");
}

TEST(HyperShiftPlatforms, ReadTheAgentThatAMachineRunsOn) {
  const auto told = [](std::string_view type, std::string_view reason, std::string_view message) {
    return told_at_noon(
        {text_of(MachineDocument{.infrastructure = "AgentMachine"}),
         text_of(InfrastructureDocument{
             .kind = "AgentMachine",
             .status = R"("agentRef": {"namespace": "hosts", "name": "host-7"})"}),
         format(R"({{"apiVersion": "agent-install.openshift.io/v1beta1", "kind": "Agent",
                     "metadata": {{"namespace": "hosts", "name": "host-7"}},
                     "status": {{"conditions": [{}]}}}})",
                text_of(ConditionDocument{.type = type, .reason = reason, .message = message}))},
        Platform::Agent);
  };
  EXPECT_EQ(told("Installed", "InstallationFailed", "The installation has failed: disk is gone"),
            "CAPIProviderFailed since 10:00:00");
  EXPECT_EQ(told("Validated", "ValidationsFailing", "The agent's validations are failing"),
            "CAPIProviderFailed since 10:00:00");
  EXPECT_EQ(told("Installed", "InstallationInProgress", "The installation is in progress"), "none");
  EXPECT_EQ(told("Installed", "InstallationNotStarted", "The installation has not yet started"),
            "none");
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
