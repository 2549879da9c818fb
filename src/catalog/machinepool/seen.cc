// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/seen.h"

#include "catalog/engine/stored_counters.h"
#include "catalog/machinepool/tables.h"
#include "condition/indent.h"
#include "convert/shapes.h"

namespace telltale::machinepool {
namespace {

Source source_of(const Referred& referred) {
  // Nothing is asked for, so nothing can be missing.
  return referred.ref_set ? Source{referred.sight, referred.kind} : Source{};
}

void see_references(const World& world, const Object& pool, Seen& seen) {
  const json::Tree spec = pool.body["spec"]["template"]["spec"];
  seen.bootstrap = reference::see_bootstrap(world, pool, spec);
  seen.infrastructure = reference::see_infrastructure(world, pool, spec);
  seen.bootstrap_source = source_of(seen.bootstrap);
  seen.infrastructure_source = source_of(seen.infrastructure);
}

// The status of the infrastructure object; missing where it could not be read.
json::Tree infrastructure_status(const World& world, const Object& pool, const Seen& seen) {
  const shapes::Ref ref = shapes::ref(pool.body["spec"]["template"]["spec"]["infrastructureRef"]);
  if (seen.infrastructure.sight != Sight::Present || !seen.infrastructure.readable) return {};
  const Key key{ref.group, ref.kind, pool.key.namespace_name, ref.name, {}};
  return world.find(key).object->body["status"];
}

MachineSupport see_support(const Seen& seen, json::Tree status) {
  if (seen.tally.current > 0) return MachineSupport::Supported;
  if (seen.infrastructure.sight == Sight::NotCollected) return MachineSupport::NotCollected;
  if (seen.infrastructure.sight == Sight::Absent || !seen.infrastructure.readable) {
    return MachineSupport::Unknown;
  }
  return status["infrastructureMachineKind"].as_string("").empty() ? MachineSupport::NotSupported
                                                                   : MachineSupport::Supported;
}

void count_machines(const Tally& tally, Counters& counters) {
  counters.ready = static_cast<std::int32_t>(tally.ready);
  counters.available = static_cast<std::int32_t>(tally.available);
  counters.up_to_date = static_cast<std::int32_t>(tally.up_to_date);
}

// Where nobody can count, what was counted before stands.
void see_counts(const World& world, const Object& pool, Sheet& sheet) {
  Seen& seen = sheet.seen;
  const json::Tree status = infrastructure_status(world, pool, seen);
  seen.support = see_support(seen, status);
  Counters& counters = sheet.counters;
  counters = stored_counters(pool);
  const bool infra_read =
      seen.infrastructure.sight == Sight::Present && seen.infrastructure.readable;
  if (infra_read) counters.replicas = shapes::small_number(status["replicas"]);
  seen.current = counters.replicas.number();
  if (seen.infrastructure.sight == Sight::NotCollected) {
    seen.counts_missing = sheet.texts.keep(reference::evidence(seen.infrastructure));
  }
  if (seen.support == MachineSupport::NotSupported) {
    counters.ready = counters.replicas;
    counters.available = counters.replicas;
    counters.up_to_date = shapes::small_number(pool.body["spec"]["replicas"]);
  } else {
    seen.machines_collected =
        workers::machines_collected(world, pool, *sheet.machines, seen.current_count());
    if (seen.support == MachineSupport::Supported && seen.machines_collected) {
      count_machines(seen.tally, counters);
    }
  }
  // An old count is shown, but nothing new is concluded from it where Machines were left out.
  if (seen.machines_collected) seen.available = counters.available.number();
}

// What InfrastructureReady will say, for those that rest on it.
void see_infrastructure_ready(Seen& seen, workers::Texts& texts) {
  const Row<Seen>* row = rows::infrastructure_ready_table.decide(seen).row;
  if (row == nullptr) return;
  const bool mirrored = row->act == Act::Mirror;
  const Condition* ready = seen.infrastructure.ready;
  seen.infrastructure_ready = mirrored ? ready->status : row->status;
  std::string message =
      mirrored ? std::string(ready->message) : words::fill<Seen>(all_words, row->message, seen);
  if (message.empty()) message = mirrored ? ready->reason : row->reason;
  std::string line = "* InfrastructureReady:";
  append_indented(line, message);
  seen.infrastructure_line = texts.keep(std::move(line));
}

}  // namespace

std::string support_evidence(const Seen& seen) {
  if (seen.tally.current > 0) return workers::machines_evidence(seen);
  if (seen.support == MachineSupport::Supported) {
    return format("{} {} has status.infrastructureMachineKind", seen.infrastructure.kind,
                  seen.infrastructure.name);
  }
  if (seen.support == MachineSupport::NotSupported) {
    return format("{} {} has no status.infrastructureMachineKind", seen.infrastructure.kind,
                  seen.infrastructure.name);
  }
  return reference::evidence(seen.infrastructure);
}

Members gather(const JudgeContext& context, const Object& pool) {
  Members machines(context.settings, context.now);
  const World& world = context.world;
  for (const std::uint32_t index : of_kind(world, world.owned_by(pool), "Machine")) {
    if (const Judged* machine = context.judged(index); machine != nullptr) machines.add(*machine);
  }
  return machines;
}

Sheet observe(const JudgeContext& context, const Object& pool, const Members& machines) {
  Sheet sheet;
  sheet.machines = &machines;
  Seen& seen = sheet.seen;
  workers::see(context, pool, machines, seen);
  seen.remediator = "MachinePool";
  see_references(context.world, pool, seen);
  see_counts(context.world, pool, sheet);
  workers::see_texts(machines, seen, sheet.texts);
  see_infrastructure_ready(seen, sheet.texts);
  return sheet;
}

}  // namespace telltale::machinepool
