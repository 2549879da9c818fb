// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain.h"

#include <optional>

#include "base/text.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/ready.h"
#include "catalog/machine/tables.h"
#include "catalog/machineset/judge_machineset.h"
#include "catalog/machineset/tables.h"
#include "catalog/polarity.h"
#include "condition/merge.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

constexpr std::size_t owners_max = 8;

// What one table says about this snapshot: everything but who feels it.
template <class Table, class Seen>
void ask(const Table& table, const Seen& seen, Explanation& told) {
  told.trace = trace_of(table, seen);
  const auto decision = table.decide(seen);
  told.wake = decision.wake;
  if (decision.row == nullptr) {
    told.note = "not collected: the stored value stands, or it is Unknown";
    return;
  }
  told.act = decision.row->act;
  if (told.act == Act::Keep) told.note = format("kept: {}", decision.row->message);
  if (told.act == Act::Mirror) told.note = format("copied: {}", decision.row->message);
}

Part part_of(std::string label, const Condition* condition, Polarity polarity) {
  if (condition == nullptr) {
    return {.label = std::move(label),
            .condition = {.reason = not_yet_reported, .message = "Condition not yet reported"},
            .reported = false,
            .good = false};
  }
  return {.label = std::move(label),
          .condition = *condition,
          .good = priority_of(*condition, polarity) == Priority::Info};
}

std::vector<Part> parts_of_ready(const Judged& judged, const Settings& settings) {
  std::vector<Part> parts;
  for (const SummaryType& type : machine::ready_types(*judged.object, settings.dialect)) {
    const Condition* condition = find_condition(judged.conditions, type.type);
    if (condition == nullptr && type.type == "HealthCheckSucceeded") continue;
    parts.push_back(part_of(std::string(type.type), condition, type.polarity));
  }
  return parts;
}

std::vector<Part> parts_of_set(const machineset::Sheet& sheet, std::string_view type,
                               const Settings& settings) {
  machineset::Members which = machineset::Members::All;
  std::string_view source = "Ready";
  if (type == "UpToDate") which = machineset::Members::JudgedUpToDate, source = "UpToDate";
  if (type == "Remediating") {
    which = machineset::Members::ToBeRemediated;
    source = "OwnerRemediated";
  }
  std::vector<Part> parts;
  for (const Judged* machine : machineset::members(sheet, which, settings.dialect)) {
    parts.push_back(part_of(format("Machine {}", machine->object->key.name),
                            find_condition(machine->conditions, source), Polarity::Positive));
  }
  return parts;
}

// Fills in the explanations of all types that a table decides.
void explain_machine(const World& world, const Judged& judged, const Settings& settings,
                     Instant now, std::vector<Explanation>& all) {
  machine::Seen seen = machine::observe(world, *judged.object, settings, now);
  Arena scratch;
  Voice voice(settings, now, scratch);
  (void)machine::judge(*judged.object, seen, voice);  // Fills in what later tables lean on.
  machine::for_each_table([&](const auto& table) {
    const std::string_view type = settings.dialect.type("Machine", table.condition);
    for (Explanation& told : all) {
      if (told.type != type) continue;
      told.computed = true;
      ask(table, seen, told);
      if (told.act == Act::Merge) told.parts = parts_of_ready(judged, settings);
    }
  });
}

std::vector<const Judged*> index_judged(const World& world, const Judgement& judgement) {
  std::vector<const Judged*> judged_of(world.objects().size(), nullptr);
  for (const Judged& item : judgement.items) judged_of[world.index_of(*item.object)] = &item;
  return judged_of;
}

void explain_machine_set(const World& world, const Judgement& judgement, const Judged& judged,
                         const Settings& settings, Instant now, std::vector<Explanation>& all) {
  const auto judged_of = index_judged(world, judgement);
  const machineset::Sheet sheet =
      machineset::observe(world, *judged.object, judged_of, settings, now);
  machineset::for_each_table([&](const auto& table) {
    const std::string_view type = settings.dialect.type("MachineSet", table.condition);
    for (Explanation& told : all) {
      if (told.type != type) continue;
      told.computed = true;
      ask(table, sheet.seen, told);
      if (told.act == Act::Merge) told.parts = parts_of_set(sheet, table.condition, settings);
    }
  });
}

Felt feel(const Judgement& judgement, const Object& owner) {
  for (const Judged& item : judgement.items) {
    if (item.object != &owner) continue;
    const Condition* root = find_condition(item.conditions, "MachinesReady");
    return {&owner, "MachinesReady", root != nullptr ? root->status : Status::Unknown};
  }
  const Condition* root = find_condition(shapes::conditions(owner), "Available");
  return {&owner, "Available", root != nullptr ? root->status : Status::Unknown};
}

// From the object up through its controllers to its Cluster.
std::vector<Felt> felt_by(const World& world, const Judgement& judgement, const Object& object) {
  std::vector<Felt> chain;
  const Object* at = &object;
  while (chain.size() < owners_max) {
    const Found owner = world.controller_of(*at);
    if (owner.object == nullptr) break;
    at = owner.object;
    chain.push_back(feel(judgement, *at));
  }
  const Found cluster = world.cluster_of(object);
  if (cluster.object != nullptr && cluster.object != at) {
    chain.push_back(feel(judgement, *cluster.object));
  }
  return chain;
}

std::string describe_next(const Explanation& told) {
  if (is_set(told.wake)) {
    return format("by time alone at {}, or when what it was decided from changes",
                  format_rfc3339(told.wake));
  }
  if (!told.computed) return "whoever wrote it writes it again";
  if (!told.parts.empty()) return "one of its parts changes";
  if (told.trace.rows.empty()) return "the object is no longer paused";
  const AskedRow& decided = told.trace.rows.back();
  if (decided.answer == Answer::NotCollected) return "the dump holds what is missing";
  return decided.evidence.empty() ? "an answer above changes"
                                  : format("this no longer holds: {}", decided.evidence);
}

}  // namespace

std::vector<Explanation> explain(const World& world, const Judgement& judgement,
                                 const Judged& judged, const Settings& settings, Instant now) {
  const Conditions stored = shapes::conditions(*judged.object);
  std::vector<Explanation> all;
  for (const Condition& condition : judged.conditions) {
    all.push_back({.type = condition.type,
                   .now = &condition,
                   .stored = find_condition(stored, condition.type),
                   .computed = false});
  }
  const Condition* paused = find_condition(judged.conditions, "Paused");
  if (judged.object->key.kind == "Machine") {
    explain_machine(world, judged, settings, now, all);
  } else {
    explain_machine_set(world, judgement, judged, settings, now, all);
  }
  const bool frozen = paused != nullptr && paused->status == Status::True;
  for (Explanation& told : all) {
    if (frozen && told.type != "Paused") {
      told = {.type = told.type,
              .now = told.now,
              .stored = told.stored,
              .note = "paused: the stored value stands"};
    }
    told.changes_when = describe_next(told);
    told.felt_by = felt_by(world, judgement, *judged.object);
  }
  return all;
}

}  // namespace telltale
