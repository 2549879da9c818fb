// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/judge_health.h"

#include <gtest/gtest.h>

#include "catalog/healthcheck/clinic_for_test.h"
#include "catalog/names.h"

namespace telltale::healthcheck {
namespace {

using std::chrono::minutes;

constexpr std::string_view health = "HealthCheckSucceeded";
const std::string succeeded = stored_condition(health, "True", "HealthCheckSucceeded");

TEST(HealthCheckWorld, CallsAMachineWithAGoodNodeHealthy) {
  Clinic clinic;
  clinic.add("m1");
  EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(clinic.condition("m1", health)->message, "");
}

TEST(HealthCheckWorld, Trap27NamesTheReasonOfTheNodesCondition) {
  Clinic clinic;
  clinic.add_failing("m1");
  EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyNode");
  EXPECT_EQ(clinic.condition("m1", health)->message,
            "Health check failed:\n"
            "  * Condition Ready on Node is reporting status False with reason KubeletNotReady "
            "for more than 5m0s");
  EXPECT_EQ(clinic.condition("m1", health)->last_transition, clinic.now);
}

TEST(HealthCheckWorld, SaysTheSameOfEitherApiVersionInEitherDialect) {
  std::vector<std::string> messages;
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    for (const Dialect& dialect : {proposal_dialect(), upstream_dialect()}) {
      Clinic clinic;
      clinic.settings.dialect = dialect;
      clinic.version = clinic.check_version = version;
      if (version == "v1beta1") {
        clinic.check_spec =
            R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"5m"}])";
      }
      clinic.add_failing("m1");
      EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyNode");
      EXPECT_EQ(clinic.told("m1", "OwnerRemediated"), "False/WaitingForRemediation");
      messages.emplace_back(clinic.condition("m1", health)->message);
    }
  }
  for (const std::string& message : messages) EXPECT_EQ(message, messages.front());
}

TEST(HealthCheckWorld, IsFeltByReady) {
  Clinic clinic;
  clinic.add("m1").annotations = R"("cluster.x-k8s.io/remediate-machine":"")";
  EXPECT_EQ(clinic.told("m1", "NodeHealthy"), "True/Healthy");
  EXPECT_EQ(clinic.told("m1", health), "False/HasRemediateAnnotation");
  EXPECT_EQ(clinic.condition("m1", health)->message,
            "Health check failed: marked for remediation via "
            "cluster.x-k8s.io/remediate-machine annotation");
  EXPECT_EQ(clinic.told("m1", "Ready"), "False/NotReady");
  EXPECT_NE(clinic.condition("m1", "Ready")->message.find("* HealthCheckSucceeded: Health check "),
            std::string_view::npos);
}

TEST(HealthCheckWorld, LeavesWhatStandsOnAMachineThatNobodyChecks) {
  Clinic clinic;
  clinic.add_failing("m1").labels = R"("pool":"b")";
  clinic.beds.back().conditions = succeeded;
  clinic.add_failing("m2").labels = "";
  EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(clinic.told("m2", health), "none");
  EXPECT_EQ(clinic.told("m1", "OwnerRemediated"), "none");
}

TEST(HealthCheckWorld, LeavesMachinesAloneThatAreExceptedByAnnotation) {
  for (const std::string_view name :
       {"cluster.x-k8s.io/skip-remediation", "cluster.x-k8s.io/paused"}) {
    Clinic clinic;
    clinic.add_failing("m1").annotations = format(R"("{}":"")", name);
    clinic.beds.back().conditions =
        succeeded + "," + stored_condition("OwnerRemediated", "False", "RemediationDeferred");
    EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded") << name;
    EXPECT_EQ(clinic.told("m1", "OwnerRemediated"), "False/RemediationDeferred") << name;
  }
}

TEST(HealthCheckWorld, ChecksNothingWhileTheClusterOrTheCheckIsPaused) {
  Clinic cluster;
  cluster.paused = true;
  cluster.add_failing("m1").conditions = succeeded;
  EXPECT_EQ(cluster.told("m1", health), "True/HealthCheckSucceeded");
  Clinic check;
  check.check_annotations = R"("cluster.x-k8s.io/paused":"true")";
  check.add_failing("m1").conditions = succeeded;
  EXPECT_EQ(check.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(check.told("m1", "OwnerRemediated"), "none");
}

TEST(HealthCheckWorld, DoesNotPenalizeWorkersBeforeTheControlPlaneWorks) {
  Clinic clinic;
  clinic.plane_initialized = "False";
  clinic.add_failing("worker");
  Clinic::Bed& plane = clinic.add_failing("plane");
  plane.labels = R"("pool":"a","cluster.x-k8s.io/control-plane":"")";
  plane.node_ref = plane.node_ready = "";
  EXPECT_EQ(clinic.told("worker", health), "none");
  // The first control plane Machine may be replaced, or nothing would ever start.
  EXPECT_EQ(clinic.told("plane", health), "False/NodeStartupTimeout");
}

TEST(HealthCheckWorld, DoesNotPenalizeAnybodyBeforeTheInfrastructureIsReady) {
  Clinic flag;
  flag.infra_provisioned = false;
  flag.add_failing("m1");
  EXPECT_EQ(flag.told("m1", health), "none");
  Clinic condition;
  condition.cluster_conditions = "," + stored_condition("InfrastructureReady", "False", "Gone");
  condition.add_failing("m1");
  EXPECT_EQ(condition.told("m1", health), "none");
}

TEST(HealthCheckWorld, TellsOfAMachinesOwnConditionsFirst) {
  Clinic clinic;
  clinic.check_spec =
      R"("checks":{"unhealthyMachineConditions":[)"
      R"({"type":"example.com/Disk","status":"False","timeoutSeconds":3600}],)"
      R"("unhealthyNodeConditions":[{"type":"Ready","status":"False","timeoutSeconds":40}]})";
  clinic.add_failing("m1").conditions = stored_condition("example.com/Disk", "False", "Worn");
  clinic.add("m2").conditions = stored_condition("example.com/Disk", "True", "Fine");
  EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyMachine");
  EXPECT_EQ(clinic.condition("m1", health)->message,
            "Health check failed:\n"
            "  * Condition example.com/Disk on Machine is reporting status False with reason Worn "
            "for more than 1h0m0s\n"
            "  * Condition Ready on Node is reporting status False with reason KubeletNotReady "
            "for more than 40s");
  EXPECT_EQ(clinic.told("m2", health), "True/HealthCheckSucceeded");
}

TEST(HealthCheckWorld, SeesConditionsOfTheMachineAsTheyWereJudgedInTheSamePass) {
  Clinic clinic;
  clinic.check_spec = R"("checks":{"unhealthyMachineConditions":[)"
                      R"({"type":"NodeReady","status":"False","timeoutSeconds":60}]})";
  clinic.add_failing("m1").conditions = stored_condition("NodeReady", "True", "NodeReady");
  EXPECT_EQ(clinic.told("m1", "NodeReady"), "False/NodeNotReady");
  EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyMachine");
}

TEST(HealthCheckWorld, FindsDeletionUnderTheNameOfEitherDialect) {
  for (const std::string_view type : {"Deleted", "Deleting"}) {
    for (const Dialect& dialect : {proposal_dialect(), upstream_dialect()}) {
      Clinic clinic;
      clinic.settings.dialect = dialect;
      clinic.check_spec = format(R"("checks":{{"unhealthyMachineConditions":[)"
                                 R"({{"type":"{}","status":"True","timeoutSeconds":60}}]}})",
                                 type);
      clinic.add("m1").deleted = "2026-01-01T10:00:00Z";
      clinic.beds.back().conditions =
          stored_condition(written_type(dialect, "Machine", "Deleted"), "True", "DrainingNode");
      EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyMachine") << type;
    }
  }
}

TEST(HealthCheckWorld, MissesANodeThatWasDeleted) {
  Clinic clinic;
  clinic.add("m1").node_ready = "";
  clinic.add("m2");
  EXPECT_EQ(clinic.told("m1", health), "False/NodeDeleted");
  EXPECT_EQ(clinic.condition("m1", health)->message,
            "Health check failed:\n  * Node node-m1 has been deleted");
}

TEST(HealthCheckWorld, LooksForTheNodeByItsName) {
  Clinic clinic;
  clinic.add("m1").node_ref = "another";
  clinic.beds.back().node_ready = "";
  clinic.add("m2").node_ref = "another";
  EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded");
}

TEST(HealthCheckWorld, CountsTheStartOfANodeFromTheLatestThingItWaitedFor) {
  Clinic clinic;
  clinic.add("m1").node_ref = "";
  clinic.beds.back().node_ready = "";
  clinic.beds.back().created = "2026-01-01T05:00:00Z";
  // The infrastructure of the Machine came last, at 07:10.
  clinic.now = *parse_rfc3339("2026-01-01T07:20:00Z");
  EXPECT_EQ(clinic.told("m1", health), "none");
  EXPECT_EQ(clinic.judged("m1").wake, *parse_rfc3339("2026-01-01T07:20:01Z"));
  clinic.now += Seconds(1);
  clinic.judge();
  EXPECT_EQ(clinic.told("m1", health), "False/NodeStartupTimeout");
  EXPECT_EQ(clinic.condition("m1", health)->message,
            "Health check failed:\n  * Node failed to report startup in 10m0s");
  clinic.cluster_conditions = R"(,{"type":"InfrastructureReady","status":"True","reason":"Ready",)"
                              R"("message":"","lastTransitionTime":"2026-01-01T07:15:00Z"})";
  clinic.judge();
  EXPECT_EQ(clinic.told("m1", health), "none");
}

TEST(HealthCheckWorld, WaitsForEverWhereTheStartupTimeoutIsOff) {
  Clinic clinic;
  clinic.check_spec = R"("checks":{"nodeStartupTimeoutSeconds":0})";
  clinic.add("m1").node_ref = "";
  clinic.beds.back().node_ready = "";
  EXPECT_EQ(clinic.told("m1", health), "none");
}

TEST(HealthCheckWorld, KeepsTheLastAnswerUntilTheTimeoutIsOver) {
  Clinic clinic;
  clinic.add_failing("m1").ready_since = "2026-01-01T11:56:00Z";
  clinic.beds.back().conditions = succeeded;
  EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(clinic.judged("m1").wake, *parse_rfc3339("2026-01-01T12:01:01Z"));
  clinic.now = *parse_rfc3339("2026-01-01T12:01:00Z");
  clinic.judge();
  EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded");
  clinic.now += Seconds(1);
  clinic.judge();
  EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyNode");
}

TEST(HealthCheckWorld, Trap26AnUnreachableNodeFailsAndAnUnreachableClusterSaysNothing) {
  Clinic node;
  node.add_failing("m1").node_ready = "Unknown";
  node.beds.back().ready_reason = "NodeStatusUnknown";
  EXPECT_EQ(node.told("m1", health), "False/UnhealthyNode");
  Clinic cluster;
  cluster.connection = R"({"connected":false,"lastProbeSuccessTime":"2026-01-01T11:00:00Z"})";
  cluster.add_failing("m1").conditions = succeeded;
  cluster.add_failing("m2");
  EXPECT_EQ(cluster.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(cluster.told("m2", health), "none");
  EXPECT_EQ(cluster.told("m2", "OwnerRemediated"), "none");
}

TEST(HealthCheckWorld, Trap26ADeletingMachineIsJudgedButNeverHandedToItsOwner) {
  Clinic clinic;
  clinic.add_failing("m1").deleted = "2026-01-01T11:58:00Z";
  clinic.add("m2").deleted = "2026-01-01T11:58:00Z";
  EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyNode");
  EXPECT_EQ(clinic.told("m1", "OwnerRemediated"), "none");
  EXPECT_EQ(clinic.told("m2", health), "none");
}

TEST(HealthCheckWorld, ConcludesNothingFromNodesThatWereNotCollected) {
  Clinic clinic;
  clinic.completeness = Completeness::Partial;
  clinic.nodes = false;
  clinic.add("m1").conditions = succeeded;
  clinic.add("m2");
  EXPECT_EQ(clinic.told("m1", health), "True/HealthCheckSucceeded");
  EXPECT_EQ(clinic.told("m2", health), "none");
}

TEST(HealthCheckWorld, LetsTheStrictestOfSeveralChecksSpeak) {
  Clinic clinic;
  clinic.check_spec = R"("checks":{})";
  clinic.more.emplace_back(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineHealthCheck","metadata":)"
      R"({"namespace":"default","name":"strict"},"spec":{"clusterName":"c1","selector":{},)"
      R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"1m0s"}]}})");
  clinic.add_failing("m1");
  clinic.add("m2");
  EXPECT_EQ(clinic.told("m1", health), "False/UnhealthyNode");
  EXPECT_EQ(clinic.told("m2", health), "True/HealthCheckSucceeded");
}

TEST(HealthCheckWorld, SaysNothingNewTheSecondTime) {
  Clinic clinic;
  clinic.add_failing("m1");
  const Condition first = *clinic.condition("m1", health);
  std::string message(first.message);
  for (std::size_t at = message.find('\n'); at != std::string::npos; at = message.find('\n')) {
    message.replace(at, 1, "\\n");
  }
  clinic.beds.back().conditions =
      format(R"({{"type":"HealthCheckSucceeded","status":"False","reason":"UnhealthyNode",)"
             R"("message":"{}","lastTransitionTime":"2026-01-01T11:05:01Z"}})",
             message);
  clinic.judge();
  EXPECT_EQ(clinic.condition("m1", health)->message, first.message);
  EXPECT_EQ(clinic.condition("m1", health)->last_transition,
            *parse_rfc3339("2026-01-01T11:05:01Z"));
}

}  // namespace
}  // namespace telltale::healthcheck
