// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/verdict.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/cluster/stage_for_test.h"

namespace telltale::cluster {
namespace {

std::string no_connection() {
  return R"({"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
         R"({"namespace":"default","name":"c1"},"status":{"connected":false,)"
         R"("lastProbeSuccessTime":"2026-01-01T10:00:00Z","consecutiveFailures":9}})";
}

TEST(ClusterVerdict, ACalmClusterIsHealthy) {
  EXPECT_EQ(Stage(calm_documents()).judged().verdict, Verdict::Healthy);
}

TEST(ClusterVerdict, ALostConnectionIsTheClustersOwnTrouble) {
  auto documents = calm_documents();
  Document cluster = cluster_with(both_refs);
  cluster.conditions = condition("Available", "False", "NotAvailable") + "," +
                       condition("RemoteConnectionProbe", "False", "ProbeFailed");
  documents[0] = cluster.text();
  documents.push_back(no_connection());
  const Stage stage(documents, {.verdicts = {{"md-0", Verdict::Working}}});
  const Judged& judged = stage.judged();
  EXPECT_EQ(judged.verdict, Verdict::Stuck);
  EXPECT_EQ(judged.cause.condition, "RemoteConnectionProbe");
  EXPECT_EQ(judged.cause.reason, "ProbeFailed");
  EXPECT_EQ(judged.cause.because, judged.object);
}

std::string lost_after(Instant success) {
  return format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",)"
                R"("metadata":{{"namespace":"default","name":"c1"}},"status":{{"connected":false,)"
                R"("consecutiveFailures":9,"lastProbeSuccessTime":"{}"}}}})",
                format_rfc3339(success));
}

// Told for the first time, and lost since a success and the grace after it.
TEST(ClusterVerdict, WorkingUntilItsPatienceIsOver) {
  using std::chrono::minutes;
  auto documents = calm_documents();
  documents.push_back(lost_after(Stage::now - minutes(10) - Seconds(40)));
  const Stage stage(documents);
  EXPECT_EQ(stage.judged().verdict, Verdict::Working);
  EXPECT_EQ(stage.judged().cause.since, Stage::now - minutes(10));
  EXPECT_EQ(stage.judged().wake, Stage::now + minutes(35));
  documents.back() = lost_after(Stage::now - minutes(45) - Seconds(40));
  EXPECT_EQ(Stage(documents).judged().verdict, Verdict::Stuck);
}

TEST(ClusterVerdict, IsStuckByTheTimeOfTheProbeNotOfAvailable) {
  auto documents = calm_documents();
  Document cluster = cluster_with(both_refs);
  // Stored long ago, while nobody had told Available.
  cluster.conditions = condition("RemoteConnectionProbe", "False", "ProbeFailed");
  documents[0] = cluster.text();
  documents.push_back(no_connection());
  const Stage stage(documents);
  EXPECT_EQ(stage.judged().verdict, Verdict::Stuck);
  EXPECT_LT(stage.judged().cause.since, Stage::now);
  EXPECT_EQ(stage.judged().cause.condition, "RemoteConnectionProbe");
}

TEST(ClusterVerdict, BlamesWhoeverIsStuckBelowTheControlPlaneFirst) {
  auto documents = calm_documents();
  Document alone = machine("a");
  alone.metadata += owned_by_cluster;
  documents.push_back(alone.text());
  const auto blamed = [&](std::map<std::string_view, Verdict> verdicts) {
    const Stage stage(documents, {.verdicts = std::move(verdicts)});
    EXPECT_EQ(stage.judged().verdict, Verdict::Stuck);
    return std::string(stage.judged().cause.because->key.name);
  };
  EXPECT_EQ(blamed({{"c1-cp", Verdict::Stuck}, {"md-0", Verdict::Stuck}, {"a", Verdict::Stuck}}),
            "c1-cp");
  EXPECT_EQ(blamed({{"md-0", Verdict::Stuck}, {"a", Verdict::Stuck}}), "md-0");
  EXPECT_EQ(blamed({{"a", Verdict::Stuck}}), "a");
}

TEST(ClusterVerdict, StandAloneControlPlaneMachinesAreBlamedToo) {
  const Stage stage({cluster_with("").text(), control_plane_machine("m1").text()},
                    {.verdicts = {{"m1", Verdict::Stuck}}});
  EXPECT_EQ(stage.judged().verdict, Verdict::Stuck);
  EXPECT_EQ(stage.judged().cause.because->key.name, "m1");
}

TEST(ClusterVerdict, ADeletionThatGetsFurtherIsPatientAgain) {
  Document cluster = cluster_with(both_refs);
  cluster.metadata = R"(,"deletionTimestamp":"2026-01-01T10:00:00Z")";
  Document plane = control_plane();
  plane.metadata = R"(,"deletionTimestamp":"2026-01-01T11:55:00Z")";
  const Stage moves({cluster.text(), plane.text()}, {.completeness = Completeness::Complete});
  EXPECT_EQ(moves.judged().verdict, Verdict::Working);
  plane.metadata = R"(,"deletionTimestamp":"2026-01-01T10:05:00Z")";
  const Stage hangs({cluster.text(), plane.text()}, {.completeness = Completeness::Complete});
  EXPECT_EQ(hangs.judged().verdict, Verdict::Stuck);
  EXPECT_EQ(hangs.judged().cause.reason, "WaitingForControlPlaneDeletion");
}

TEST(ClusterVerdict, OfAClusterAloneNobodyKnows) {
  const Stage stage({cluster_with(both_refs).text()});
  EXPECT_EQ(stage.judged().verdict, Verdict::Unknown);
}

}  // namespace
}  // namespace telltale::cluster
