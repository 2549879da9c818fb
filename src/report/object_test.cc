// SPDX-License-Identifier: Apache-2.0
#include "report/object.h"

#include <array>

#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "catalog/world_for_test.h"
#include "report/cells.h"

namespace telltale {
namespace {

constexpr std::string_view old_set = R"({
  "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "MachineSet",
  "metadata": {"name": "ms", "namespace": "default", "generation": 4,
               "creationTimestamp": "2026-01-01T10:00:00Z", "labels": {"b": "2", "a": "1"}},
  "spec": {"clusterName": "c1", "replicas": 3},
  "status": {"replicas": 5, "readyReplicas": 4, "availableReplicas": 4,
             "conditions": [{"type": "Ready", "status": "False", "severity": "Warning",
                             "reason": "Old", "lastTransitionTime": "2026-01-01T10:00:00Z"}]}})";

constexpr std::string_view new_set = R"({
  "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
  "metadata": {"name": "ms", "namespace": "default"},
  "spec": {"replicas": 3}, "status": {"replicas": 5, "readyReplicas": 4}})";

// One object as it is read, with a judgement made by hand.
struct Seen {
  explicit Seen(std::string_view document) : world(world_of({document})), around(world, noon) {
    judged.object = &world.objects().front();
    judged.conditions = conditions;
    judged.counters = {.replicas = 3, .ready = 2, .available = 1, .up_to_date = 0};
  }

  const Object& object() const { return world.objects().front(); }
  std::string status(DialectName dialect) {
    return value_text(judged_status(judged, dialect, arena));
  }
  json::Tree tree(DialectName dialect = DialectName::Proposal) {
    return object_tree(object(), &judged, dialect, arena);
  }
  std::string json(const Judged* of) const {
    std::string text;
    json::JsonWriter out(text);
    write_object(out, object(), of, {.context = around.context()});
    return text;
  }

  std::array<Condition, 1> conditions{{{.type = "MachinesReady",
                                        .status = Status::False,
                                        .reason = "NotReady",
                                        .message = "",
                                        .last_transition = noon,
                                        .observed_generation = 4}}};
  World world;
  JudgeContextForTest around;
  Arena arena;
  Judged judged;
};

constexpr std::string_view list =
    R"([{"lastTransitionTime":"2026-01-01T12:00:00Z","message":"","observedGeneration":4,)"
    R"("reason":"NotReady","status":"False","type":"MachinesReady"}])";

TEST(JudgedStatus, HasEverythingOnTopInV1Beta2) {
  Seen context(new_set);
  const std::string wanted = format(R"({{"availableReplicas":1,"conditions":{},"readyReplicas":2,)"
                                    R"("replicas":3,"upToDateReplicas":0}})",
                                    list);
  EXPECT_EQ(context.status(DialectName::Proposal), wanted);
  EXPECT_EQ(context.status(DialectName::Upstream), wanted);
}

TEST(JudgedStatus, HasPreviewFieldsInTheSeedsV1Beta1) {
  Seen context(old_set);
  EXPECT_EQ(context.status(DialectName::Proposal),
            format(R"({{"availableReplicas":1,"experimentalConditions":{},)"
                   R"("experimentalReadyReplicas":2,"replicas":3,"upToDateReplicas":0}})",
                   list));
}

TEST(JudgedStatus, HasAPreviewBlockInUpstreamsV1Beta1) {
  Seen context(old_set);
  EXPECT_EQ(context.status(DialectName::Upstream),
            format(R"({{"replicas":3,"v1beta2":{{"availableReplicas":1,"conditions":{},)"
                   R"("readyReplicas":2,"upToDateReplicas":0}}}})",
                   list));
}

TEST(JudgedStatus, LeavesOutCountersThatWereNotComputed) {
  Seen context(new_set);
  context.judged.counters = {};
  EXPECT_EQ(context.status(DialectName::Proposal), format(R"({{"conditions":{}}})", list));
}

TEST(JudgedStatus, CountsTheTwoHalvesOfAClusterApart) {
  Seen context(R"({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
                  "metadata": {"name": "c1", "namespace": "default"}})");
  const ClusterCounters halves{
      .control_plane = {.replicas = 3, .desired = 3, .unavailable = 1},
      .workers = {.ready = 7},
  };
  context.judged.counters = {};
  context.judged.halves = &halves;
  EXPECT_EQ(context.status(DialectName::Proposal),
            format(R"({{"conditions":{},"controlPlane":{{"desiredReplicas":3,"replicas":3,)"
                   R"("unavailableReplicas":1}},"workers":{{"readyReplicas":7}}}})",
                   list));
}

TEST(ObjectTree, LaysWhatWasJudgedOverWhatWasStored) {
  Seen context(new_set);
  const json::Tree status = context.tree()["status"];
  EXPECT_EQ(value_text(status["readyReplicas"]), "2");
  EXPECT_EQ(value_text(status["replicas"]), "3");
  EXPECT_EQ(value_text(status["conditions"]), list);
  EXPECT_EQ(value_text(context.tree()["spec"]["replicas"]), "3");
}

TEST(ObjectTree, LeavesTheOldFieldsOfV1Beta1AsStored) {
  Seen context(old_set);
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    const json::Tree status = context.tree(dialect)["status"];
    EXPECT_EQ(value_text(status["replicas"]), "5");
    EXPECT_EQ(value_text(status["readyReplicas"]), "4");
    EXPECT_EQ(value_text(status["availableReplicas"]), "4");
    EXPECT_EQ(value_text(status["conditions"].items().front()["reason"]), "Old");
  }
  EXPECT_EQ(value_text(context.tree()["status"]["experimentalReadyReplicas"]), "2");
  EXPECT_EQ(value_text(context.tree(DialectName::Upstream)["status"]["v1beta2"]["readyReplicas"]),
            "2");
}

TEST(ObjectTree, HasMetadata) {
  Seen context(old_set);
  const json::Tree metadata = context.tree()["metadata"];
  EXPECT_EQ(value_text(metadata),
            R"({"creationTimestamp":"2026-01-01T10:00:00Z","generation":4,)"
            R"("labels":{"a":"1","b":"2"},"name":"ms","namespace":"default"})");
}

TEST(ObjectTree, OfWhatIsNotJudgedStandsAsStored) {
  Seen context(new_set);
  const json::Tree tree =
      object_tree(context.object(), nullptr, DialectName::Proposal, context.arena);
  EXPECT_EQ(value_text(tree["status"]), R"({"readyReplicas":4,"replicas":5})");
}

TEST(ObjectTree, ShowsTheSeverityOfStoredConditions) {
  Seen context(old_set);
  const json::Tree tree =
      object_tree(context.object(), nullptr, DialectName::Proposal, context.arena);
  EXPECT_EQ(value_text(tree["status"]["conditions"].items().front()["severity"]), "Warning");
}

TEST(StagedTree, HasTheStageOnTopOfEverythingElse) {
  Seen context(old_set);
  const Staging staging{.context = context.around.context(), .stage = convert::Stage::V1Beta2};
  const json::Tree tree = staged_tree(context.object(), &context.judged, staging, context.arena);
  EXPECT_EQ(value_text(tree["apiVersion"]), "cluster.x-k8s.io/v1beta2");
  EXPECT_EQ(value_text(tree["spec"]["replicas"]), "3");
  EXPECT_EQ(value_text(tree["status"]["conditions"]), list);
  EXPECT_EQ(value_text(tree["status"]["backCompatibilty"]["conditions"].items().front()["reason"]),
            "Old");
}

TEST(WriteObject, SaysWhoItIsAndWhatWasJudged) {
  Seen context(old_set);
  EXPECT_EQ(context.json(&context.judged),
            R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineSet","metadata":)"
            R"({"name":"ms","namespace":"default","labels":{"a":"1","b":"2"},)"
            R"("creationTimestamp":"2026-01-01T10:00:00Z"},"status":{"availableReplicas":1,)"
            R"("conditions":[{"type":"Ready","status":"False","severity":"Warning","reason":"Old",)"
            R"("lastTransitionTime":"2026-01-01T10:00:00Z"}],"experimentalConditions":)"
            R"([{"type":"MachinesReady","status":"False","reason":"NotReady","message":"",)"
            R"("lastTransitionTime":"2026-01-01T12:00:00Z","observedGeneration":4}],)"
            R"("experimentalReadyReplicas":2,"fullyLabeledReplicas":0,"readyReplicas":4,)"
            R"("replicas":3,"upToDateReplicas":0}})");
}

TEST(WriteObject, LeavesOutAStatusThatHasNothingToSay) {
  const Seen context(new_set);
  EXPECT_EQ(context.json(nullptr),
            R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet",)"
            R"("metadata":{"name":"ms","namespace":"default"}})");
}

}  // namespace
}  // namespace telltale
