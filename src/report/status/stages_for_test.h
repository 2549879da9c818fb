// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: one object of each kind that differs between the stages of the API, in the midst
// of what its legacy status is computed from, and ways to look at it at every stage.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/legacy/legacy_world_for_test.h"
#include "report/cells.h"
#include "report/object.h"

namespace telltale::stages {

using convert::Stage;
using legacy::condition;
using legacy::core;
using legacy::kubeadm;
using legacy::LegacyWorld;

// Where one fact stands at the three stages; empty where it does not.
struct Row {
  std::string_view v1beta1;
  std::string_view v1beta2;
  std::string_view after_removal;
  std::string_view value;
};

inline Settings speaking(DialectName name) {
  Settings settings;
  settings.dialect = name == DialectName::Proposal ? proposal_dialect() : upstream_dialect();
  return settings;
}

// One object in the midst of others, to be looked at in every shape.
class Shown {
 public:
  Shown(const std::vector<std::string>& documents, std::string_view kind,
        DialectName dialect = DialectName::Proposal)
      : world_(std::make_unique<LegacyWorld>(documents, speaking(dialect))), kind_(kind) {}

  Judged& judged() { return world_->judged(kind_, "x"); }

  json::Tree status(std::optional<Stage> stage) {
    const auto staged =
        staged_status(judged(), {.context = world_->context(), .stage = stage}, world_->arena());
    return staged ? staged->status : json::Tree();
  }

  // Nothing when there is no such field.
  std::string at(Stage stage, std::string_view path) {
    json::Tree tree = status(stage);
    for (const std::string_view step : split(path, '.')) tree = tree[step];
    return tree ? value_text(tree) : "";
  }

  std::string written(std::optional<Stage> stage) {
    std::string text;
    json::JsonWriter out(text);
    write_object(out, *judged().object, &judged(), {.context = world_->context(), .stage = stage});
    return text;
  }

  void expect(const Row& row) {
    expect_at(Stage::V1Beta1, row.v1beta1, row);
    expect_at(Stage::V1Beta2, row.v1beta2, row);
    expect_at(Stage::V1Beta2AfterRemoval, row.after_removal, row);
    if (row.after_removal.empty()) {
      EXPECT_EQ(at(Stage::V1Beta2AfterRemoval, row.v1beta2), "") << row.v1beta2;
    }
  }

 private:
  void expect_at(Stage stage, std::string_view path, const Row& row) {
    if (!path.empty()) {
      EXPECT_EQ(at(stage, path), row.value) << path;
    }
  }

  std::unique_ptr<LegacyWorld> world_;
  std::string kind_;
};

// The same facts as v1beta1 stores them in either dialect, then expected in both.
struct Rows {
  Row proposal;
  Row upstream;
};

class Stages : public testing::Test {
 protected:
  using Documents = std::vector<std::string> (*)(DialectName);

  Stages(std::string_view kind, Documents documents) : kind_(kind), documents_(documents) {}

  void expect(const Rows& rows) {
    Shown(documents_(DialectName::Proposal), kind_, DialectName::Proposal).expect(rows.proposal);
    Shown(documents_(DialectName::Upstream), kind_, DialectName::Upstream).expect(rows.upstream);
  }
  // In both dialects alike.
  void expect(const Row& row) { expect(Rows{row, row}); }

 private:
  std::string_view kind_;
  Documents documents_;
};

inline std::string preview(DialectName dialect, std::string_view conditions,
                           std::string_view counters) {
  return dialect == DialectName::Proposal
             ? format(R"("experimentalConditions":[{}])", conditions)
             : format(R"("v1beta2":{{"conditions":[{}]{}{}}})", conditions,
                      counters.empty() ? "" : ",", counters);
}

inline const std::string times = R"("lastTransitionTime":"2026-01-01T11:00:00Z")";
inline const std::string new_condition =
    condition("New", "True", R"("reason":"R","message":"",)" + times);
inline const std::string old_condition =
    condition("Old", "False", R"("severity":"Warning","reason":"R","message":"m",)" + times);
inline constexpr std::string_view new_list =
    R"([{"lastTransitionTime":"2026-01-01T11:00:00Z","message":"","reason":"R","status":"True",)"
    R"("type":"New"}])";
inline constexpr std::string_view old_in_list =
    R"({"lastTransitionTime":"2026-01-01T11:00:00Z","message":"m","reason":"R",)"
    R"("severity":"Warning","status":"False","type":"Old"})";
inline const std::string failures = R"("failureReason":"FR","failureMessage":"FM")";
inline constexpr Rows failure_reason{
    {"failureReason", "backCompatibilty.failureReason", "", "FR"},
    {"failureReason", "deprecated.v1beta1.failureReason", "", "FR"}};
inline constexpr Rows failure_message{
    {"failureMessage", "backCompatibilty.failureMessage", "", "FM"},
    {"failureMessage", "deprecated.v1beta1.failureMessage", "", "FM"}};

inline std::vector<std::string> machine_documents(DialectName dialect) {
  return {core("Machine", "x",
               {.spec = R"("providerID":"id-n1")",
                .status = format(R"("bootstrapReady":true,"infrastructureReady":true,"phase":)"
                                 R"("Running","lastUpdated":"2026-01-01T10:00:00Z",{},)"
                                 R"("nodeRef":{{"apiVersion":"v1","kind":"Node","name":"n1"}},)"
                                 R"("observedGeneration":7,"conditions":[{}],{})",
                                 failures, old_condition, preview(dialect, new_condition, ""))},
               "v1beta1"),
          legacy::ready_node("n1")};
}

// New counters say 0 and 2, those of Nodes say 1.
inline std::vector<std::string> set_documents(DialectName dialect) {
  const bool proposal = dialect == DialectName::Proposal;
  const std::string counters =
      proposal ? R"("experimentalReadyReplicas":0,"availableReplicas":5,"upToDateReplicas":2,)"
               : "";
  return {core("MachineSet", "x",
               {.spec = R"("replicas":1)",
                .status = format(R"("replicas":1,{}{},"conditions":[{}],{})", counters, failures,
                                 old_condition,
                                 preview(dialect, new_condition,
                                         R"("readyReplicas":0,"availableReplicas":5,)"
                                         R"("upToDateReplicas":2)"))},
               "v1beta1"),
          core("Machine", "m1",
               {.metadata = legacy::owned_by("MachineSet", "x"),
                .status = R"("nodeRef":{"name":"n1"})"}),
          legacy::ready_node("n1")};
}

// The newest set has 3 replicas, of which the old counters know 2 and 1.
inline std::vector<std::string> deployment_documents(DialectName dialect) {
  const std::string counters = R"("readyReplicas":6,"availableReplicas":5,"upToDateReplicas":4)";
  const std::string on_top = dialect == DialectName::Proposal
                                 ? R"("experimentalReadyReplicas":6,"upToDateReplicas":4,)"
                                 : "";
  return {core("MachineDeployment", "x",
               {.spec = R"("replicas":4)",
                .status = format(R"("replicas":3,{}{},"conditions":[{}],{})", on_top, failures,
                                 old_condition, preview(dialect, new_condition, counters))},
               "v1beta1"),
          core("MachineSet", "ms",
               {.metadata = legacy::owned_by("MachineDeployment", "x"),
                .spec = R"("replicas":3)",
                .status = format(R"("replicas":3,"conditions":[{}],"deprecated":{{"v1beta1":{{)"
                                 R"("readyReplicas":2,"availableReplicas":1}}}})",
                                 condition("Paused", "True"))})};
}

inline std::vector<std::string> cluster_documents(DialectName dialect) {
  return {core("Cluster", "x",
               {.spec = R"("controlPlaneEndpoint":{"host":"h","port":1})",
                .status = format(R"("infrastructureReady":true,"controlPlaneReady":true,)"
                                 R"("observedGeneration":7,{},"conditions":[{}],{})",
                                 failures, old_condition, preview(dialect, new_condition, ""))},
               "v1beta1")};
}

// One ready Node, two Machines that are up to date by the new measure.
inline std::vector<std::string> plane_documents(DialectName dialect) {
  const std::string counters = R"("readyReplicas":0,"availableReplicas":5,"upToDateReplicas":2)";
  const std::string on_top =
      dialect == DialectName::Proposal
          ? R"("experimentalReadyReplicas":0,"availableReplicas":5,"upToDateReplicas":2,)"
          : "";
  return {kubeadm("x",
                  {.spec = R"("replicas":3)",
                   .status = format(
                       R"("replicas":1,"initialized":true,"observedGeneration":7,{}{},)"
                       R"("conditions":[{}],{})",
                       on_top, failures, old_condition, preview(dialect, new_condition, counters))},
                  "v1beta1"),
          core("Machine", "m1",
               {.metadata = legacy::owned_by("KubeadmControlPlane", "x"),
                .status = R"("nodeRef":{"name":"n1"})"}),
          legacy::ready_node("n1")};
}

}  // namespace telltale::stages
