// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Cluster in the light of its tests: everything around it counts as judged just as it is stored,
// so that a test says in one place what the Cluster is told and sees what it makes of it.
//
//   Stage stage({cluster, control_plane, deployment});
//   stage.condition("Available").message

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/cluster/judge_cluster.h"
#include "catalog/cluster/start.h"
#include "catalog/cluster/verdict.h"
#include "catalog/world_for_test.h"
#include "convert/shapes.h"

namespace telltale::cluster {

inline const Settings upstream{.dialect = upstream_dialect(), .patience = {}};

struct StageOptions {
  Settings settings = {};
  Completeness completeness = Completeness::Partial;
  std::map<std::string_view, Verdict> verdicts = {};  // by name; Healthy without one
};

class Stage {
 public:
  inline static const Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");

  explicit Stage(const std::vector<std::string>& documents, StageOptions options = {})
      : options_(std::move(options)),
        world_(world_of(std::vector<std::string_view>(documents.begin(), documents.end()),
                        options_.completeness)) {
    take_as_judged();
    const Object& cluster = the_cluster();
    starts_[&cluster] = control_plane_start(world_, cluster, options_.settings, now);
    const JudgeContext context{world_, options_.settings, now, starts_, judged_of_};
    members_ = std::make_unique<ClusterMembers>(gather(context, cluster));
    sheet_ = observe(context, cluster, *members_);
    ConditionWriter writer(options_.settings, now, arena_);
    judged_ = judge(cluster, sheet_, writer);
    decide_verdict(judged_, sheet_, options_.settings);
  }

  const Judged& judged() const { return judged_; }
  const Seen& seen() const { return sheet_.seen; }
  const ClusterCounters& counters() const { return *judged_.halves; }
  ControlPlaneStart start() const { return starts_.begin()->second; }

  bool has(std::string_view type) const {
    return find_condition(judged_.conditions, type) != nullptr;
  }
  Condition condition(std::string_view type) const {
    const Condition* found = find_condition(judged_.conditions, type);
    check(found != nullptr, format("the Cluster has {}", type));
    return *found;
  }
  // "True/Available" and, where there is one, ": " and the message.
  std::string told(std::string_view type) const {
    if (!has(type)) return "nothing";
    const Condition found = condition(type);
    return format("{}/{}{}{}", to_text(found.status), found.reason,
                  found.message.empty() ? "" : ": ", found.message);
  }

 private:
  const Object& the_cluster() const {
    for (const Object& object : world_.objects()) {
      if (object.key.kind == "Cluster") return object;
    }
    check(false, "a stage has a Cluster");
    return world_.objects().front();
  }

  static bool is_judged(const Object& object) {
    for (const std::string_view kind :
         {"Machine", "MachineSet", "MachineDeployment", "MachinePool", "KubeadmControlPlane"}) {
      if (object.key.kind == kind) return true;
    }
    return false;
  }

  static Counters counters_in(const Object& object) {
    const json::Tree status = object.body["status"];
    return {.replicas = shapes::small_number(status["replicas"]),
            .ready = shapes::small_number(status["readyReplicas"]),
            .available = shapes::small_number(status["availableReplicas"]),
            .up_to_date = shapes::small_number(status["upToDateReplicas"])};
  }

  void take_as_judged() {
    const auto objects = world_.objects();
    items_.reserve(objects.size());
    judged_of_.resize(objects.size(), nullptr);
    for (const Object& object : objects) {
      if (!is_judged(object)) continue;
      Judged judged{.object = &object,
                    .conditions = shapes::conditions(object),
                    .counters = counters_in(object)};
      const auto verdict = options_.verdicts.find(object.key.name);
      if (verdict != options_.verdicts.end()) judged.verdict = verdict->second;
      judged.cause.because = &object;
      items_.push_back(judged);
      judged_of_[world_.index_of(object)] = &items_.back();
    }
  }

  StageOptions options_;
  World world_;
  Arena arena_;
  std::vector<Judged> items_;
  std::vector<const Judged*> judged_of_;
  ControlPlaneStarts starts_;
  std::unique_ptr<ClusterMembers> members_;
  Sheet sheet_;
  Judged judged_;
};

// One condition of a document, since 11:00.
inline std::string condition(std::string_view type, std::string_view status,
                             std::string_view reason, std::string_view message = "") {
  return format(R"({{"type":"{}","status":"{}","reason":"{}","message":"{}",)"
                R"("lastTransitionTime":"2026-01-01T11:00:00Z"}})",
                type, status, reason, message);
}

// An object of the core group in the namespace of the tests; it belongs to Cluster c1.
struct Document {
  std::string kind = "Cluster";
  std::string name = "c1";
  std::string api_version = "cluster.x-k8s.io/v1beta2";
  std::string metadata = {};    // further members, each with a leading comma
  std::string labels = {};      // further members, each with a leading comma
  std::string spec = {};        // members
  std::string status = {};      // members, each with a trailing comma
  std::string conditions = {};  // items

  std::string text() const {
    return format(R"({{"apiVersion":"{}","kind":"{}","metadata":{{"namespace":"default",)"
                  R"("name":"{}","labels":{{"cluster.x-k8s.io/cluster-name":"c1"{}}}{}}},)"
                  R"("spec":{{{}}},"status":{{{}"conditions":[{}]}}}})",
                  api_version, kind, name, labels, metadata, spec, status, conditions);
  }
};

inline constexpr std::string_view owned_by_cluster =
    R"(,"ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster",)"
    R"("name":"c1"}])";
inline constexpr std::string_view both_refs =
    R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io","kind":"DockerCluster",)"
    R"("name":"c1"},"controlPlaneRef":{"apiGroup":"controlplane.cluster.x-k8s.io","kind":)"
    R"("KubeadmControlPlane","name":"c1-cp"})";

inline Document infrastructure() {
  return {.kind = "DockerCluster",
          .api_version = "infrastructure.cluster.x-k8s.io/v1beta2",
          .conditions = condition("Ready", "True", "Ready")};
}

// A calm control plane of three replicas.
inline Document control_plane() {
  return {.kind = "KubeadmControlPlane",
          .name = "c1-cp",
          .api_version = "controlplane.cluster.x-k8s.io/v1beta2",
          .spec = R"("replicas":3)",
          .status = R"("initialization":{"controlPlaneInitialized":true},"replicas":3,)"
                    R"("readyReplicas":3,"availableReplicas":3,"upToDateReplicas":3,)",
          .conditions = condition("Available", "True", "Available") + "," +
                        condition("ScalingUp", "False", "NotScalingUp") + "," +
                        condition("ScalingDown", "False", "NotScalingDown") + "," +
                        condition("RollingOut", "False", "NotRollingOut")};
}

// A calm deployment of two replicas.
inline Document deployment(std::string_view name = "md-0") {
  Document document = control_plane();
  document.kind = "MachineDeployment";
  document.name = name;
  document.api_version = "cluster.x-k8s.io/v1beta2";
  document.spec = R"("clusterName":"c1","replicas":2)";
  document.status = R"("replicas":2,"readyReplicas":2,"availableReplicas":2,"upToDateReplicas":2,)";
  return document;
}

inline Document machine(std::string_view name) {
  return {.kind = "Machine",
          .name = std::string(name),
          .metadata = R"(,"creationTimestamp":"2026-01-01T09:00:00Z")",
          .spec = R"("clusterName":"c1")",
          .status = R"("nodeRef":{"name":"n"},)",
          .conditions = condition("Ready", "True", "Ready") + "," +
                        condition("Available", "True", "Available") + "," +
                        condition("UpToDate", "True", "UpToDate")};
}

inline Document control_plane_machine(std::string_view name) {
  Document document = machine(name);
  document.labels = R"(,"cluster.x-k8s.io/control-plane":"")";
  return document;
}

inline Document cluster_with(std::string_view spec) {
  return {.spec = std::string(spec),
          .status = R"("initialization":{"infrastructureProvisioned":true,)"
                    R"("controlPlaneInitialized":true},)"};
}

// A Cluster with its two objects and one deployment, all of them calm.
inline std::vector<std::string> calm_documents() {
  return {cluster_with(both_refs).text(), infrastructure().text(), control_plane().text(),
          deployment().text()};
}

}  // namespace telltale::cluster
