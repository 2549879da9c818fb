// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/node_tables.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "catalog/machine/see_for_test.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::machine {
namespace {

using ladders::now;
using laws::keep;
using laws::mirror;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Seconds grace = std::chrono::minutes(5);

constexpr Condition good_conditions[] = {{.type = "Ready", .status = True},
                                         {.type = "MemoryPressure", .status = False},
                                         {.type = "DiskPressure", .status = False},
                                         {.type = "PIDPressure", .status = False}};
constexpr Condition bad_conditions[] = {{.type = "Ready", .status = False, .message = "no CNI"},
                                        {.type = "MemoryPressure", .status = False},
                                        {.type = "DiskPressure", .status = False},
                                        {.type = "PIDPressure", .status = False}};
constexpr Condition silent_conditions[] = {
    {.type = "Ready", .status = Unknown, .message = "silent"},
    {.type = "MemoryPressure", .status = False},
    {.type = "DiskPressure", .status = False},
    {.type = "PIDPressure", .status = False}};

// A Machine whose Node is present, reachable and healthy; each test bends one thing.
constexpr Seen calm_machine_with_node() {
  Seen seen;
  seen.now = now;
  seen.name = "m1";
  seen.has_node_ref = true;
  seen.node_name = "n1";
  seen.provider_id = "aws:///i-1";
  seen.cluster_namespace = "default";
  seen.cluster_name = "c1";
  seen.infra_provisioned = true;
  seen.control_plane_initialized = True;
  seen.control_plane_initialized_since = now - std::chrono::hours(24);
  seen.connection.last_success = now - Seconds(10);
  seen.grace = grace;
  seen.lookup = Lookup::Found;
  seen.node_conditions = good_conditions;
  seen.ready_reported = seen.health_reported = true;
  seen.infrastructure.kind = "AWSMachine";
  return seen;
}
constexpr Seen calm_with_node = calm_machine_with_node();

static_assert(node_healthy_table.decide(calm_with_node).row->status == True);
static_assert(node_healthy_table.decide(calm_with_node).wake ==
              now - Seconds(10) + grace + Seconds(1));

// Absent, and around the end of the grace period.
Instant choose_grace_time(Choices& choose) {
  return choose.one_of({no_time, now - grace - Seconds(1), now - grace, now - grace + Seconds(1)});
}

void choose_node(Choices& choose, Seen& seen) {
  seen.lookup = choose.one_of({Lookup::Found, Lookup::NotFound, Lookup::NotConnected,
                               Lookup::Failed, Lookup::NotCollected});
  if (seen.lookup != Lookup::Found) return;
  seen.node_health =
      choose.one_of({NodeHealth::Healthy, NodeHealth::Unhealthy, NodeHealth::Unknown});
  if (seen.node_health == NodeHealth::Unhealthy) seen.node_conditions = bad_conditions;
  if (seen.node_health == NodeHealth::Unknown) seen.node_conditions = silent_conditions;
}

template <class Visit>
void every_snapshot(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm_with_node;
    seen.cluster = choose.one_of({Sight::Present, Sight::NotCollected});
    seen.infra_provisioned = choose.flag();
    seen.control_plane_initialized = choose.one_of({True, False, Unknown});
    seen.control_plane_initialized_since = choose_grace_time(choose);
    seen.connection.last_success = choose_grace_time(choose);
    seen.connection.consecutive_failures = choose.one_of<std::int64_t>({4, 5});
    seen.health_reported = choose.flag();
    seen.ready_reported = !seen.health_reported;
    choose_node(choose, seen);
    seen.deleted = choose.one_of({no_time, now - Seconds(1)});
    seen.has_node_ref = choose.flag();
    if (choose.flag()) seen.provider_id = "";
    visit(seen);
  });
}

Told connection_down(const Seen& seen) {
  if (!is_set(seen.connection.last_success)) return set_to(Unknown, "ConnectionDown", "");
  return set_to(Unknown, "ConnectionDown",
                "Last successful probe at " + format_rfc3339(seen.connection.last_success));
}

Told missing_node(const Seen& seen) {
  if (is_set(seen.deleted)) {
    if (!seen.has_node_ref) return set_to(Unknown, "DoesNotExist", "Node does not exist");
    return set_to(False, "Deleted", "Node n1 has been deleted");
  }
  if (seen.has_node_ref) {
    return set_to(False, "Deleted", "Node n1 has been deleted while the Machine still exists");
  }
  if (seen.provider_id.empty()) {
    return set_to(Unknown, "InspectionFailed", "Waiting for AWSMachine to report spec.providerID");
  }
  return set_to(Unknown, "InspectionFailed",
                "Waiting for a Node with spec.providerID aws:///i-1 to exist");
}

// Both conditions go the same way until a Node is found.
template <class Found>
Told ladder(const Seen& seen, bool reported, Found found) {
  if (seen.cluster == Sight::NotCollected) return not_collected();
  if (!seen.infra_provisioned) {
    return set_to(Unknown, "InspectionFailed",
                  "Waiting for Cluster status.initialization.infrastructureProvisioned to be true");
  }
  if (seen.control_plane_initialized != True) {
    return set_to(Unknown, "InspectionFailed",
                  "Waiting for Cluster control plane to be initialized");
  }
  if (!is_set(seen.connection.last_success) && seen.connection.consecutive_failures < 5) {
    if (reported) return keep();
    return set_to(Unknown, "ConnectionDown", "Remote connection not established yet");
  }
  const Instant base = std::max(seen.connection.last_success, seen.control_plane_initialized_since);
  if (base == no_time || base + seen.grace < seen.now) return connection_down(seen);
  switch (seen.lookup) {
    case Lookup::NotConnected:
      return reported ? keep() : connection_down(seen);
    case Lookup::Failed:
      return set_to(Unknown, "InternalError", "Please check controller logs for errors");
    case Lookup::NotCollected:
      return not_collected();
    case Lookup::Found:
      return found();
    case Lookup::NotFound:
      break;
  }
  return missing_node(seen);
}

Told healthy_ladder(const Seen& seen) {
  return ladder(seen, seen.health_reported, [&] {
    if (seen.node_health == NodeHealth::Healthy) return set_to(True, "Healthy");
    if (seen.node_health == NodeHealth::Unknown) {
      return set_to(Unknown, "Unknown", "* Node.Ready: silent");
    }
    return set_to(False, "Unhealthy", "* Node.Ready: no CNI");
  });
}

TEST(NodeHealthy, KeepsTheLawsOfTables) {
  expect_table_laws(node_healthy_table, [](auto visit) { every_snapshot(visit); }, healthy_ladder);
}

TEST(NodeReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      node_ready_table, [](auto visit) { every_snapshot(visit); },
      [](const Seen& seen) { return ladder(seen, seen.ready_reported, mirror); });
}

TEST(NodeHealthy, ShowsTheRowNumbersOfTheSeed) {
  const std::vector<std::string> numbers = row_numbers(node_healthy_table);
  const std::vector<std::string> expected = {"1", "2", "3", "3b", "4",  "5",  "5b", "6",
                                             "7", "8", "9", "10", "11", "12", "13", "14"};
  EXPECT_EQ(numbers, expected);
}

TEST(NodeHealthy, KeepsLastKnownStatusWhileTheConnectionIsBrieflyDown) {
  Seen seen = calm_with_node;
  seen.lookup = Lookup::NotConnected;
  EXPECT_EQ(told_by(node_healthy_table, seen), keep());

  seen.connection.last_success = now - grace - Seconds(1);
  EXPECT_EQ(told_by(node_healthy_table, seen), connection_down(seen));
}

TEST(NodeHealthy, AsksOnlyForItselfWhetherItWasEverReported) {
  Seen seen = calm_with_node;
  seen.lookup = Lookup::NotConnected;
  seen.ready_reported = false;
  EXPECT_EQ(told_by(node_healthy_table, seen), keep());
  EXPECT_EQ(told_by(node_ready_table, seen), connection_down(seen));
  seen.ready_reported = true;
  seen.health_reported = false;
  EXPECT_EQ(told_by(node_healthy_table, seen), connection_down(seen));
  EXPECT_EQ(told_by(node_ready_table, seen), keep());
}

TEST(NodeHealthy, WakesWhenTheGracePeriodEnds) {
  Seen seen = calm_with_node;
  seen.lookup = Lookup::NotConnected;
  const Instant wake = node_healthy_table.decide(seen).wake;
  EXPECT_EQ(wake, seen.connection.last_success + grace + Seconds(1));
  seen.now = wake - Seconds(1);
  EXPECT_EQ(told_by(node_healthy_table, seen), keep());
  seen.now = wake;
  EXPECT_EQ(told_by(node_healthy_table, seen), connection_down(seen));
}

TEST(NodeHealthy, StaleConnectionWinsOverACachedNode) {
  Seen seen = calm_with_node;
  seen.connection.last_success = now - grace - Seconds(1);
  EXPECT_EQ(told_by(node_healthy_table, seen), connection_down(seen));
  EXPECT_EQ(told_by(node_ready_table, seen), connection_down(seen));
}

TEST(NodeHealthy, GraceCountsFromTheLaterOfProbeAndControlPlane) {
  Seen seen = calm_with_node;
  seen.connection.last_success = now - std::chrono::hours(1);
  seen.control_plane_initialized_since = now - std::chrono::minutes(1);
  EXPECT_EQ(told_by(node_healthy_table, seen), set_to(True, "Healthy"));
  EXPECT_EQ(node_healthy_table.decide(seen).wake,
            seen.control_plane_initialized_since + grace + Seconds(1));
}

TEST(NodeHealthy, KeepsTheLastStatusOfAConnectionThatHasNotHadItsFirstFiveProbes) {
  Seen seen = calm_with_node;
  seen.connection.last_success = no_time;
  seen.connection.consecutive_failures = 4;
  seen.lookup = Lookup::NotConnected;
  EXPECT_EQ(told_by(node_healthy_table, seen), keep());
  EXPECT_FALSE(is_set(node_healthy_table.decide(seen).wake));
}

TEST(NodeHealthy, NeverProbedWithFiveFailuresGetsTheGraceOfTheControlPlaneOnly) {
  Seen seen = calm_with_node;
  seen.connection.last_success = no_time;
  seen.connection.consecutive_failures = 5;
  seen.lookup = Lookup::NotConnected;
  seen.control_plane_initialized_since = now - grace;
  EXPECT_EQ(told_by(node_healthy_table, seen), keep());

  seen.control_plane_initialized_since = now - grace - Seconds(1);
  EXPECT_EQ(told_by(node_healthy_table, seen), set_to(Unknown, "ConnectionDown", ""));
}

TEST(NodeHealthy, HasNoMessageWhenNoProbeEverSucceeded) {
  Seen seen = calm_with_node;
  seen.connection.last_success = no_time;
  seen.connection.consecutive_failures = 5;
  seen.control_plane_initialized_since = no_time;
  EXPECT_EQ(told_by(node_healthy_table, seen).message, "");
}

TEST(NodeHealthy, StillLooksAtTheNodeOfAMachineThatIsBeingDeleted) {
  Seen seen = calm_with_node;
  seen.deleted = now - Seconds(1);
  EXPECT_EQ(told_by(node_healthy_table, seen), set_to(True, "Healthy"));
}

TEST(NodeHealthy, ConcludesNothingFromNodesThatWereNotCollected) {
  Seen seen = calm_with_node;
  seen.lookup = Lookup::NotCollected;
  const auto decision = node_healthy_table.decide(seen);
  ASSERT_EQ(decision.row, nullptr);
  ASSERT_NE(decision.not_collected, nullptr);
  EXPECT_EQ(decision.not_collected->evidence(seen),
            "Nodes of Cluster default/c1 were not collected");
  EXPECT_TRUE(is_set(decision.wake));
}

TEST(NodeHealthy, WaitsForAClusterThatDoesNotExist) {
  Seen seen = calm_with_node;
  seen.cluster = Sight::Absent;
  seen.infra_provisioned = false;
  EXPECT_EQ(told_by(node_healthy_table, seen).reason, "InspectionFailed");
}

// From objects to the row: what the snapshot of a small world says.

constexpr std::string_view cluster = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
  "kind": "Cluster", "metadata": {"namespace": "default", "name": "c1"},
  "status": {"initialization": {"infrastructureProvisioned": true},
             "conditions": [{"type": "ControlPlaneInitialized", "status": "True",
                             "reason": "Initialized",
                             "lastTransitionTime": "2026-04-01T00:00:00Z"}]}})";
constexpr std::string_view machine_with_node = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
  "kind": "Machine", "metadata": {"namespace": "default", "name": "m1"},
  "spec": {"clusterName": "c1", "providerID": "aws:///i-1"},
  "status": {"nodeRef": {"name": "n1"}}})";

std::string node(std::string_view name, std::string_view conditions = "") {
  return format(R"({{"apiVersion": "v1", "kind": "Node",
    "metadata": {{"name": "{}", "annotations": {{
      "cluster.x-k8s.io/cluster-name": "c1", "cluster.x-k8s.io/cluster-namespace": "default"}}}},
    "spec": {{"providerID": "aws:///i-1"}}, "status": {{"conditions": [{}]}}}})",
                name, conditions);
}

TEST(NodeHealthy, TwoNodesWithOneProviderIdAreAnInternalError) {
  const World world = world_of({cluster, machine_with_node, node("n1"), node("n2")});
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world)),
            set_to(Unknown, "InternalError", "Please check controller logs for errors"));
}

Settings upstream_settings() {
  Settings settings;
  settings.dialect = upstream_dialect();
  return settings;
}

constexpr std::string_view four_good =
    R"({"type": "Ready", "status": "True"}, {"type": "MemoryPressure", "status": "False"},
       {"type": "DiskPressure", "status": "False"}, {"type": "PIDPressure", "status": "False"})";

TEST(NodeHealthy, CountsNetworkUnavailableWhereTheNodeReportsItAndNotInUpstreamsDialect) {
  const std::string cut_off =
      format(R"({}, {{"type": "NetworkUnavailable", "status": "True", "message": "no route"}})",
             four_good);
  const World world = world_of({cluster, machine_with_node, node("n1", cut_off)});
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world)),
            set_to(False, "Unhealthy", "* Node.NetworkUnavailable: no route"));
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world, upstream_settings())),
            set_to(True, "Healthy"));
  const World silent = world_of({cluster, machine_with_node, node("n1", four_good)});
  EXPECT_EQ(told_by(node_healthy_table, see_m1(silent)), set_to(True, "Healthy"));
}

TEST(NodeHealthy, SumsUpWhatTheSettingsName) {
  const std::string sick = format(R"({}, {{"type": "NetworkUnavailable", "status": "True"}},
             {{"type": "Certified", "status": "False", "message": "no badge"}})",
                                  four_good);
  const World world = world_of({cluster, machine_with_node, node("n1", sick)});
  Settings settings;
  settings.node_conditions = parse_node_conditions("Ready,Certified=True,KernelDeadlock").value();
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world, settings)),
            set_to(False, "Unhealthy", "* Node.Certified: no badge"));
  EXPECT_EQ(node_evidence(see_m1(world, settings)), "Node n1 Ready=True, Certified=False");
  settings.dialect = upstream_dialect();
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world, settings)), set_to(True, "Healthy"));
}

constexpr std::string_view out_of_reach = R"({"apiVersion": "telltale.dev/v1",
  "kind": "RemoteConnection", "metadata": {"namespace": "default", "name": "c1"},
  "status": {"connected": false, "consecutiveFailures": 2}})";

TEST(NodeHealthy, UpstreamAsksForBothConditionsTogether) {
  const std::string half = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
    "kind": "Machine", "metadata": {"namespace": "default", "name": "m1"},
    "spec": {"clusterName": "c1", "providerID": "aws:///i-1"},
    "status": {"nodeRef": {"name": "n1"}, "conditions": [{"type": "NodeHealthy", "status": "True",
      "reason": "Healthy", "message": "", "lastTransitionTime": "2026-04-01T00:00:00Z"}]}})";
  const World world = world_of({cluster, half, out_of_reach});
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world)), keep());
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world, upstream_settings())),
            set_to(Unknown, "ConnectionDown", "Remote connection not established yet"));
}

TEST(NodeReady, MirrorsEvenANodeWithoutReadyCondition) {
  const World world = world_of({cluster, machine_with_node, node("n1")});
  EXPECT_EQ(told_by(node_ready_table, see_m1(world)), mirror());
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world)),
            set_to(Unknown, "Unknown",
                   "* Node.Ready: Condition not yet reported\n"
                   "* Node.MemoryPressure: Condition not yet reported\n"
                   "* Node.DiskPressure: Condition not yet reported\n"
                   "* Node.PIDPressure: Condition not yet reported"));
}

TEST(NodeHealthy, ReadsADroppedConnectionAsNeverProbedWhenNoSuccessIsTold) {
  const World world = world_of({cluster, machine_with_node, R"({"apiVersion": "telltale.dev/v1",
    "kind": "RemoteConnection", "metadata": {"namespace": "default", "name": "c1"},
    "status": {"connected": false, "consecutiveFailures": 2}})"});
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world)),
            set_to(Unknown, "ConnectionDown", "Remote connection not established yet"));
}

TEST(NodeHealthy, CountsTheGraceFromTheProbeThatTheConnectionTells) {
  const World world =
      world_of({cluster, machine_with_node, node("n1"), R"({"apiVersion": "telltale.dev/v1",
    "kind": "RemoteConnection", "metadata": {"namespace": "default", "name": "c1"},
    "status": {"connected": false, "consecutiveFailures": 9,
               "lastProbeSuccessTime": "2026-04-30T23:54:59Z"}})"});
  EXPECT_EQ(told_by(node_healthy_table, see_m1(world)),
            set_to(Unknown, "ConnectionDown", "Last successful probe at 2026-04-30T23:54:59Z"));
}

}  // namespace
}  // namespace telltale::machine
