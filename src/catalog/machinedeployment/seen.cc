// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/seen.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "catalog/cluster_api/creation.h"
#include "catalog/engine/stored_counters.h"
#include "catalog/machine/rollout.h"
#include "catalog/machinedeployment/strategy.h"

namespace telltale::machinedeployment {
namespace {

std::span<const std::uint32_t> sets_of(const World& world, const Object& deployment) {
  return of_kind(world, world.owned_by(deployment), "MachineSet");
}

// Nil as long as nobody reports anything.
void add(Count& sum, const Count& one) {
  if (!one) return;
  const std::int64_t total = std::int64_t{sum.value_or(0)} + *one;
  sum = static_cast<std::int32_t>(
      std::min<std::int64_t>(total, std::numeric_limits<std::int32_t>::max()));
}

void add(Counters& sum, const Counters& one) {
  add(sum.replicas, one.replicas);
  add(sum.ready, one.ready);
  add(sum.available, one.available);
  add(sum.up_to_date, one.up_to_date);
}

void note_verdict(const Judged& set, Sheet& sheet) {
  const auto note = [&](const Judged*& first) {
    if (first == nullptr) first = &set;
  };
  if (set.verdict == Verdict::Stuck) note(sheet.stuck);
  if (set.verdict == Verdict::Working) note(sheet.working);
  if (set.verdict == Verdict::Unknown) note(sheet.unknown);
}

void note_template(const Object& set, const Object& deployment, Seen& seen) {
  const machine::Rollout rollout = machine::compare_templates(set, deployment);
  if (machine::differs(rollout, seen.now)) return;
  const bool falls_due =
      is_set(rollout.rollout_after) && rollout.set_created < rollout.rollout_after;
  const Instant until = falls_due ? rollout.rollout_after + Seconds(1) : no_time;
  const bool lasts = seen.has_current_set && !is_set(seen.current_set_until);
  seen.current_set_until = lasts || !falls_due ? no_time : std::max(until, seen.current_set_until);
  seen.has_current_set = true;
}

void see_sets(const JudgeContext& context, const Object& deployment, Sheet& sheet) {
  Seen& seen = sheet.seen;
  for (const std::uint32_t index : sets_of(context.world, deployment)) {
    ++seen.sets;
    note_template(context.world.objects()[index], deployment, seen);
    const Judged* set = context.judged(index);
    if (set == nullptr) continue;
    add(sheet.counters, set->counters);
    note_verdict(*set, sheet);
  }
}

// A deployment that says it has replicas, in a dump without any set, was dumped without them.
bool were_sets_collected(const World& world, const Object& deployment, const Sheet& sheet) {
  if (sheet.seen.sets > 0) return true;
  if (stored_counters(deployment).replicas.value_or(0) == 0) return true;
  return world.collected(
      {deployment.key.group, "MachineSet", deployment.key.namespace_name, {}, {}});
}

void see_counts(const World& world, const Object& deployment, Sheet& sheet) {
  Seen& seen = sheet.seen;
  if (!were_sets_collected(world, deployment, sheet)) {
    seen.counts_missing = sheet.texts.keep(
        format("MachineSets of namespace {} were not collected", deployment.key.namespace_name));
    sheet.counters = stored_counters(deployment);
  }
  seen.current = sheet.counters.replicas.number();
  seen.available = sheet.counters.available.number();
  seen.machines_collected =
      seen.counted() &&
      workers::machines_collected(world, deployment, *sheet.machines, seen.current_count());
}

void see_strategy(const Object& deployment, Seen& seen, workers::Texts& texts) {
  Strategy strategy = read_strategy(deployment, seen.replicas.value_or(0));
  seen.rolling_update = strategy.rolling_update;
  seen.max_unavailable = strategy.max_unavailable;
  seen.max_unavailable_given = texts.keep(std::move(strategy.given));
}

}  // namespace

Members gather(const JudgeContext& context, const Object& deployment) {
  Members machines(context.settings, context.now);
  const World& world = context.world;
  for (const std::uint32_t set : sets_of(world, deployment)) {
    for (const std::uint32_t index :
         of_kind(world, world.owned_by(world.objects()[set]), "Machine")) {
      if (const Judged* machine = context.judged(index); machine != nullptr) machines.add(*machine);
    }
  }
  return machines;
}

Sheet observe(const JudgeContext& context, const Object& deployment, const Members& machines) {
  Sheet sheet;
  sheet.machines = &machines;
  Seen& seen = sheet.seen;
  workers::see(context, deployment, machines, seen);
  seen.remediator = "MachineDeployment/MachineSet";
  see_sets(context, deployment, sheet);
  see_counts(context.world, deployment, sheet);
  const json::Tree spec = deployment.body["spec"]["template"]["spec"];
  seen.bootstrap_source =
      workers::see_source(context.world, deployment, spec["bootstrap"]["configRef"]);
  seen.infrastructure_source =
      workers::see_source(context.world, deployment, spec["infrastructureRef"]);
  see_strategy(deployment, seen, sheet.texts);
  workers::see_texts(machines, seen, sheet.texts);
  seen.creation_errors = sheet.texts.keep(creation_errors(context.world, deployment, "MachineSet"));
  seen.creation_failed = !seen.creation_errors.empty();
  return sheet;
}

}  // namespace telltale::machinedeployment
