// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: a small world of MachineDeployments, MachinePools and what they own, from the
// JSON documents a dump would hold, in either API version. Its Machines are paused, so that each
// test simply states the conditions they have.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/judge.h"
#include "catalog/machinedeployment/judge_machinedeployment.h"
#include "catalog/machinedeployment/verdict.h"
#include "catalog/machinepool/judge_machinepool.h"
#include "catalog/machinepool/verdict.h"
#include "catalog/world_for_test.h"

namespace telltale {

inline std::string condition_text(std::string_view type, std::string_view status,
                                  std::string_view message = "",
                                  std::string_view since = "2026-01-01T11:50:00Z") {
  return format(R"({{"type":"{}","status":"{}","reason":"Told","message":"{}",)"
                R"("lastTransitionTime":"{}"}})",
                type, status, message, since);
}

inline const std::string well = condition_text("Ready", "True") + "," +
                                condition_text("Available", "True") + "," +
                                condition_text("UpToDate", "True");

class SmallWorkers {
 public:
  std::string version = "v1beta2";
  Settings settings;
  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  Completeness completeness = Completeness::Partial;
  std::vector<std::string> documents;

  // Further parts of a document: members of metadata, spec and status, each without outer braces.
  struct Parts {
    std::string spec = {};
    std::string status = {};
    std::string conditions = {};
    std::string metadata = {};
  };

  void add(std::string_view kind, std::string_view name, const Parts& parts) {
    const std::string meta = parts.metadata.empty() ? "" : "," + parts.metadata;
    documents.push_back(
        format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"{}","metadata":{{"namespace":)"
               R"("default","name":"{}","uid":"uid-{}","generation":2{}}},"spec":{{)"
               R"("clusterName":"c1"{}{}}},"status":{{{}{}{}}}}})",
               version, kind, name, name, meta, parts.spec.empty() ? "" : ",", parts.spec,
               parts.status, parts.status.empty() ? "" : ",", list_of(parts.conditions)));
  }

  void add_owned(std::string_view kind, std::string_view name, std::string_view owner_kind,
                 std::string_view owner, Parts parts) {
    parts.metadata += format(R"({}"ownerReferences":[{{"apiVersion":"cluster.x-k8s.io/{}","kind":)"
                             R"("{}","name":"{}","uid":"uid-{}","controller":true}}])",
                             parts.metadata.empty() ? "" : ",", version, owner_kind, owner, owner);
    add(kind, name, parts);
  }

  void add_machine(std::string_view name, std::string_view owner_kind, std::string_view owner,
                   std::string_view conditions, std::string_view metadata = "") {
    add_owned("Machine", name, owner_kind, owner,
              {.conditions = std::string(conditions),
               .metadata = format(R"("creationTimestamp":"2026-01-01T08:00:00Z",{}"annotations":)"
                                  R"({{"cluster.x-k8s.io/paused":""}})",
                                  metadata.empty() ? "" : format("{},", metadata))});
  }

  void add_provider(std::string_view group, std::string_view kind, std::string_view name,
                    std::string_view status) {
    documents.push_back(
        format(R"({{"apiVersion":"{}/v1beta2","kind":"{}","metadata":{{"namespace":"default",)"
               R"("name":"{}"}},"status":{}}})",
               group, kind, name, status));
  }

  Judged judged(std::string_view kind, std::string_view name) {
    const std::vector<std::string_view> views(documents.begin(), documents.end());
    worlds_.push_back(std::make_unique<World>(world_of(views, completeness)));
    const World& world = *worlds_.back();
    below_.push_back(std::make_unique<Judgement>(judge(world, settings, now, 1)));
    std::vector<const Judged*> judged_of(world.objects().size(), nullptr);
    for (const Judged& item : below_.back()->items) {
      judged_of[world.index_of(*item.object)] = &item;
    }
    const ControlPlaneStarts starts;
    const JudgeContext context{world, settings, now, starts, judged_of};
    const Found found = world.find({"cluster.x-k8s.io", kind, "default", name, {}});
    check(found.object != nullptr, "the test asks for an object of its own world");
    arenas_.push_back(std::make_unique<Arena>());
    ConditionWriter writer(settings, now, *arenas_.back());
    if (kind == "MachinePool") return judge_pool(context, *found.object, writer);
    return judge_deployment(context, *found.object, writer);
  }

  Condition condition(std::string_view kind, std::string_view name, std::string_view type) {
    const Condition* found = find_condition(judged(kind, name).conditions, type);
    check(found != nullptr, format("{} {} has {}", kind, name, type));
    return *found;
  }

 private:
  std::string list_of(std::string_view items) const {
    if (version == "v1beta1") return format(R"("v1beta2":{{"conditions":[{}]}})", items);
    return format(R"("conditions":[{}])", items);
  }

  static Judged judge_deployment(const JudgeContext& context, const Object& object,
                                 ConditionWriter& writer) {
    const Members machines = machinedeployment::gather(context, object);
    const auto sheet = machinedeployment::observe(context, object, machines);
    Judged judged = machinedeployment::judge(object, sheet, writer);
    machinedeployment::decide_verdict(judged, sheet, context.settings);
    return judged;
  }

  static Judged judge_pool(const JudgeContext& context, const Object& object,
                           ConditionWriter& writer) {
    const Members machines = machinepool::gather(context, object);
    const auto sheet = machinepool::observe(context, object, machines);
    Judged judged = machinepool::judge(object, sheet, writer);
    machinepool::decide_verdict(judged, sheet, context.settings);
    return judged;
  }

  std::vector<std::unique_ptr<World>> worlds_;
  std::vector<std::unique_ptr<Judgement>> below_;
  std::vector<std::unique_ptr<Arena>> arenas_;
};

// What a test says about one condition, to compare in one line.
struct Said {
  Status status = Status::Unknown;
  std::string_view reason = {};
  std::string_view message = {};

  bool operator==(const Said&) const = default;
};

inline Said said(const Condition& condition) {
  return {condition.status, condition.reason, condition.message};
}

inline std::ostream& operator<<(std::ostream& out, const Said& one) {
  return out << to_text(one.status) << "/" << one.reason << ": " << one.message;
}

}  // namespace telltale
