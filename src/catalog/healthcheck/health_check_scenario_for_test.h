// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: one Cluster, its Machines with their Nodes, and one MachineHealthCheck that
// allows a Node to be not ready for five minutes. Each test bends one thing, then lets the Machines
// be judged, counted and judged again, as the engine does.

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/healthcheck/totals.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/verdict.h"
#include "catalog/world_for_test.h"

namespace telltale::healthcheck {

class HealthCheckScenario {
 public:
  struct Bed {
    std::string name = {};
    std::string node_ready = "True";  // empty: there is no such Node
    std::string ready_since = "2026-01-01T08:00:00Z";
    std::string ready_reason = "KubeletReady";
    std::string labels = R"("pool":"a")";
    std::string annotations = {};
    std::string conditions = {};  // items of the stored list
    std::string node_ref = "node-{}";
    std::string created = "2026-01-01T07:00:00Z";
    std::string deleted = {};
  };

  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  Settings settings;
  Completeness completeness = Completeness::Complete;
  std::string version = "v1beta2";  // of Cluster and Machines
  std::string check_version = "v1beta2";
  std::string check_spec = R"("checks":{"unhealthyNodeConditions":[)"
                           R"({"type":"Ready","status":"False","timeoutSeconds":300},)"
                           R"({"type":"Ready","status":"Unknown","timeoutSeconds":300}]})";
  std::string selector = R"({"matchLabels":{"pool":"a"}})";
  std::string check_annotations;
  std::string plane_initialized = "True";
  std::string cluster_conditions;
  bool infra_provisioned = true;
  bool paused = false;
  bool nodes = true;
  std::string connection;
  std::vector<std::string> more;  // further documents
  std::deque<Bed> beds;

  Bed& add(std::string name) { return beds.emplace_back(Bed{.name = std::move(name)}); }
  Bed& add_failing(std::string name) {
    return beds.emplace_back(Bed{.name = std::move(name),
                                 .node_ready = "False",
                                 .ready_since = "2026-01-01T11:00:00Z",
                                 .ready_reason = "KubeletNotReady"});
  }

  // Judges everything; what it says stays valid until the HealthCheckScenario is gone.
  void judge() {
    const std::vector<std::string> texts = documents();
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    passes_.push_back(std::make_unique<Pass>(views, *this));
  }

  const Judged& judged(std::string_view name) {
    if (passes_.empty()) judge();
    for (const Judged& item : passes_.back()->items) {
      if (item.object->key.name == name) return item;
    }
    check(false, "the test asks for a Machine of its own");
    return passes_.back()->items.front();
  }
  const Condition* condition(std::string_view name, std::string_view type) {
    return find_condition(judged(name).conditions, type);
  }
  // "False/UnhealthyNode", or "none".
  std::string told(std::string_view name, std::string_view type) {
    const Condition* found = condition(name, type);
    if (found == nullptr) return "none";
    return format("{}/{}", to_text(found->status), found->reason);
  }
  const Totals& totals() { return passes_.back()->totals; }
  const World& world() { return passes_.back()->world; }
  const JudgeContext& context() { return passes_.back()->context; }

 private:
  struct Pass {
    Pass(std::span<const std::string_view> documents, const HealthCheckScenario& scenario)
        : world(world_of(documents, scenario.completeness)),
          settings(scenario.settings),
          starts(control_plane_starts(world, settings, scenario.now)),
          judged_of(world.objects().size(), nullptr),
          context{world, settings, scenario.now, starts, judged_of} {
      ConditionWriter writer(settings, scenario.now, arena);
      for (const Object& object : world.objects()) {
        if (object.key.kind != "Machine") continue;
        machine::Seen& seen = sheets.emplace_back(machine::observe(context, object));
        items.push_back(machine::judge(context, object, seen, writer));
        judged_of[world.index_of(object)] = &items.back();
      }
      totals = Totals(context);
      for (std::size_t i = 0; i < items.size(); ++i) {
        const Remediation remediation = judge_remediation(context, totals, items[i], writer);
        machine::decide_verdict(items[i], sheets[i], remediation, settings);
      }
    }

    World world;
    Settings settings;
    Arena arena;
    ControlPlaneStarts starts;
    std::vector<const Judged*> judged_of;
    JudgeContext context;
    std::deque<machine::Seen> sheets;
    std::deque<Judged> items;
    Totals totals;
  };

  std::string list_of(std::string_view items, std::string_view of_version) const {
    if (of_version == "v1beta1") return format(R"("v1beta2":{{"conditions":[{}]}})", items);
    return format(R"("conditions":[{}])", items);
  }

  std::string cluster() const {
    const std::string initialized =
        format(R"({{"type":"ControlPlaneInitialized","status":"{}","reason":"R","message":"",)"
               R"("lastTransitionTime":"2026-01-01T06:00:00Z"}}{})",
               plane_initialized, cluster_conditions);
    const std::string flag =
        version == "v1beta1"
            ? format(R"("infrastructureReady":{})", infra_provisioned)
            : format(R"("initialization":{{"infrastructureProvisioned":{}}})", infra_provisioned);
    return format(
        R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Cluster","metadata":{{)"
        R"("namespace":"default","name":"c1"}},"spec":{{"paused":{},"infrastructureRef":{{)"
        R"("apiGroup":"infrastructure.cluster.x-k8s.io","kind":"DockerCluster","name":"c1"}}}},)"
        R"("status":{{{},{}}}}})",
        version, paused, flag, list_of(initialized, version));
  }

  std::string health_check() const {
    return format(
        R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachineHealthCheck","metadata":{{)"
        R"("namespace":"default","name":"mhc","annotations":{{{}}}}},"spec":{{"clusterName":"c1",)"
        R"("selector":{},{}}}}})",
        check_version, check_annotations, selector, check_spec);
  }

  std::string node_name(const Bed& bed) const {
    const std::size_t at = bed.node_ref.find("{}");
    return at == std::string::npos ? bed.node_ref : bed.node_ref.substr(0, at) + bed.name;
  }

  std::string machine(const Bed& bed) const {
    const std::string deleted =
        bed.deleted.empty() ? "" : format(R"("deletionTimestamp":"{}",)", bed.deleted);
    const std::string ref =
        bed.node_ref.empty() ? "" : format(R"("nodeRef":{{"name":"{}"}},)", node_name(bed));
    return format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Machine","metadata":{{)"
                  R"("namespace":"default","name":"{}",{}"creationTimestamp":"{}","labels":{{{}}},)"
                  R"("annotations":{{{}}}}},"spec":{{"clusterName":"c1","providerID":"p:///{}",)"
                  R"("infrastructureRef":{{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
                  R"("kind":"DockerMachine","name":"{}"}}}},"status":{{{}{}}}}})",
                  version, bed.name, deleted, bed.created, bed.labels, bed.annotations, bed.name,
                  bed.name, ref, list_of(bed.conditions, version));
  }

  static std::string infrastructure(const Bed& bed) {
    return format(
        R"({{"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"DockerMachine",)"
        R"("metadata":{{"namespace":"default","name":"{}"}},"status":{{"conditions":[)"
        R"({{"type":"Ready","status":"True","reason":"Ready","message":"",)"
        R"("lastTransitionTime":"2026-01-01T07:10:00Z"}}]}}}})",
        bed.name);
  }

  std::string node(const Bed& bed) const {
    return format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{}","annotations":{{)"
        R"("cluster.x-k8s.io/cluster-name":"c1",)"
        R"("cluster.x-k8s.io/cluster-namespace":"default"}}}},)"
        R"("spec":{{"providerID":"p:///{}"}},"status":{{"conditions":[)"
        R"({{"type":"Ready","status":"{}","reason":"{}","message":"","lastTransitionTime":"{}"}},)"
        R"({{"type":"MemoryPressure","status":"False","reason":"R","message":"",)"
        R"("lastTransitionTime":"2026-01-01T08:00:00Z"}},)"
        R"({{"type":"DiskPressure","status":"False","reason":"R","message":"",)"
        R"("lastTransitionTime":"2026-01-01T08:00:00Z"}},)"
        R"({{"type":"PIDPressure","status":"False","reason":"R","message":"",)"
        R"("lastTransitionTime":"2026-01-01T08:00:00Z"}}]}}}})",
        node_name(bed), bed.name, bed.node_ready, bed.ready_reason, bed.ready_since);
  }

  std::vector<std::string> documents() const {
    std::vector<std::string> all{cluster(), health_check()};
    for (const Bed& bed : beds) {
      all.push_back(machine(bed));
      all.push_back(infrastructure(bed));
      if (nodes && !bed.node_ready.empty()) all.push_back(node(bed));
    }
    if (!connection.empty()) {
      all.push_back(format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",)"
                           R"("metadata":{{"namespace":"default","name":"c1"}},"status":{}}})",
                           connection));
    }
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::vector<std::unique_ptr<Pass>> passes_;
};

// One item of a stored condition list.
inline std::string stored_condition(std::string_view type, std::string_view status,
                                    std::string_view reason, std::string_view message = "") {
  return format(R"({{"type":"{}","status":"{}","reason":"{}","message":"{}",)"
                R"("lastTransitionTime":"2026-01-01T08:30:00Z"}})",
                type, status, reason, message);
}

}  // namespace telltale::healthcheck
