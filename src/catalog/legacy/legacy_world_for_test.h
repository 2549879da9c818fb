// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: a world from JSON documents, read with everything that legacy statuses need, in
// which each object was judged to be just as it is stored. So a test states what judging said.
//
//   LegacyWorld world({machine("m1", {.spec = R"("providerID":"p1")"}), node("p1")});
//   EXPECT_EQ(world.told("Machine", "m1", "NodeHealthy"), "True");

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/noon_for_test.h"
#include "base/text.h"
#include "catalog/engine/stored_counters.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/legacy/list.h"
#include "convert/shapes.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale::legacy {

// Members of metadata, spec and status, each without outer braces.
struct Parts {
  std::string metadata = {};
  std::string spec = {};
  std::string status = {};
};

// Metadata of an object that has been going for an hour.
inline const std::string deleting = R"("deletionTimestamp":"2026-01-01T11:00:00Z")";

inline std::string document(std::string_view api_version, std::string_view kind,
                            std::string_view name, const Parts& parts) {
  return format(R"({{"apiVersion":"{}","kind":"{}","metadata":{{"name":"{}","namespace":"default")"
                R"({}{}}},"spec":{{{}}},"status":{{{}}}}})",
                api_version, kind, name, parts.metadata.empty() ? "" : ",", parts.metadata,
                parts.spec, parts.status);
}

inline std::string in_cluster(std::string spec) {
  return R"("clusterName":"c1")" + (spec.empty() ? "" : "," + spec);
}

inline std::string core(std::string_view kind, std::string_view name, Parts parts,
                        std::string_view version = "v1beta2") {
  if (kind != "Cluster") parts.spec = in_cluster(parts.spec);
  return document(format("cluster.x-k8s.io/{}", version), kind, name, parts);
}

inline std::string machine(std::string_view name, Parts parts = {}) {
  return core("Machine", name, std::move(parts));
}

inline std::string kubeadm(std::string_view name, Parts parts,
                           std::string_view version = "v1beta2") {
  parts.metadata += std::string(parts.metadata.empty() ? "" : ",") +
                    R"("labels":{"cluster.x-k8s.io/cluster-name":"c1"})";
  return document(format("controlplane.cluster.x-k8s.io/{}", version), "KubeadmControlPlane", name,
                  parts);
}

inline std::string provider(std::string_view kind, std::string_view name, std::string_view status) {
  return document("infrastructure.cluster.x-k8s.io/v1beta1", kind, name,
                  {.status = std::string(status)});
}

inline std::string owned_by(std::string_view kind, std::string_view name) {
  const std::string_view group =
      kind == "KubeadmControlPlane" ? "controlplane.cluster.x-k8s.io" : "cluster.x-k8s.io";
  return format(R"("ownerReferences":[{{"apiVersion":"{}/v1beta2","kind":"{}","name":"{}",)"
                R"("uid":"","controller":true}}])",
                group, kind, name);
}

// A Node of cluster c1; `conditions` are whole JSON maps.
inline std::string node(std::string_view name, std::string_view conditions) {
  return format(
      R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{0}","annotations":{{)"
      R"("cluster.x-k8s.io/cluster-name":"c1","cluster.x-k8s.io/cluster-namespace":)"
      R"("default"}}}},"spec":{{"providerID":"id-{0}"}},"status":{{"conditions":[{1}]}}}})",
      name, conditions);
}

inline std::string condition(std::string_view type, std::string_view status,
                             std::string_view more = "") {
  return format(R"({{"type":"{}","status":"{}"{}{}}})", type, status, more.empty() ? "" : ",",
                more);
}

inline std::string ready_node(std::string_view name, std::string_view since = "11:00:00") {
  return node(
      name, condition("Ready", "True", format(R"("lastTransitionTime":"2026-01-01T{}Z")", since)));
}

// Refers to the DockerMachine and the KubeadmConfig of the same name.
inline std::string refs(std::string_view name) {
  return format(R"("infrastructureRef":{{"apiGroup":"infrastructure.cluster.x-k8s.io","kind":)"
                R"("DockerMachine","name":"{0}"}},"bootstrap":{{"configRef":{{"apiGroup":)"
                R"("infrastructure.cluster.x-k8s.io","kind":"Config","name":"{0}"}}}})",
                name);
}

inline std::string in_words(const LegacyCondition* found) {
  if (found == nullptr) return "";
  const Condition& told = found->condition;
  std::string text(telltale::to_text(told.status));
  if (!told.reason.empty()) text += format(" {}", told.reason);
  if (found->severity != LegacySeverity::None) text += format(" {}", to_text(found->severity));
  if (!told.message.empty()) text += format(": {}", told.message);
  return text;
}

class LegacyWorld {
 public:
  explicit LegacyWorld(const std::vector<std::string>& documents, const Settings& settings = {},
                       Completeness completeness = Completeness::Complete)
      : settings_(settings), world_(read(documents, completeness)) {
    for (const Object& object : world_.objects()) {
      if (!object.key.group.ends_with("cluster.x-k8s.io")) continue;
      judgement_.items.push_back({.object = &object,
                                  .conditions = shapes::conditions(object),
                                  .counters = stored_counters(object)});
    }
    look_ = std::make_unique<LookBack>(world_, settings_, noon, judgement_);
  }

  // May be changed by hand.
  Judged& judged(std::string_view kind, std::string_view name) {
    const auto found = std::ranges::find_if(judgement_.items, [&](const Judged& one) {
      return one.object->key.kind == kind && one.object->key.name == name;
    });
    check(found != judgement_.items.end(), "the world of a test holds what it asks for");
    return *found;
  }

  const JudgeContext& context() const { return look_->context(); }
  LegacyStatus status(std::string_view kind, std::string_view name) {
    return legacy_status(context(), judged(kind, name), arena_);
  }
  // "False NodeNotFound Error: message", or nothing when it has no such condition.
  std::string told(std::string_view kind, std::string_view name, std::string_view type) {
    return in_words(find_legacy(status(kind, name).conditions, type));
  }
  Arena& arena() { return arena_; }

 private:
  static World read(const std::vector<std::string>& documents, Completeness completeness) {
    std::vector<Arena> arenas(1);
    std::vector<Object> objects;
    std::vector<ObjectError> object_errors;
    ObjectReader reader(fields_to_read(legacy_fields()), arenas.front());
    for (const std::string& text : documents) {
      const json::PaddedCopy copy(text);
      const auto object = reader.read(copy.padded(), {}, object_errors);
      check(object.has_value(), object ? "" : object.error().message);
      objects.push_back(*object);
    }
    return World(std::move(objects), std::move(arenas), completeness, belonging_of_kinds());
  }

  Settings settings_;
  World world_;
  Judgement judgement_;
  std::unique_ptr<LookBack> look_;
  Arena arena_;
};

}  // namespace telltale::legacy
