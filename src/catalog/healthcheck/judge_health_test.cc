// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/judge_health.h"

#include <gtest/gtest.h>

#include "catalog/healthcheck/health_check_scenario_for_test.h"
#include "catalog/names.h"

namespace telltale::healthcheck {
namespace {

using std::chrono::minutes;

constexpr std::string_view health = "HealthCheckSucceeded";
const std::string succeeded = stored_condition(health, "True", "HealthCheckSucceeded");

TEST(HealthCheckWorld, CallsAMachineWithAGoodNodeHealthy) {
  HealthCheckScenario scenario;
  scenario.add("m1");
  EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(scenario.condition("m1", health)->message, "");
}

TEST(HealthCheckWorld, Trap27NamesTheReasonOfTheNodesCondition) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1");
  EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyNode");
  EXPECT_EQ(scenario.condition("m1", health)->message,
            "Health check failed:\n"
            "  * Condition Ready on Node is reporting status False with reason KubeletNotReady "
            "for more than 5m0s");
  EXPECT_EQ(scenario.condition("m1", health)->last_transition, scenario.now);
}

TEST(HealthCheckWorld, SaysTheSameOfEitherApiVersionInEitherDialect) {
  std::vector<std::string> messages;
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    for (const Dialect& dialect : {proposal_dialect(), upstream_dialect()}) {
      HealthCheckScenario scenario;
      scenario.settings.dialect = dialect;
      scenario.version = scenario.check_version = version;
      if (version == "v1beta1") {
        scenario.check_spec =
            R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"5m"}])";
      }
      scenario.add_failing("m1");
      EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyNode");
      EXPECT_EQ(scenario.told("m1", "OwnerRemediated"), "False/WaitingForRemediation");
      messages.emplace_back(scenario.condition("m1", health)->message);
    }
  }
  for (const std::string& message : messages) EXPECT_EQ(message, messages.front());
}

TEST(HealthCheckWorld, IsFeltByReady) {
  HealthCheckScenario scenario;
  scenario.add("m1").annotations = R"("cluster.x-k8s.io/remediate-machine":"")";
  EXPECT_EQ(scenario.told("m1", "NodeHealthy"), "True/Healthy");
  EXPECT_EQ(scenario.told("m1", health), "False/HasRemediateAnnotation");
  EXPECT_EQ(scenario.condition("m1", health)->message,
            "Health check failed: marked for remediation via "
            "cluster.x-k8s.io/remediate-machine annotation");
  EXPECT_EQ(scenario.told("m1", "Ready"), "False/NotReady");
  EXPECT_NE(
      scenario.condition("m1", "Ready")->message.find("* HealthCheckSucceeded: Health check "),
      std::string_view::npos);
}

TEST(HealthCheckWorld, LeavesWhatStandsOnAMachineThatNobodyChecks) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1").labels = R"("pool":"b")";
  scenario.beds.back().conditions = succeeded;
  scenario.add_failing("m2").labels = "";
  EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(scenario.told("m2", health), "none");
  EXPECT_EQ(scenario.told("m1", "OwnerRemediated"), "none");
}

TEST(HealthCheckWorld, LeavesMachinesAloneThatAreExceptedByAnnotation) {
  for (const std::string_view name :
       {"cluster.x-k8s.io/skip-remediation", "cluster.x-k8s.io/paused"}) {
    HealthCheckScenario scenario;
    scenario.add_failing("m1").annotations = format(R"("{}":"")", name);
    scenario.beds.back().conditions =
        succeeded + "," + stored_condition("OwnerRemediated", "False", "RemediationDeferred");
    EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded") << name;
    EXPECT_EQ(scenario.told("m1", "OwnerRemediated"), "False/RemediationDeferred") << name;
  }
}

TEST(HealthCheckWorld, ChecksNothingWhileTheClusterOrTheCheckIsPaused) {
  HealthCheckScenario cluster;
  cluster.paused = true;
  cluster.add_failing("m1").conditions = succeeded;
  EXPECT_EQ(cluster.told("m1", health), "True/HealthCheckSucceeded");
  HealthCheckScenario check;
  check.check_annotations = R"("cluster.x-k8s.io/paused":"true")";
  check.add_failing("m1").conditions = succeeded;
  EXPECT_EQ(check.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(check.told("m1", "OwnerRemediated"), "none");
}

TEST(HealthCheckWorld, DoesNotPenalizeWorkersBeforeTheControlPlaneWorks) {
  HealthCheckScenario scenario;
  scenario.plane_initialized = "False";
  scenario.add_failing("worker");
  HealthCheckScenario::Bed& plane = scenario.add_failing("plane");
  plane.labels = R"("pool":"a","cluster.x-k8s.io/control-plane":"")";
  plane.node_ref = plane.node_ready = "";
  EXPECT_EQ(scenario.told("worker", health), "none");
  // The first control plane Machine may be replaced, or nothing would ever start.
  EXPECT_EQ(scenario.told("plane", health), "False/NodeStartupTimeout");
}

TEST(HealthCheckWorld, DoesNotPenalizeAnybodyBeforeTheInfrastructureIsReady) {
  HealthCheckScenario flag;
  flag.infra_provisioned = false;
  flag.add_failing("m1");
  EXPECT_EQ(flag.told("m1", health), "none");
  HealthCheckScenario condition;
  condition.cluster_conditions = "," + stored_condition("InfrastructureReady", "False", "Gone");
  condition.add_failing("m1");
  EXPECT_EQ(condition.told("m1", health), "none");
}

TEST(HealthCheckWorld, TellsOfAMachinesOwnConditionsFirst) {
  HealthCheckScenario scenario;
  scenario.check_spec =
      R"("checks":{"unhealthyMachineConditions":[)"
      R"({"type":"example.com/Disk","status":"False","timeoutSeconds":3600}],)"
      R"("unhealthyNodeConditions":[{"type":"Ready","status":"False","timeoutSeconds":40}]})";
  scenario.add_failing("m1").conditions = stored_condition("example.com/Disk", "False", "Worn");
  scenario.add("m2").conditions = stored_condition("example.com/Disk", "True", "Fine");
  EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyMachine");
  EXPECT_EQ(scenario.condition("m1", health)->message,
            "Health check failed:\n"
            "  * Condition example.com/Disk on Machine is reporting status False with reason Worn "
            "for more than 1h0m0s\n"
            "  * Condition Ready on Node is reporting status False with reason KubeletNotReady "
            "for more than 40s");
  EXPECT_EQ(scenario.told("m2", health), "True/HealthCheckSucceeded");
}

TEST(HealthCheckWorld, SeesConditionsOfTheMachineAsTheyWereJudgedInTheSamePass) {
  HealthCheckScenario scenario;
  scenario.check_spec = R"("checks":{"unhealthyMachineConditions":[)"
                        R"({"type":"NodeReady","status":"False","timeoutSeconds":60}]})";
  scenario.add_failing("m1").conditions = stored_condition("NodeReady", "True", "NodeReady");
  EXPECT_EQ(scenario.told("m1", "NodeReady"), "False/NodeNotReady");
  EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyMachine");
}

TEST(HealthCheckWorld, FindsDeletionUnderTheNameOfEitherDialect) {
  for (const std::string_view type : {"Deleted", "Deleting"}) {
    for (const Dialect& dialect : {proposal_dialect(), upstream_dialect()}) {
      HealthCheckScenario scenario;
      scenario.settings.dialect = dialect;
      scenario.check_spec = format(R"("checks":{{"unhealthyMachineConditions":[)"
                                   R"({{"type":"{}","status":"True","timeoutSeconds":60}}]}})",
                                   type);
      scenario.add("m1").deleted = "2026-01-01T10:00:00Z";
      scenario.beds.back().conditions =
          stored_condition(written_type(dialect, "Machine", "Deleted"), "True", "DrainingNode");
      EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyMachine") << type;
    }
  }
}

TEST(HealthCheckWorld, MissesANodeThatWasDeleted) {
  HealthCheckScenario scenario;
  scenario.add("m1").node_ready = "";
  scenario.add("m2");
  EXPECT_EQ(scenario.told("m1", health), "False/NodeDeleted");
  EXPECT_EQ(scenario.condition("m1", health)->message,
            "Health check failed:\n  * Node node-m1 has been deleted");
}

TEST(HealthCheckWorld, LooksForTheNodeByItsName) {
  HealthCheckScenario scenario;
  scenario.add("m1").node_ref = "another";
  scenario.beds.back().node_ready = "";
  scenario.add("m2").node_ref = "another";
  EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded");
}

TEST(HealthCheckWorld, CountsTheStartOfANodeFromTheLatestThingItWaitedFor) {
  HealthCheckScenario scenario;
  scenario.add("m1").node_ref = "";
  scenario.beds.back().node_ready = "";
  scenario.beds.back().created = "2026-01-01T05:00:00Z";
  // The infrastructure of the Machine came last, at 07:10.
  scenario.now = *parse_rfc3339("2026-01-01T07:20:00Z");
  EXPECT_EQ(scenario.told("m1", health), "none");
  EXPECT_EQ(scenario.judged("m1").wake, *parse_rfc3339("2026-01-01T07:20:01Z"));
  scenario.now += Seconds(1);
  scenario.judge();
  EXPECT_EQ(scenario.told("m1", health), "False/NodeStartupTimeout");
  EXPECT_EQ(scenario.condition("m1", health)->message,
            "Health check failed:\n  * Node failed to report startup in 10m0s");
  scenario.cluster_conditions =
      R"(,{"type":"InfrastructureReady","status":"True","reason":"Ready",)"
      R"("message":"","lastTransitionTime":"2026-01-01T07:15:00Z"})";
  scenario.judge();
  EXPECT_EQ(scenario.told("m1", health), "none");
}

TEST(HealthCheckWorld, WaitsForEverWhereTheStartupTimeoutIsOff) {
  HealthCheckScenario scenario;
  scenario.check_spec = R"("checks":{"nodeStartupTimeoutSeconds":0})";
  scenario.add("m1").node_ref = "";
  scenario.beds.back().node_ready = "";
  EXPECT_EQ(scenario.told("m1", health), "none");
}

TEST(HealthCheckWorld, KeepsTheLastAnswerUntilTheTimeoutIsOver) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1").ready_since = "2026-01-01T11:56:00Z";
  scenario.beds.back().conditions = succeeded;
  EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(scenario.judged("m1").wake, *parse_rfc3339("2026-01-01T12:01:01Z"));
  scenario.now = *parse_rfc3339("2026-01-01T12:01:00Z");
  scenario.judge();
  EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded");
  scenario.now += Seconds(1);
  scenario.judge();
  EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyNode");
}

TEST(HealthCheckWorld, Trap26AnUnreachableNodeFailsAndAnUnreachableClusterSaysNothing) {
  HealthCheckScenario node;
  node.add_failing("m1").node_ready = "Unknown";
  node.beds.back().ready_reason = "NodeStatusUnknown";
  EXPECT_EQ(node.told("m1", health), "False/UnhealthyNode");
  HealthCheckScenario cluster;
  cluster.connection = R"({"connected":false,"lastProbeSuccessTime":"2026-01-01T11:00:00Z"})";
  cluster.add_failing("m1").conditions = succeeded;
  cluster.add_failing("m2");
  EXPECT_EQ(cluster.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(cluster.told("m2", health), "none");
  EXPECT_EQ(cluster.told("m2", "OwnerRemediated"), "none");
}

TEST(HealthCheckWorld, Trap26ADeletingMachineIsJudgedButNeverHandedToItsOwner) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1").deleted = "2026-01-01T11:58:00Z";
  scenario.add("m2").deleted = "2026-01-01T11:58:00Z";
  EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyNode");
  EXPECT_EQ(scenario.told("m1", "OwnerRemediated"), "none");
  EXPECT_EQ(scenario.told("m2", health), "none");
}

TEST(HealthCheckWorld, ConcludesNothingFromNodesThatWereNotCollected) {
  HealthCheckScenario scenario;
  scenario.completeness = Completeness::Partial;
  scenario.nodes = false;
  scenario.add("m1").conditions = succeeded;
  scenario.add("m2");
  EXPECT_EQ(scenario.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(scenario.told("m2", health), "none");
}

TEST(HealthCheckWorld, LetsTheStrictestOfSeveralChecksSpeak) {
  HealthCheckScenario scenario;
  scenario.check_spec = R"("checks":{})";
  scenario.more.emplace_back(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineHealthCheck","metadata":)"
      R"({"namespace":"default","name":"strict"},"spec":{"clusterName":"c1","selector":{},)"
      R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"1m0s"}]}})");
  scenario.add_failing("m1");
  scenario.add("m2");
  EXPECT_EQ(scenario.told("m1", health), "False/UnhealthyNode");
  EXPECT_EQ(scenario.told("m2", health), "True/HealthCheckSucceeded");
}

TEST(HealthCheckWorld, SaysNothingNewTheSecondTime) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1");
  const Condition first = *scenario.condition("m1", health);
  std::string message(first.message);
  for (std::size_t at = message.find('\n'); at != std::string::npos; at = message.find('\n')) {
    message.replace(at, 1, "\\n");
  }
  scenario.beds.back().conditions =
      format(R"({{"type":"HealthCheckSucceeded","status":"False","reason":"UnhealthyNode",)"
             R"("message":"{}","lastTransitionTime":"2026-01-01T11:05:01Z"}})",
             message);
  scenario.judge();
  EXPECT_EQ(scenario.condition("m1", health)->message, first.message);
  EXPECT_EQ(scenario.condition("m1", health)->last_transition,
            *parse_rfc3339("2026-01-01T11:05:01Z"));
}

}  // namespace
}  // namespace telltale::healthcheck
