// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/surfaces.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

// "CloudQuotaExceeded since 09:10:00", or "none".
std::string trouble_told(const World& world, const Object& object, Platform platform) {
  const auto trouble = object.key.kind == "Machine"
                           ? trouble_of_machine(world, object, platform, at("12:00:00"))
                           : trouble_of_set(object, platform, at("12:00:00"));
  if (!trouble) return "none";
  return format("{} since {}", clock_name(trouble->failure),
                format_rfc3339(trouble->since).substr(11, 8));
}

// What the first document has, where the others stand around it.
std::string trouble_told(const std::vector<std::string>& documents,
                         Platform platform = Platform::AWS) {
  const std::vector<std::string_view> views(documents.begin(), documents.end());
  const World world = world_of(views);
  return trouble_told(world, world.objects().front(), platform);
}

std::string told_by_infrastructure(std::string_view kind, const ConditionDocument& condition,
                                   Platform platform) {
  return trouble_told(
      {text_of(MachineDocument{.infrastructure = kind}),
       text_of(InfrastructureDocument{.kind = kind, .conditions = Documents{condition}})},
      platform);
}

TEST(HyperShiftSurfaces, SayNothingAboutAMachineWithoutErrors) {
  EXPECT_EQ(trouble_told({text_of(MachineDocument{})}), "none");
  EXPECT_EQ(trouble_told({text_of(ready_machine("m1"))}), "none");
}

TEST(HyperShiftSurfaces, AreReadOffTheInfrastructureOfEveryPlatform) {
  struct Case {
    std::string_view kind;
    Platform platform;
    ConditionDocument condition;
    std::string_view expected;
  };
  const Case cases[] = {
      {"AWSMachine",
       Platform::AWS,
       {.type = "InstanceReady", .reason = "InstanceProvisionFailed", .message = quota_error},
       "CloudQuotaExceeded"},
      {"AWSMachine",
       Platform::AWS,
       {.type = "SecurityGroupsReady", .reason = "SecurityGroupsSyncFailed", .message = "odd"},
       "CAPIProviderFailed"},
      {"AzureMachine",
       Platform::Azure,
       {.type = "VMRunning", .reason = "VMProvisionFailed", .message = "something odd"},
       "CAPIProviderFailed"},
      {"AzureMachine",
       Platform::Azure,
       {.type = "DisksReady", .reason = "Failed", .message = "something odd"},
       "CAPIProviderFailed"},
      {"AzureMachine",
       Platform::Azure,
       {.type = "VMIdentitiesReady", .reason = "UserAssignedIdentityMissing", .message = ""},
       "MissingCloudResources"},
      {"OpenStackMachine",
       Platform::OpenStack,
       {.type = "InstanceReady", .reason = "InvalidMachineSpec", .message = "something odd"},
       "CAPIProviderFailed"},
      {"OpenStackMachine",
       Platform::OpenStack,
       {.type = "InstanceReady", .reason = "InstanceDeleted", .message = "something odd"},
       "CAPIProviderFailed"},
      {"KubevirtMachine",
       Platform::KubeVirt,
       {.type = "VMProvisioned", .reason = "VMCreateFailed", .message = "something odd"},
       "CAPIProviderFailed"},
      {"AgentMachine",
       Platform::Agent,
       {.type = "AgentReserved", .reason = "NoSuitableAgents", .message = ""},
       "InsufficientCloudCapacity"},
      {"IBMPowerVSMachine",
       Platform::PowerVS,
       {.type = "InstanceReady", .reason = "InstanceErrored", .message = "something odd"},
       "CAPIProviderFailed"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(told_by_infrastructure(one.kind, one.condition, one.platform),
              format("{} since 10:00:00", one.expected))
        << one.kind << " " << one.condition.reason;
    EXPECT_EQ(told_by_infrastructure(one.kind, one.condition, Platform::Any),
              format("{} since 10:00:00", one.expected))
        << one.kind << " where only the kind tells the platform";
  }
}

TEST(HyperShiftSurfaces, TakeWaitingForNoError) {
  const ConditionDocument benign[] = {
      {.type = "Ready", .reason = "WaitingForInfrastructure", .message = "1 of 2 completed"},
      {.type = "InstanceReady", .reason = "InstanceProvisionStarted", .message = ""},
      {.type = "InstanceReady", .reason = "WaitingForBootstrapData", .message = ""},
      {.type = "Paused", .reason = "NotPaused", .message = ""},
      {.type = "InstanceReady",
       .reason = "InstanceProvisionFailed",
       .message = "RequestLimitExceeded: Request limit exceeded."},
  };
  for (const ConditionDocument& one : benign) {
    EXPECT_EQ(told_by_infrastructure("AWSMachine", one, Platform::AWS), "none") << one.reason;
  }
  EXPECT_EQ(told_by_infrastructure("KubevirtMachine",
                                   {.type = "BootstrapExecSucceeded",
                                    .reason = "BootstrapFailed",
                                    .message = "VM not bootstrapped yet"},
                                   Platform::KubeVirt),
            "none");
  EXPECT_EQ(
      told_by_infrastructure("AgentMachine",
                             {.type = "AgentReserved", .reason = "AgentNotYetFound", .message = ""},
                             Platform::Agent),
      "none");
}

TEST(HyperShiftSurfaces, TakeAConditionThatIsTrueOrUnknownForNoError) {
  for (const std::string_view status : {"True", "Unknown"}) {
    EXPECT_EQ(told_by_infrastructure("AWSMachine",
                                     {.type = "InstanceReady",
                                      .status = status,
                                      .reason = "InstanceProvisionFailed",
                                      .message = quota_error},
                                     Platform::AWS),
              "none");
  }
}

TEST(HyperShiftSurfaces, AreReadOffBothListsOfAMachineInBothVersions) {
  for (const std::string_view type : {"InfrastructureReady", "Ready", "BootstrapReady"}) {
    const ConditionDocument error{.type = type, .reason = "Odd", .message = quota_error};
    EXPECT_EQ(trouble_told({text_of(MachineDocument{.conditions = Documents{error}})}),
              "CloudQuotaExceeded since 10:00:00")
        << type;
    const std::string deprecated =
        format(R"("deprecated": {{"v1beta1": {{"conditions": [{}]}}}})", text_of(error));
    EXPECT_EQ(trouble_told({text_of(MachineDocument{.version = "v1beta2", .status = deprecated})}),
              "CloudQuotaExceeded since 10:00:00")
        << type;
  }
  for (const std::string_view type : {"InfrastructureReady", "Ready", "BootstrapConfigReady"}) {
    const ConditionDocument error{.type = type, .reason = "NotReady", .message = quota_error};
    EXPECT_EQ(trouble_told(
                  {text_of(MachineDocument{.version = "v1beta2", .conditions = Documents{error}})}),
              "CloudQuotaExceeded since 10:00:00")
        << type;
    const std::string preview = format(R"("v1beta2": {{"conditions": [{}]}})", text_of(error));
    EXPECT_EQ(trouble_told({text_of(MachineDocument{.status = preview})}),
              "CloudQuotaExceeded since 10:00:00")
        << type;
  }
}

TEST(HyperShiftSurfaces, ReadOfASummaryOnlyWhatIsAboutTheProvider) {
  const ConditionDocument ready{
      .type = "Ready",
      .reason = "NotReady",
      .message = R"(* InfrastructureReady: VcpuLimitExceeded: no more\n* NodeHealthy: Waiting)"};
  EXPECT_EQ(trouble_told(
                {text_of(MachineDocument{.version = "v1beta2", .conditions = Documents{ready}})}),
            "CloudQuotaExceeded since 10:00:00");
  const ConditionDocument other{
      .type = "Ready",
      .reason = "NotReady",
      .message =
          R"(* NodeHealthy: n is not there\n* InfrastructureReady: AWSMachine does not exist)"};
  EXPECT_EQ(trouble_told(
                {text_of(MachineDocument{.version = "v1beta2", .conditions = Documents{other}})}),
            "none");
}

TEST(HyperShiftSurfaces, TakeAMissingObjectForNoMissingCloudResource) {
  const ConditionDocument gone{.type = "InfrastructureReady",
                               .reason = "DoesNotExist",
                               .message = "AWSMachine does not exist"};
  EXPECT_EQ(
      trouble_told({text_of(MachineDocument{.version = "v1beta2", .conditions = Documents{gone}})}),
      "none");
  EXPECT_TRUE(is_object_report("AWSMachine does not exist"));
  EXPECT_FALSE(is_object_report(missing_error));
}

TEST(HyperShiftSurfaces, ReadFailureFieldsSinceTheMachineWasCreated) {
  const std::string fields =
      format(R"("failureReason": "CreateError", "failureMessage": "{}")", quota_error);
  const std::string deprecated = format(R"("deprecated": {{"v1beta1": {{{}}}}})", fields);
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.status = fields})}),
            "CloudQuotaExceeded since 09:00:00");
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.version = "v1beta2", .status = deprecated})}),
            "CloudQuotaExceeded since 09:00:00");
  EXPECT_EQ(
      trouble_told({text_of(MachineDocument{}), text_of(InfrastructureDocument{.status = fields})}),
      "CloudQuotaExceeded since 09:00:00");
  const std::string with_node = format("{}, {}", fields, node_status);
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.status = with_node})}),
            "CloudQuotaExceeded since 12:00:00")
      << "it was well once";
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.status = R"("failureReason": "UpdateError")"})}),
            "CAPIProviderFailed since 09:00:00")
      << "a reason alone is enough";
}

TEST(HyperShiftSurfaces, BelieveATimedConditionBeforeTheCreation) {
  const std::string fields = format(R"("failureMessage": "{}")", quota_error);
  const ConditionDocument error{
      .type = "InfrastructureReady", .reason = "Odd", .message = quota_error, .at = "11:00:00"};
  EXPECT_EQ(
      trouble_told({text_of(MachineDocument{.status = fields, .conditions = Documents{error}})}),
      "CloudQuotaExceeded since 11:00:00");
}

TEST(HyperShiftSurfaces, KeepTheBestRankAndItsEarliestTime) {
  const Documents infrastructure{{.type = "A",
                                  .reason = "InstanceProvisionFailed",
                                  .message = provider_error,
                                  .at = "09:30:00"},
                                 {.type = "B",
                                  .reason = "InstanceProvisionFailed",
                                  .message = missing_error,
                                  .at = "11:00:00"}};
  const Documents machine{
      {.type = "InfrastructureReady", .reason = "Odd", .message = missing_error, .at = "10:30:00"}};
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.conditions = machine}),
                          text_of(InfrastructureDocument{.conditions = infrastructure})}),
            "MissingCloudResources since 10:30:00");
}

TEST(HyperShiftSurfaces, AreNeverOlderThanTheirMachineNorFromTheFuture) {
  const ConditionDocument old{
      .type = "Ready", .reason = "Odd", .message = quota_error, .at = "01:00:00"};
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.conditions = Documents{old}})}),
            "CloudQuotaExceeded since 09:00:00");
  const ConditionDocument future{
      .type = "Ready", .reason = "Odd", .message = quota_error, .at = "13:00:00"};
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.conditions = Documents{future}})}),
            "CloudQuotaExceeded since 12:00:00");
}

TEST(HyperShiftSurfaces, DoNotTakeTheEchoOfATransientErrorForAFailure) {
  const Documents infrastructure{{.type = "InstanceReady",
                                  .reason = "InstanceProvisionFailed",
                                  .message = "Throttling: Rate exceeded"}};
  const Documents machine{
      {.type = "Ready", .reason = "InstanceProvisionFailed", .message = "1 of 2 completed"}};
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.conditions = machine}),
                          text_of(InfrastructureDocument{.conditions = infrastructure})}),
            "none");
  EXPECT_EQ(trouble_told({text_of(MachineDocument{.conditions = machine})}),
            "CAPIProviderFailed since 10:00:00")
      << "the attempt failed, and nobody says why";
}

TEST(HyperShiftSurfaces, OfASetSpeakForMachinesThatCouldNotBeCreated) {
  const auto set = [](std::string_view reason, std::string_view message) {
    return text_of(WorkloadDocument{
        .kind = "MachineSet",
        .conditions =
            Documents{{.type = "MachinesCreated", .reason = reason, .message = message}}});
  };
  for (const std::string_view reason :
       {"MachineCreationFailed", "InfrastructureTemplateCloningFailed",
        "BootstrapTemplateCloningFailed", "PreflightCheckFailed"}) {
    EXPECT_EQ(trouble_told({set(reason, "webhook refused")}), "CAPIProviderFailed since 10:00:00")
        << reason;
  }
  EXPECT_EQ(
      trouble_told({set("MachineCreationFailed", "pods is forbidden: exceeded quota: q, used: 1")}),
      "CloudQuotaExceeded since 10:00:00");
  EXPECT_EQ(trouble_told({text_of(WorkloadDocument{.kind = "MachineSet"})}), "none");
}

TEST(HyperShiftSurfaces, KnowAStepCounter) {
  EXPECT_TRUE(is_step_counter("1 of 2 completed"));
  EXPECT_TRUE(is_step_counter(" 10 of 12 completed "));
  EXPECT_FALSE(is_step_counter("1 of 2 completed: quota exceeded"));
  EXPECT_FALSE(is_step_counter("one of 2 completed"));
  EXPECT_FALSE(is_step_counter(""));
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
