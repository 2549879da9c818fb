// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

constexpr std::string_view provisioned = R"("ready":true)";
constexpr std::string_view not_provisioned = R"("ready":false)";

// A Machine with both provider objects, which have the given statuses.
std::vector<std::string> machine_with_refs(std::string_view infrastructure, std::string_view config,
                                           Parts parts = {}) {
  parts.spec = refs("m1") + (parts.spec.empty() ? "" : "," + parts.spec);
  return {machine("m1", parts), provider("DockerMachine", "m1", infrastructure),
          provider("Config", "m1", config)};
}

std::string told_of_machine(const std::vector<std::string>& documents, std::string_view type) {
  return LegacyWorld(documents).told("Machine", "m1", type);
}

// A Machine that has all it needs, and a Node.
std::vector<std::string> running(std::string_view node_text, Parts parts = {}) {
  parts.spec = R"("providerID":"id-n1")" + (parts.spec.empty() ? "" : "," + parts.spec);
  parts.status = R"("nodeRef":{"name":"n1"})" + (parts.status.empty() ? "" : "," + parts.status);
  std::vector<std::string> documents = machine_with_refs(provisioned, provisioned, parts);
  if (!node_text.empty()) documents.emplace_back(node_text);
  return documents;
}

TEST(LegacyMachine, CountsTheStepsOfProvisioning) {
  const auto begun = machine_with_refs(not_provisioned, not_provisioned);
  EXPECT_EQ(told_of_machine(begun, "BootstrapReady"), "False WaitingForDataSecret Info");
  EXPECT_EQ(told_of_machine(begun, "InfrastructureReady"), "False WaitingForInfrastructure Info");
  EXPECT_EQ(told_of_machine(begun, "NodeHealthy"), "False WaitingForNodeRef Info");
  EXPECT_EQ(told_of_machine(begun, "Ready"),
            "False WaitingForInfrastructure Info: 0 of 2 completed");
  EXPECT_EQ(told_of_machine(machine_with_refs(not_provisioned, provisioned), "Ready"),
            "False WaitingForInfrastructure Info: 1 of 2 completed");
  EXPECT_EQ(told_of_machine(machine_with_refs(provisioned, provisioned), "Ready"), "True");
}

TEST(LegacyMachine, MirrorsReadyOfItsProviderObjectsWithSeverity) {
  const std::string broken = format(
      R"("conditions":[{}])",
      condition("Ready", "False", R"("severity":"Error","reason":"Broken","message":"no disk")"));
  EXPECT_EQ(told_of_machine(machine_with_refs(broken, provisioned), "InfrastructureReady"),
            "False Broken Error: no disk");
  EXPECT_EQ(told_of_machine(machine_with_refs(provisioned, broken), "BootstrapReady"),
            "False Broken Error: no disk");
  EXPECT_EQ(told_of_machine(running(ready_node("n1")), "Ready"), "True");
}

TEST(LegacyMachine, PutsInfrastructureBeforeBootstrapOfTheSameSeverity) {
  const auto said = [](std::string_view reason, std::string_view severity) {
    return format(
        R"("conditions":[{}])",
        condition("Ready", "False",
                  format(R"("severity":"{}","reason":"{}","message":"m")", severity, reason)));
  };
  const Parts identified{.spec = R"("providerID":"id")"};
  EXPECT_EQ(
      told_of_machine(machine_with_refs(said("Infra", "Info"), said("Boot", "Info"), identified),
                      "Ready"),
      "False Infra Info: m");
  EXPECT_EQ(
      told_of_machine(machine_with_refs(said("Infra", "Info"), said("Boot", "Warning"), identified),
                      "Ready"),
      "False Boot Warning: m");
}

TEST(LegacyMachine, TrustsBootstrapDataThatIsThere) {
  auto documents = machine_with_refs(provisioned, not_provisioned);
  documents.front() =
      machine("m1", {.spec = R"("bootstrap":{"dataSecretName":"s","configRef":{"apiGroup":)"
                             R"("infrastructure.cluster.x-k8s.io","kind":"Config","name":"m1"}})"});
  EXPECT_EQ(told_of_machine(documents, "BootstrapReady"), "True");
  EXPECT_EQ(told_of_machine(documents, "InfrastructureReady"), "");
}

TEST(LegacyMachine, SaysDeletedOfWhatIsGoneWhileItGoes) {
  const std::vector<std::string> gone = {
      machine("m1", {.metadata = std::string(deleting), .spec = refs("m1")})};
  EXPECT_EQ(told_of_machine(gone, "InfrastructureReady"), "False Deleted Info");
  EXPECT_EQ(told_of_machine(gone, "BootstrapReady"), "False Deleted Info");
  const auto going =
      machine_with_refs(not_provisioned, provisioned, {.metadata = std::string(deleting)});
  EXPECT_EQ(told_of_machine(going, "InfrastructureReady"), "False Deleting Info");
}

TEST(LegacyMachine, KeepsWhatIsStoredAboutObjectsNobodyCollected) {
  const std::string stored =
      format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
             condition("InfrastructureReady", "False",
                       R"("severity":"Warning","reason":"Slow","message":"m")"));
  LegacyWorld world({machine("m1", {.spec = refs("m1"), .status = stored})}, {},
                    Completeness::Partial);
  EXPECT_EQ(world.told("Machine", "m1", "InfrastructureReady"), "False Slow Warning: m");
  EXPECT_EQ(world.told("Machine", "m1", "BootstrapReady"), "");
}

TEST(LegacyMachine, ReadsItsStoredConditionsInEitherVersionAndSpelling) {
  const std::string list =
      format(R"("conditions":[{}])",
             condition("Custom", "False", R"("severity":"Error","reason":"Why","message":"m")"));
  const auto custom = [](const std::string& text) { return told_of_machine({text}, "Custom"); };
  EXPECT_EQ(custom(core("Machine", "m1", {.status = list}, "v1beta1")), "False Why Error: m");
  constexpr std::pair<std::string_view, std::string_view> blocks[] = {
      {R"("deprecated":{"v1beta1":{)", "}}"},
      {R"("backCompatibilty":{)", "}"},
      {R"("backCompatibility":{)", "}"}};
  for (const auto& [open, close] : blocks) {
    const std::string status = format("{}{}{}", open, list, close);
    EXPECT_EQ(custom(machine("m1", {.status = status})), "False Why Error: m") << open;
  }
}

TEST(LegacyMachine, JudgesItsNodeByFourConditions) {
  const auto healthy = [](std::string_view conditions) {
    return told_of_machine(running(node("n1", conditions)), "NodeHealthy");
  };
  const std::string ready = condition("Ready", "True");
  EXPECT_EQ(healthy(ready), "True");
  EXPECT_EQ(healthy(ready + "," + condition("DiskPressure", "True") + "," +
                    condition("NetworkUnavailable", "True")),
            "False NodeConditionsFailed Warning: Node condition DiskPressure is True");
  EXPECT_EQ(healthy(condition("MemoryPressure", "True") + "," + condition("Ready", "Unknown")),
            "False NodeConditionsFailed Warning: Node condition MemoryPressure is True. "
            "Node condition Ready is Unknown");
  // Some that are fine outweigh those that nobody knows.
  EXPECT_EQ(healthy(condition("Ready", "Unknown")), "True");
  std::string all;
  for (const std::string_view type : {"MemoryPressure", "DiskPressure", "PIDPressure", "Ready"}) {
    all += (all.empty() ? "" : ",") + condition(type, "Unknown");
  }
  EXPECT_EQ(
      healthy(all),
      "Unknown NodeConditionsFailed: Node condition MemoryPressure is Unknown. Node condition "
      "DiskPressure is Unknown. Node condition PIDPressure is Unknown. Node condition Ready is "
      "Unknown");
}

TEST(LegacyMachine, TellsANodeThatNeverCameFromOneThatIsGone) {
  auto lost = running("");
  EXPECT_EQ(told_of_machine(lost, "NodeHealthy"), "False NodeNotFound Error");
  const auto coming =
      machine_with_refs(provisioned, provisioned, {.spec = R"("providerID":"id-n1")"});
  EXPECT_EQ(told_of_machine(coming, "NodeHealthy"),
            "False NodeProvisioning Warning: Waiting for a node with matching ProviderID to exist");
  const auto going = running("", {.metadata = std::string(deleting)});
  EXPECT_EQ(told_of_machine(going, "NodeHealthy"), "");
}

TEST(LegacyMachine, HasANodeThatGoesWithItsInfrastructure) {
  auto documents = running(ready_node("n1"));
  documents.erase(documents.begin() + 1);
  EXPECT_EQ(told_of_machine(documents, "NodeHealthy"), "False Deleting Info");
  const std::string alone = machine("m1", {.spec = R"("providerID":"id-n1")"});
  EXPECT_EQ(told_of_machine({alone, ready_node("n1")}, "NodeHealthy"), "True");
}

TEST(LegacyMachine, CannotTellWhichOfTwoNodesIsMeant) {
  auto documents = running(ready_node("n1"));
  std::string twin = ready_node("n2");
  twin.replace(twin.find("id-n2"), 5, "id-n1");
  documents.push_back(twin);
  EXPECT_EQ(told_of_machine(documents, "NodeHealthy"),
            "Unknown NodeInspectionFailed: Failed to get the Node for this Machine by ProviderID");
}

TEST(LegacyMachine, TellsAFailedHealthCheckInOneLine) {
  const auto checked = [](std::string_view reason, std::string_view message) {
    return running(
        ready_node("n1"),
        {.status = format(R"("conditions":[{}])",
                          condition("HealthCheckSucceeded", "False",
                                    format(R"("reason":"{}","message":"{}")", reason, message)))});
  };
  const auto unhealthy = checked("UnhealthyNode", R"(Health check failed:\n  * one\n  * two)");
  EXPECT_EQ(told_of_machine(unhealthy, "HealthCheckSucceeded"),
            "False UnhealthyNode Warning: one; two");
  EXPECT_EQ(told_of_machine(unhealthy, "Ready"), "False UnhealthyNode Warning: one; two");
  EXPECT_EQ(told_of_machine(
                checked("NodeDeleted", R"(Health check failed:\n  * Node n1 has been deleted)"),
                "HealthCheckSucceeded"),
            "False NodeNotFound Warning");
  EXPECT_EQ(told_of_machine(checked("HasRemediateAnnotation", "Health check failed: marked"),
                            "HealthCheckSucceeded"),
            "False HasRemediateMachineAnnotation Warning: Marked for remediation via "
            "remediate-machine annotation");
}

TEST(LegacyMachine, TellsItsOwnerOnceAndTakesItBackWhenHealthy) {
  const std::string failed = condition("HealthCheckSucceeded", "False", R"("reason":"R")");
  const std::string waiting = condition("OwnerRemediated", "False", R"("reason":"R")");
  const std::string stored =
      format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
             condition("OwnerRemediated", "False",
                       R"("severity":"Error","reason":"RemediationFailed","message":"m")"));
  const auto owner = [&](const std::string& conditions, const std::string& more) {
    return told_of_machine({machine("m1", {.status = format(R"("conditions":[{}]{}{})", conditions,
                                                            more.empty() ? "" : ",", more)})},
                           "OwnerRemediated");
  };
  EXPECT_EQ(owner(failed + "," + waiting, ""), "False WaitingForRemediation Warning");
  EXPECT_EQ(owner(failed + "," + waiting, stored), "False RemediationFailed Error: m");
  EXPECT_EQ(owner(condition("HealthCheckSucceeded", "True"), stored), "");
}

std::vector<std::string> deleted_at(std::string_view reason, std::string_view message,
                                    std::string_view status = "") {
  return running(
      ready_node("n1"),
      {.metadata = std::string(deleting),
       .status = format(
           R"("conditions":[{}]{}{})",
           condition("Deleted", "True", format(R"("reason":"{}","message":"{}")", reason, message)),
           status.empty() ? "" : ",", status)});
}

TEST(LegacyMachine, GoesThroughTheStepsOfItsDeletion) {
  const auto hook = deleted_at("WaitingForPreDrainHook", "hooks");
  EXPECT_EQ(told_of_machine(hook, "PreDrainDeleteHookSucceeded"), "False WaitingExternalHook Info");
  EXPECT_EQ(told_of_machine(hook, "DrainingSucceeded"), "");

  const auto drain = deleted_at("DrainingNode", "Drain not completed yet (started at T):");
  EXPECT_EQ(told_of_machine(drain, "PreDrainDeleteHookSucceeded"), "True");
  EXPECT_EQ(told_of_machine(drain, "DrainingSucceeded"),
            "False Draining Info: Draining the node before deletion");
  EXPECT_EQ(told_of_machine(drain, "Ready"),
            "False Draining Info: Draining the node before deletion");
  EXPECT_EQ(told_of_machine(
                deleted_at("DrainingNode", R"(Drain not completed yet (started at T):\n* Pod p)"),
                "DrainingSucceeded"),
            "False Draining Info: Drain not completed yet (started at T):\n* Pod p");

  const std::string times = R"("deletion":{"nodeDrainStartTime":"2026-01-01T11:00:00Z",)"
                            R"("waitForNodeVolumeDetachStartTime":"2026-01-01T11:10:00Z"})";
  const auto volumes = deleted_at("WaitingForVolumeDetach", "m", times);
  EXPECT_EQ(told_of_machine(volumes, "DrainingSucceeded"), "True");
  EXPECT_EQ(told_of_machine(volumes, "VolumeDetachSucceeded"),
            "False WaitingForVolumeDetach Info: Waiting for node volumes to be detached");

  const auto end = deleted_at("WaitingForPreTerminateHook", "hooks", times);
  EXPECT_EQ(told_of_machine(end, "VolumeDetachSucceeded"), "True");
  EXPECT_EQ(told_of_machine(end, "PreTerminateDeleteHookSucceeded"),
            "False WaitingExternalHook Info");
  EXPECT_EQ(told_of_machine(deleted_at("WaitingForInfrastructureDeletion", "m", times),
                            "PreTerminateDeleteHookSucceeded"),
            "True");
}

TEST(LegacyMachine, NeverDrainsWhatHadNoNode) {
  const std::vector<std::string> documents = {machine(
      "m1", {.metadata = std::string(deleting),
             .status = format(
                 R"("conditions":[{}])",
                 condition("Deleted", "True", R"("reason":"WaitingForInfrastructureDeletion")"))})};
  EXPECT_EQ(told_of_machine(documents, "PreDrainDeleteHookSucceeded"), "");
  EXPECT_EQ(told_of_machine(documents, "DrainingSucceeded"), "");
  EXPECT_EQ(told_of_machine(documents, "PreTerminateDeleteHookSucceeded"), "True");
}

std::string machine_phase(const std::vector<std::string>& documents) {
  return std::string(LegacyWorld(documents).status("Machine", "m1").phase);
}

TEST(LegacyMachine, GoesThroughItsPhases) {
  EXPECT_EQ(machine_phase({machine("m1")}), "Pending");
  EXPECT_EQ(machine_phase(machine_with_refs(not_provisioned, provisioned)), "Provisioning");
  EXPECT_EQ(
      machine_phase(machine_with_refs(provisioned, provisioned, {.spec = R"("providerID":"p")"})),
      "Provisioned");
  EXPECT_EQ(machine_phase(running(ready_node("n1"))), "Running");
  EXPECT_EQ(machine_phase(
                running(ready_node("n1"),
                        {.status = format(R"("conditions":[{}])", condition("Updating", "True"))})),
            "Updating");
  EXPECT_EQ(machine_phase(running(ready_node("n1"), {.metadata = std::string(deleting)})),
            "Deleting");
}

TEST(LegacyMachine, RemembersAPhaseThatNothingOverrules) {
  EXPECT_EQ(machine_phase({machine("m1", {.status = R"("phase":"Failed")"})}), "Failed");
  EXPECT_EQ(machine_phase({machine("m1", {.status = R"("backCompatibilty":{"phase":"Failed"})"})}),
            "Failed");
}

TEST(LegacyMachine, DatesItsPhaseOnlyWhenItChanges) {
  const auto updated = [](std::string_view status) {
    return LegacyWorld({machine("m1", {.status = std::string(status)})})
        .status("Machine", "m1")
        .last_updated;
  };
  const Instant before = noon - std::chrono::hours{1};
  EXPECT_EQ(updated(R"("phase":"Pending","lastUpdated":"2026-01-01T11:00:00Z")"), before);
  EXPECT_EQ(updated(R"("lastUpdated":"2026-01-01T11:00:00Z")"), noon);
}

TEST(LegacyMachine, LatchesWhatItsProvidersHaveDone) {
  const Latches done =
      LegacyWorld(machine_with_refs(provisioned, provisioned)).status("Machine", "m1").latches;
  EXPECT_EQ(done, (Latches{.bootstrap = true, .infrastructure = true}));
  const Latches remembered =
      LegacyWorld(machine_with_refs(not_provisioned, not_provisioned,
                                    {.status = R"("initialization":{"bootstrapSecretCreated":true,)"
                                               R"("infrastructureProvisioned":false})"}))
          .status("Machine", "m1")
          .latches;
  EXPECT_EQ(remembered, (Latches{.bootstrap = true, .infrastructure = false}));
  EXPECT_EQ(LegacyWorld({machine("m1")}).status("Machine", "m1").latches, Latches{});
}

TEST(LegacyMachine, StaysAsItIsWhilePaused) {
  auto documents = machine_with_refs(
      not_provisioned, not_provisioned,
      {.status = format(R"("phase":"Old","conditions":[{}],)"
                        R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
                        condition("Paused", "True"), condition("Ready", "True"))});
  EXPECT_EQ(machine_phase(documents), "Old");
  EXPECT_EQ(told_of_machine(documents, "Ready"), "True");
  EXPECT_EQ(told_of_machine(documents, "BootstrapReady"), "");
}

}  // namespace
}  // namespace telltale::legacy
