// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/machine_pool.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalog/legacy/nodes.h"
#include "catalog/legacy/referral.h"
#include "catalog/legacy/stored.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

constexpr std::string_view autoscaler_annotation = "cluster.x-k8s.io/replicas-managed-by";

json::Tree template_spec(const Object& pool) { return pool.body["spec"]["template"]["spec"]; }

void set_pool_bootstrap(const JudgeContext& context, const Object& pool, LegacyList& list) {
  const json::Tree bootstrap = template_spec(pool)["bootstrap"];
  const shapes::Ref ref = shapes::ref(bootstrap["configRef"]);
  const bool has_data = !bootstrap["dataSecretName"].as_string("").empty();
  if (!ref && has_data) return list.set(good("BootstrapReady"));
  if (follow(context, pool, ref).object == nullptr) return;
  set_referral(context, pool,
               {.type = "BootstrapReady",
                .ref = ref,
                .done = shapes::provider_data_created,
                .waiting = "WaitingForDataSecret"},
               list);
}

void set_pool_infrastructure(const JudgeContext& context, const Object& pool, LegacyList& list) {
  constexpr std::string_view type = "InfrastructureReady";
  const shapes::Ref ref = shapes::ref(template_spec(pool)["infrastructureRef"]);
  if (!ref) return;
  if (follow(context, pool, ref).sight == Sight::Absent) {
    return list.set(
        bad(type, "IncorrectExternalRef", Error,
            list.arena().keep(format("could not find infra reference of kind {} with name {}",
                                     ref.kind, ref.name))));
  }
  set_referral(context, pool,
               {.type = type,
                .ref = ref,
                .done = shapes::provider_provisioned,
                .waiting = "WaitingForInfrastructure"},
               list);
}

// A pool that goes, has no instances yet or none whose Node is known counts nothing new.
void count_pool_replicas(const JudgeContext& context, const Judged& pool, LegacyStatus& status,
                         LegacyList& list) {
  constexpr std::string_view type = "ReplicasReady";
  const Object& object = *pool.object;
  if (object.deleting()) return;
  NodeCount nodes(context, home_of(object), min_ready_of(object));
  for (const json::Tree& id : object.body["spec"]["providerIDList"].items()) {
    nodes.add_provided(id.as_string(""));
  }
  const bool wants_none = shapes::small_number(object.body["spec"]["replicas"]) == 0;
  if (!nodes.known() || (nodes.found() == 0 && !wants_none)) return;
  const std::int32_t replicas = pool.counters.replicas.value_or(0);
  status.counters.ready = nodes.ready();
  status.counters.available = nodes.available();
  status.counters.unavailable = std::max(0, replicas - nodes.available());
  if (replicas == nodes.ready() && nodes.found() == nodes.ready()) return list.set(good(type));
  list.set(bad(type, "WaitingForReplicasReady", Info));
}

bool is_autoscaled(const Object& pool) {
  const std::string_view* value = pool.annotation(autoscaler_annotation);
  return value != nullptr && *value != "false";
}

std::string_view scaling_phase(const Object& pool, std::int32_t desired, std::int32_t ready) {
  if (desired == ready) return "Running";
  if (is_autoscaled(pool)) return "Scaling";
  return desired > ready ? "ScalingUp" : "ScalingDown";
}

// Later answers overrule earlier ones.
std::string_view phase_of_pool(const Object& pool, const LegacyStatus& status) {
  const bool provisioned = status.latches.infrastructure.value_or(false);
  const auto desired = shapes::small_number(pool.body["spec"]["replicas"]);
  const std::int32_t ready = status.counters.ready.value_or(0);
  std::string_view phase = status.phase.empty() ? "Pending" : status.phase;
  if (status.latches.bootstrap.value_or(false) && !provisioned) phase = "Provisioning";
  const bool has_nodes = ready > 0 || !pool.body["status"]["nodeRefs"].items().empty();
  if (has_nodes) phase = "Provisioned";
  if (provisioned && desired) phase = scaling_phase(pool, *desired, ready);
  return pool.deleting() ? "Deleting" : phase;
}

Latches latches_of_pool(const JudgeContext& context, const Object& pool, const Latches& stored) {
  const json::Tree spec = template_spec(pool);
  const Found config = follow(context, pool, shapes::ref(spec["bootstrap"]["configRef"]));
  const Found infrastructure = follow(context, pool, shapes::ref(spec["infrastructureRef"]));
  Latches latches = stored;
  latches.bootstrap = latch(stored.bootstrap, config.object, shapes::provider_data_created);
  latches.infrastructure =
      latch(stored.infrastructure, infrastructure.object, shapes::provider_provisioned);
  return latches;
}

}  // namespace

LegacyStatus machine_pool_status(const Kind&, const JudgeContext& context, const Judged& pool,
                                 Arena& arena) {
  const Object& object = *pool.object;
  LegacyStatus status = stored_status(object, arena);
  LegacyList list(stored_conditions(object), context.now, arena);
  set_pool_bootstrap(context, object, list);
  set_pool_infrastructure(context, object, list);
  count_pool_replicas(context, pool, status, list);
  static constexpr std::array<SummaryType, 3> types{
      {{"BootstrapReady"}, {"InfrastructureReady"}, {"ReplicasReady"}}};
  list.set(summarize_legacy(list.view(), {.types = types}, arena));
  status.conditions = list.finish();
  status.latches = latches_of_pool(context, object, status.latches);
  status.phase = phase_of_pool(object, status);
  return status;
}

}  // namespace telltale::legacy
