// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write_fields.h"

#include <gtest/gtest.h>

#include "report/status/stages_for_test.h"
#include "report/status/status_write_for_test.h"

// Phases, initialization and the legacy status: what is written only with the judged world at hand.

namespace telltale::stages {
namespace {

Capability keeps_all(std::string_view version) {
  const auto capability = Capability::of(
      parsed(format(R"({{"spec":{{"versions":[{{"name":"{}","served":true,"subresources":)"
                    R"({{"status":{{}}}},"schema":{{"openAPIV3Schema":{{"properties":{{"status":)"
                    R"({{"x-kubernetes-preserve-unknown-fields":true,"properties":{{"conditions":)"
                    R"({{"type":"array","x-kubernetes-list-type":"map",)"
                    R"("x-kubernetes-list-map-keys":["type"],"items":{{)"
                    R"("x-kubernetes-preserve-unknown-fields":true}}}}}}}}}}}}}}}}]}}}})",
                    version)),
      version);
  check(capability.has_value(), "the version is served");
  return *capability;
}

// One object "x" and a Node, in the shape of one version.
struct Written {
  Written(std::string object, DialectName dialect,
          const std::string& node = legacy::ready_node("n1"),
          std::string_view kind_of_it = "Machine")
      : text(std::move(object)), kind(kind_of_it) {
    settings = speaking(dialect);
    std::vector<std::string> documents = {text};
    if (!node.empty()) documents.push_back(node);
    world = std::make_unique<LegacyWorld>(documents, settings);
    rules = {.policy = WritePolicy::All, .acted_on = std::nullopt};
  }

  std::optional<StatusWrite> write() {
    Judged& judged = world->judged(kind, "x");
    const Ownership ownership = read_ownership(text);
    const Capability capability = keeps_all(judged.object->version());
    return status_write({.judged = judged,
                         .ownership = ownership,
                         .capability = capability,
                         .settings = settings,
                         .context = with_scene ? &world->context() : nullptr},
                        rules);
  }
  std::string at(std::string_view path) {
    const auto made = write();
    check(made.has_value(), "there is something to write");
    const json::Value body = parsed(made->body);
    const json::Value* found = convert::find(body, path);
    return found == nullptr ? "-" : json::print(*found);
  }

  std::string text;
  std::string kind;
  Settings settings;
  WriteRules rules;
  bool with_scene = true;
  std::unique_ptr<LegacyWorld> world;
};

const std::string new_machine = core("Machine", "x",
                                     {.spec = R"("providerID":"id-n1")",
                                      .status = R"("nodeRef":{"name":"n1"},"failureDomain":"a")"});

TEST(StatusWriteFields, HoldThePhaseWhereTheDialectHasIt) {
  Written proposal(new_machine, DialectName::Proposal);
  EXPECT_NE(proposal.at("status.backCompatibilty.phase"), "-");
  EXPECT_EQ(proposal.at("status.phase"), "-");
  Written upstream(new_machine, DialectName::Upstream);
  EXPECT_NE(upstream.at("status.phase"), "-");
}

TEST(StatusWriteFields, HoldNothingThatIsOnlyStored) {
  Written machine(new_machine, DialectName::Proposal);
  EXPECT_EQ(machine.at("status.nodeRef"), "-");
  EXPECT_EQ(machine.at("status.failureDomain"), "-");
}

const std::string node_that_tells =
    R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","annotations":{)"
    R"("cluster.x-k8s.io/cluster-name":"c1","cluster.x-k8s.io/cluster-namespace":"default"}},)"
    R"("spec":{"providerID":"id-n1"},"status":{"nodeInfo":{"osImage":"Debian"},)"
    R"("addresses":[{"type":"InternalIP","address":"10.0.0.1"}]}})";

TEST(StatusWriteFields, HoldWhatAMachineCopiesFromItsNode) {
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    Written machine(core("Machine", "x", {.spec = R"("providerID":"id-n1")"}), dialect,
                    node_that_tells);
    EXPECT_EQ(machine.at("status.nodeRef.name"), R"("n1")");
    EXPECT_EQ(machine.at("status.nodeInfo.osImage"), R"("Debian")");
    EXPECT_EQ(machine.at("status.addresses"), R"([{"address":"10.0.0.1","type":"InternalIP"}])");
  }
  Written old(core("Machine", "x", {.spec = R"("providerID":"id-n1")"}, "v1beta1"),
              DialectName::Proposal, node_that_tells);
  EXPECT_EQ(old.at("status.nodeRef.kind"), R"("Node")");
  EXPECT_EQ(old.at("status.nodeInfo.osImage"), R"("Debian")");
}

TEST(StatusWriteFields, KeepWhatWasCopiedFromANodeThatIsGone) {
  const std::string applied =
      R"("managedFields":[{"manager":"telltale","operation":"Apply","apiVersion":)"
      R"("cluster.x-k8s.io/v1beta2","fieldsType":"FieldsV1","subresource":"status","fieldsV1":)"
      R"({"f:status":{"f:nodeRef":{"f:name":{}},"f:nodeInfo":{"f:osImage":{}}}}}])";
  Written machine(core("Machine", "x",
                       {.metadata = applied,
                        .spec = R"("providerID":"id-n1")",
                        .status = R"("nodeRef":{"name":"n1"},"nodeInfo":{"osImage":"Debian"})"}),
                  DialectName::Proposal, "");
  EXPECT_EQ(machine.at("status.nodeRef.name"), R"("n1")");
  EXPECT_EQ(machine.at("status.nodeInfo"), R"({"osImage":"Debian"})");
}

TEST(StatusWriteFields, HoldTheVersionsThatRun) {
  const std::string member =
      core("Machine", "m1",
           {.metadata = legacy::owned_by("MachineSet", "x"), .spec = R"("version":"v1.33.0")"});
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    Written set(core("MachineSet", "x", {}, version), DialectName::Proposal, member, "MachineSet");
    EXPECT_EQ(set.at("status.versions"), R"([{"replicas":1,"version":"v1.33.0"}])") << version;
    const std::string told = R"("versions":[{"version":"v1.33.0","replicas":1}])";
    Written again(core("MachineSet", "x", {.status = told}, version), DialectName::Proposal, "",
                  "MachineSet");
    EXPECT_EQ(again.at("status.versions"), "[]") << version;
  }
}

TEST(StatusWriteFields, HoldWhatOthersActOnOnlyWhereItIsNamed) {
  const std::string started =
      R"("conditions":[{"type":"ControlPlaneInitialized","status":"True","reason":"Initialized",)"
      R"("message":"","lastTransitionTime":"2026-01-01T10:00:00Z"}])";
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    const bool is_old = version == "v1beta1";
    Written cluster(
        core("Cluster", "x", {.status = is_old ? format(R"("v1beta2":{{{}}})", started) : started},
             version),
        DialectName::Upstream, "", "Cluster");
    const std::string_view path =
        is_old ? "status.controlPlaneReady" : "status.initialization.controlPlaneInitialized";
    EXPECT_EQ(cluster.at(path), "true") << version;
    cluster.rules.acted_on = std::vector<std::string>{};
    EXPECT_EQ(cluster.at(path), "-") << version;
    cluster.rules.acted_on = std::vector<std::string>{"ControlPlaneInitialized"};
    EXPECT_EQ(cluster.at(path), "true") << version;
  }
}

TEST(StatusWriteFields, HoldTheLegacyConditionsOfTheVersion) {
  Written machine(new_machine, DialectName::Upstream);
  EXPECT_NE(machine.at("status.deprecated.v1beta1.conditions").find(R"("type":"NodeHealthy")"),
            std::string::npos);
  Written old(machine_documents(DialectName::Upstream).front(), DialectName::Upstream);
  EXPECT_NE(old.at("status.conditions").find(R"("type":"NodeHealthy")"), std::string::npos);
}

TEST(StatusWriteFields, AreLeftAloneWithoutTheWorldOrByTheMissingPolicy) {
  Written machine(new_machine, DialectName::Proposal);
  machine.with_scene = false;
  EXPECT_FALSE(machine.write());
  machine.with_scene = true;
  machine.rules.policy = WritePolicy::Missing;
  EXPECT_FALSE(machine.write());
}

TEST(StatusWriteFields, AreNotWrittenTwice) {
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    Written first(new_machine, dialect);
    json::Value stored = parsed(first.text);
    const auto write = first.write();
    ASSERT_TRUE(write);
    AppliedStatus(stored, parsed(write->body), "status.conditions").apply({});
    Written second(json::print(stored), dialect);
    const auto again = second.write();
    EXPECT_FALSE(again) << to_text(dialect) << (again ? again->body : "");
  }
}

}  // namespace
}  // namespace telltale::stages
