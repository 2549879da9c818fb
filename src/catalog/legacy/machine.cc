// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/machine.h"

#include <array>

#include "base/text.h"
#include "catalog/legacy/list.h"
#include "catalog/legacy/machine_parts.h"
#include "catalog/legacy/referral.h"
#include "catalog/legacy/stored.h"
#include "catalog/machine/seen.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

bool has_data_secret(const Object& machine) {
  return !machine.body["spec"]["bootstrap"]["dataSecretName"].as_string("").empty();
}

// Once the data is there, whatever the bootstrap config says later no longer matters.
void set_machine_bootstrap(const JudgeContext& context, const Object& machine, LegacyList& list) {
  const shapes::Ref ref = shapes::ref(machine.body["spec"]["bootstrap"]["configRef"]);
  const bool exists = follow(context, machine, ref).object != nullptr;
  if (exists && has_data_secret(machine)) return list.set(good("BootstrapReady"));
  set_referral(context, machine,
               {.type = "BootstrapReady",
                .ref = ref,
                .done = shapes::provider_data_created,
                .waiting = machine.deleting() ? "Deleting" : "WaitingForDataSecret"},
               list);
}

void set_machine_infrastructure(const JudgeContext& context, const Object& machine,
                                LegacyList& list) {
  set_referral(context, machine,
               {.type = "InfrastructureReady",
                .ref = shapes::ref(machine.body["spec"]["infrastructureRef"]),
                .done = shapes::provider_provisioned,
                .waiting = machine.deleting() ? "Deleting" : "WaitingForInfrastructure"},
               list);
}

// A step counter shows how far provisioning is, until there is something better to show.
void summarize_machine(const Object& machine, LegacyList& list) {
  static constexpr std::array<SummaryType, 5> types{{{"InfrastructureReady"},
                                                     {"BootstrapReady"},
                                                     {"HealthCheckSucceeded"},
                                                     {"OwnerRemediated"},
                                                     {"DrainingSucceeded"}}};
  static constexpr std::array<std::string_view, 2> steps = {"BootstrapReady",
                                                            "InfrastructureReady"};
  const bool provisioning =
      !machine.deleting() && machine.body["spec"]["providerID"].as_string("").empty();
  list.set(summarize_legacy(list.view(),
                            {.types = types,
                             .steps = provisioning ? StepCounter::On : StepCounter::Off,
                             .step_types = steps},
                            list.arena()));
}

Latches latches_of_machine(const JudgeContext& context, const Object& machine,
                           const Latches& stored) {
  const json::Tree spec = machine.body["spec"];
  const Found config = follow(context, machine, shapes::ref(spec["bootstrap"]["configRef"]));
  const Found infrastructure = follow(context, machine, shapes::ref(spec["infrastructureRef"]));
  Latches latches = stored;
  latches.bootstrap = latch(stored.bootstrap, config.object, shapes::provider_data_created);
  if (config.object != nullptr && has_data_secret(machine)) latches.bootstrap = true;
  latches.infrastructure =
      latch(stored.infrastructure, infrastructure.object, shapes::provider_provisioned);
  return latches;
}

// Later answers overrule earlier ones; a phase is never left for an earlier one without a reason.
std::string_view phase_of_machine(const Judged& judged, const machine::Seen& seen,
                                  const LegacyStatus& status) {
  const Object& machine = *judged.object;
  const bool provisioned = status.latches.infrastructure.value_or(false);
  const bool has_node = !machine.body["status"]["nodeRef"]["name"].as_string("").empty() ||
                        !status.copy.node_name.empty();
  std::string_view phase = status.phase.empty() ? "Pending" : status.phase;
  if (status.latches.bootstrap.value_or(false) && !provisioned) phase = "Provisioning";
  if (!seen.provider_id.empty()) phase = "Provisioned";
  if (has_node && provisioned) phase = "Running";
  const Condition* updating = find_condition(judged.conditions, "Updating");
  if (updating != nullptr && updating->status == Status::True) phase = "Updating";
  if (machine.deleting()) phase = "Deleting";
  return phase;
}

}  // namespace

LegacyStatus machine_status(const Kind&, const JudgeContext& context, const Judged& machine,
                            Arena& arena) {
  const Object& object = *machine.object;
  LegacyStatus status = stored_status(object, arena);
  const machine::Seen seen = machine::observe(context, object);
  LegacyList list(stored_conditions(object), context.now, arena);
  set_machine_bootstrap(context, object, list);
  set_machine_infrastructure(context, object, list);
  set_node(seen, list);
  set_health_check(machine, list);
  set_components(machine, seen.plane, list);
  if (object.deleting()) set_deletion(machine, seen, context.settings.dialect, list);
  summarize_machine(object, list);
  status.conditions = list.finish();

  status.latches = latches_of_machine(context, object, status.latches);
  status.copy = machine::copy_node(context.world, object, seen, arena);
  const std::string_view phase = phase_of_machine(machine, seen, status);
  if (phase != status.phase) status.last_updated = context.now;
  status.phase = phase;
  return status;
}

}  // namespace telltale::legacy
