// SPDX-License-Identifier: Apache-2.0
#include "report/status_write_fields.h"

#include <gtest/gtest.h>

#include "report/stages_for_test.h"
#include "report/status_write_for_test.h"

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

// One Machine "x" with a Node, in the shape of one version.
struct Written {
  Written(std::string machine, DialectName dialect) : text(std::move(machine)) {
    settings = speaking(dialect);
    world = std::make_unique<LegacyWorld>(std::vector{text, legacy::ready_node("n1")}, settings);
    rules = {.policy = WritePolicy::All, .acted_on = std::nullopt};
  }

  std::optional<StatusWrite> write() {
    Judged& judged = world->judged("Machine", "x");
    const Ownership ownership = read_ownership(text);
    const Capability capability = keeps_all(judged.object->version());
    return status_write({.judged = judged,
                         .ownership = ownership,
                         .capability = capability,
                         .settings = settings,
                         .scene = with_scene ? &world->scene() : nullptr},
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
  Settings settings;
  WriteRules rules;
  bool with_scene = true;
  std::unique_ptr<LegacyWorld> world;
};

const std::string new_machine =
    core("Machine", "x",
         {.spec = R"("providerID":"id-n1")",
          .status = R"("nodeRef":{"name":"n1"},"addresses":[{"type":"InternalIP"}])"});

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
  EXPECT_EQ(machine.at("status.addresses"), "-");
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
