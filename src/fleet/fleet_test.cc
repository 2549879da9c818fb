// SPDX-License-Identifier: Apache-2.0
#include "fleet/fleet.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "fleet/test_fleet.h"
#include "json/parse.h"

namespace telltale::fleet {
namespace {

constexpr FleetOptions calm{.clusters = 12, .machines = 9, .seed = 3, .unhealthy_percent = 0};
constexpr FleetOptions ailing{.clusters = 40, .machines = 12, .seed = 5, .unhealthy_percent = 40};

// Types whose good status is False.
bool is_negative(std::string_view type) {
  static const std::set<std::string_view> types = {"Deleting",    "Deleted",     "Updating",
                                                   "RollingOut",  "Remediating", "ScalingUp",
                                                   "ScalingDown", "Paused",      "ReplicaFailure"};
  return types.contains(type);
}

TEST(Fleet, IsTheSameForTheSameOptions) {
  EXPECT_EQ(written(ailing), written(ailing));
  FleetOptions other = ailing;
  other.seed = 6;
  EXPECT_NE(written(ailing), written(other));
}

TEST(Fleet, GrowsWithoutChangingItsFirstClusters) {
  FleetOptions larger = ailing;
  larger.clusters = 41;
  EXPECT_TRUE(written(larger).starts_with(written(ailing)));
}

TEST(Fleet, HasTheNumbersItWasAskedFor) {
  const ReadFleet fleet(calm);
  EXPECT_EQ(fleet.of_kind("Cluster").size(), 12U);
  EXPECT_EQ(fleet.of_kind("DockerCluster").size(), 12U);
  EXPECT_EQ(fleet.of_kind("KubeadmControlPlane").size(), 12U);
  for (const std::string_view kind : {"Machine", "DockerMachine", "KubeadmConfig", "Node"}) {
    EXPECT_EQ(fleet.of_kind(kind).size(), 12U * 9) << kind;
  }
  std::size_t control_plane = 0;
  for (const Object* machine : fleet.of_kind("Machine")) {
    control_plane += machine->label("cluster.x-k8s.io/control-plane") != nullptr ? 1U : 0U;
  }
  EXPECT_EQ(control_plane, 12U * 3);
}

TEST(Fleet, HasNoWorkersWhenTheControlPlaneTakesAllMachines) {
  for (const std::size_t machines : {1U, 2U, 3U}) {
    const ReadFleet fleet({.clusters = 1, .machines = machines});
    EXPECT_EQ(fleet.of_kind("Machine").size(), machines);
    EXPECT_TRUE(fleet.of_kind("MachineDeployment").empty());
    const Condition workers = condition_of(*fleet.of_kind("Cluster").front(), "WorkersAvailable");
    EXPECT_EQ(workers.reason, "NoWorkers");
  }
}

TEST(Fleet, IsReadWithoutComplaint) {
  for (const ApiVersion version : {ApiVersion::V1Beta1, ApiVersion::V1Beta2}) {
    for (const Dialect dialect : {Dialect::Upstream, Dialect::Proposal}) {
      FleetOptions options = ailing;
      options.api_version = version;
      options.dialect = dialect;
      const ReadFleet fleet(options);
      EXPECT_TRUE(fleet.object_errors.empty());
      for (const Object& object : fleet.objects) EXPECT_TRUE(object.unreadable.empty());
    }
  }
}

TEST(Fleet, NeverNamesTwoObjectsAlike) {
  const ReadFleet fleet(ailing);
  std::set<std::string> keys, uids;
  for (const Object& object : fleet.objects) {
    const std::string key = format("{} {}/{}", to_text(object.key),
                                   object.key.home.cluster_namespace, object.key.home.cluster_name);
    EXPECT_TRUE(keys.insert(key).second) << key;
    if (object.key.kind == "RemoteConnection") continue;
    EXPECT_TRUE(uids.insert(std::string(object.uid)).second) << key;
    EXPECT_EQ(object.uid.size(), 36U);
  }
}

TEST(Fleet, RefersOnlyToObjectsThatExist) {
  const ReadFleet fleet(ailing);
  for (const Object& object : fleet.objects) {
    const std::string_view home = object.key.namespace_name;
    for (const OwnerRef& owner : object.owners) {
      const Object* found = fleet.find(owner.kind, home, owner.name);
      ASSERT_NE(found, nullptr) << owner.name;
      EXPECT_EQ(found->uid, owner.uid);
      EXPECT_TRUE(owner.controller);
    }
    const json::Tree spec = object.body["spec"];
    for (const json::Tree& of :
         {spec, spec["bootstrap"], spec["template"]["spec"], spec["template"]["spec"]["bootstrap"],
          spec["machineTemplate"]["spec"]}) {
      for (const std::string_view key : {"infrastructureRef", "configRef", "controlPlaneRef"}) {
        if (!of[key]) continue;
        EXPECT_NE(fleet.find(of[key]["kind"].as_string(""), home, of[key]["name"].as_string("")),
                  nullptr);
      }
    }
  }
}

TEST(Fleet, GivesEveryHealthyMachineItsNode) {
  const ReadFleet fleet(calm);
  std::map<std::string, const Object*> nodes;
  for (const Object* node : fleet.of_kind("Node")) {
    nodes[std::string(node->body["spec"]["providerID"].as_string(""))] = node;
  }
  for (const Object* machine : fleet.of_kind("Machine")) {
    const auto at = nodes.find(std::string(machine->body["spec"]["providerID"].as_string("")));
    ASSERT_NE(at, nodes.end());
    const Object& node = *at->second;
    EXPECT_EQ(machine->body["status"]["nodeRef"]["name"].as_string(""), node.key.name);
    EXPECT_EQ(node.key.home.cluster_namespace, machine->key.namespace_name);
    EXPECT_EQ(node.key.home.cluster_name, machine->body["spec"]["clusterName"].as_string(""));
    EXPECT_EQ(node.body["status"]["nodeInfo"]["kubeletVersion"].as_string(""),
              machine->body["spec"]["version"].as_string("-"));
  }
}

// Rollouts are no trouble: Machines of an older set are outdated, and every one is available.
TEST(Fleet, HasNoTroubleWhenNoneIsAskedFor) {
  const ReadFleet fleet(calm);
  EXPECT_TRUE(fleet.of_kind("RemoteConnection").empty());
  const std::set<std::string_view> rollout = {"UpToDate", "MachinesUpToDate", "RollingOut",
                                              "WorkerMachinesUpToDate"};
  for (const Object& object : fleet.objects) {
    EXPECT_FALSE(object.deleting());
    const ConditionList* list = object.conditions_at("status.conditions");
    if (list == nullptr || object.key.kind == "Node") continue;
    for (const Condition& each : list->conditions) {
      if (rollout.contains(each.type)) continue;
      EXPECT_EQ(each.status, is_negative(each.type) ? Status::False : Status::True) << each.type;
      EXPECT_EQ(each.message, "");
    }
  }
}

TEST(Fleet, IsAsOldAsItSays) {
  for (const FleetOptions& options : {calm, ailing}) {
    const ReadFleet fleet(options);
    EXPECT_EQ(format_rfc3339(fleet.newest), format_rfc3339(options.now));
  }
}

TEST(Fleet, StampsEveryConditionWithTheGenerationOfItsObject) {
  const ReadFleet fleet(ailing);
  for (const Object& object : fleet.objects) {
    const ConditionList* list = object.conditions_at("status.conditions");
    if (list == nullptr || object.key.group != "cluster.x-k8s.io") continue;
    for (const Condition& each : list->conditions) {
      EXPECT_EQ(each.observed_generation, object.generation);
    }
  }
}

TEST(Fleet, CountsTheMachinesOfEverySet) {
  const ReadFleet fleet(ailing);
  std::map<std::string_view, std::int64_t> machines, ready;
  for (const Object* machine : fleet.of_kind("Machine")) {
    ++machines[machine->controller()->name];
    const bool is_ready = condition_of(*machine, "Ready").status == Status::True;
    ready[machine->controller()->name] += is_ready ? 1 : 0;
  }
  for (const Object* set : fleet.of_kind("MachineSet")) {
    const json::Tree status = set->body["status"];
    EXPECT_EQ(set->body["spec"]["replicas"].as_int(), machines[set->key.name]);
    EXPECT_EQ(status["replicas"].as_int(), machines[set->key.name]);
    EXPECT_EQ(status["readyReplicas"].as_int(), ready[set->key.name]);
  }
}

TEST(Fleet, KeepsTheOldShapeInV1Beta1) {
  FleetOptions options = calm;
  options.api_version = ApiVersion::V1Beta1;
  const ReadFleet fleet(options);
  const Object& machine = *fleet.of_kind("Machine").front();
  EXPECT_EQ(machine.api_version, "cluster.x-k8s.io/v1beta1");
  EXPECT_EQ(machine.body["status"]["bootstrapReady"].as_bool(), true);
  EXPECT_EQ(machine.body["status"]["infrastructureReady"].as_bool(), true);
  EXPECT_EQ(machine.body["status"]["nodeRef"]["kind"].as_string(), "Node");
  EXPECT_EQ(machine.body["spec"]["infrastructureRef"]["apiVersion"].as_string(),
            "infrastructure.cluster.x-k8s.io/v1beta1");
  EXPECT_EQ(condition_of(machine, "BootstrapReady").status, Status::True);
  EXPECT_EQ(condition_of(machine, "NodeHealthy", "status.v1beta2.conditions").reason,
            "NodeHealthy");
  EXPECT_EQ(fleet.of_kind("DockerMachine").front()->body["status"]["ready"].as_bool(), true);
}

TEST(Fleet, SpeaksTheDialectOfTheProposal) {
  FleetOptions options = calm;
  options.dialect = Dialect::Proposal;
  const ReadFleet now(options);
  const Object& machine = *now.of_kind("Machine").front();
  EXPECT_EQ(condition_of(machine, "NodeHealthy").reason, "Healthy");
  EXPECT_EQ(condition_of(machine, "Deleted").reason, "NotDeleting");
  EXPECT_EQ(condition_of(machine, "Updating").type, "");
  EXPECT_EQ(machine.body["status"]["backCompatibilty"]["phase"].as_string(), "Running");
  EXPECT_EQ(condition_of(*now.of_kind("MachineSet").front(), "ReplicaFailure").status,
            Status::False);
  options.api_version = ApiVersion::V1Beta1;
  const ReadFleet preview(options);
  EXPECT_EQ(condition_of(*preview.of_kind("Machine").front(), "NodeHealthy",
                         "status.experimentalConditions")
                .reason,
            "Healthy");
}

TEST(Fleet, WritesMachinesAsLargeAsRealOnes) {
  const std::string text = written({.clusters = 1, .machines = 100, .format = Format::Ndjson});
  for (const std::string_view line : split(text, '\n')) {
    if (line.find(R"("kind":"Machine")") > 100) continue;
    EXPECT_GT(line.size(), 5000U);
    EXPECT_LT(line.size(), 7500U);
  }
}

TEST(Fleet, SaysTheSameInEveryFormat) {
  FleetOptions options = ailing;
  options.clusters = 3;
  options.format = Format::Json;
  const auto compact = json::parse(written(options));
  options.layout = json::JsonWriter::Layout::Pretty;
  const auto pretty = json::parse(written(options));
  ASSERT_TRUE(compact && pretty);
  EXPECT_EQ(*compact, *pretty);
  options.format = Format::Ndjson;
  const std::string text = written(options);
  ASSERT_TRUE(text.ends_with("}\n"));
  std::vector<std::string_view> lines =
      split(std::string_view(text).substr(0, text.size() - 1), '\n');
  const auto& items = compact->at("items").as_array();
  ASSERT_EQ(lines.size(), items.size());
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(json::parse(lines[i]), items[i]);
}

TEST(Fleet, HandsOnChunksOfBoundedSize) {
  std::size_t chunks = 0, largest = 0;
  write_fleet({.clusters = 5, .machines = 60}, [&](std::string_view chunk) {
    ++chunks;
    largest = std::max(largest, chunk.size());
  });
  EXPECT_GT(chunks, 5U);
  EXPECT_LT(largest, 512U * 1024);
}

TEST(Fleet, LeavesUnreachableClustersWithoutNodes) {
  const ReadFleet fleet(ailing);
  const std::vector<const Object*> lost = fleet.of_kind("RemoteConnection");
  ASSERT_FALSE(lost.empty());
  EXPECT_LT(lost.size(), ailing.clusters / 3);
  for (const Object* connection : lost) {
    EXPECT_EQ(connection->body["status"]["connected"].as_bool(), false);
    const Object* cluster =
        fleet.find("Cluster", connection->key.namespace_name, connection->key.name);
    ASSERT_NE(cluster, nullptr);
    EXPECT_EQ(condition_of(*cluster, "RemoteConnectionProbe").reason, "ProbeFailed");
    for (const Object* node : fleet.of_kind("Node")) {
      EXPECT_NE(node->key.home.cluster_name, connection->key.name);
    }
  }
}

// What a Node says of itself is what its Machine stored.
TEST(Fleet, ShowsTroublesOnNodesToo) {
  const ReadFleet fleet(ailing);
  int pressed = 0, quiet = 0;
  for (const Object* node : fleet.of_kind("Node")) {
    const Object* machine = fleet.find("Machine", node->key.home.cluster_namespace, node->key.name);
    ASSERT_NE(machine, nullptr);
    const Condition ready = condition_of(*node, "Ready");
    EXPECT_EQ(condition_of(*machine, "NodeReady").status, ready.status);
    EXPECT_EQ(condition_of(*machine, "NodeReady").last_transition, ready.last_transition);
    quiet +=
        ready.status == Status::Unknown && ready.message.starts_with("Kubelet stopped") ? 1 : 0;
    pressed += condition_of(*node, "MemoryPressure").status == Status::True ? 1 : 0;
  }
  EXPECT_GT(pressed, 0);
  EXPECT_GT(quiet, 0);
}

TEST(Fleet, StoresWhenADrainStarted) {
  const ReadFleet fleet(ailing);
  int draining = 0;
  for (const Object* machine : fleet.of_kind("Machine")) {
    if (!machine->deleting()) continue;
    ++draining;
    EXPECT_EQ(condition_of(*machine, "Deleting").reason, "DrainingNode");
    EXPECT_TRUE(
        parse_rfc3339(machine->body["status"]["deletion"]["nodeDrainStartTime"].as_string(""))
            .has_value());
  }
  EXPECT_GT(draining, 0);
}

RC_GTEST_PROP(Fleet, IsReadWithoutComplaintForAnySeed, (std::uint64_t seed)) {
  const ReadFleet fleet({.clusters = *rc::gen::inRange<std::size_t>(1, 4),
                         .machines = *rc::gen::inRange<std::size_t>(1, 20),
                         .seed = seed,
                         .unhealthy_percent = *rc::gen::inRange(0U, 101U)});
  RC_ASSERT(fleet.object_errors.empty());
  RC_ASSERT(fleet.newest <= FleetOptions{}.now);
}

TEST(Fleet, RefusesNumbersOutOfRange) {
  EXPECT_TRUE(validate({}).has_value());
  EXPECT_EQ(validate({.clusters = 0}).error().detail,
            "the number of clusters must be between 1 and 100000, not 0");
  EXPECT_EQ(validate({.machines = 1'000'001}).error().detail,
            "the number of machines must be between 1 and 1000000, not 1000001");
  EXPECT_EQ(validate({.unhealthy_percent = 101}).error().detail,
            "the unhealthy percentage must be at most 100, not 101");
}

}  // namespace
}  // namespace telltale::fleet
