// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/verdict.h"

#include <algorithm>

#include "catalog/cluster/available.h"
#include "catalog/owners/patience.h"
#include "catalog/owners/verdict.h"

namespace telltale::cluster {
namespace {

const Judged* first_below(const Sheet& sheet, Verdict verdict) {
  if (const Judged* child = first_with(sheet.children, verdict)) return child;
  const ClusterMembers& machines = *sheet.machines;
  if (sheet.seen.stands_alone()) {
    if (const Judged* machine = machines.control_plane.first_with(verdict)) return machine;
  }
  return machines.standalone.first_with(verdict);
}

// Whenever something below began to go, the deletion of the Cluster got further.
Instant newest_deletion(const Sheet& sheet) {
  Instant newest = sheet.machines->all.newest_deletion();
  const Children& children = sheet.children;
  for (const auto* group : {&children.deployments, &children.pools, &children.sets}) {
    for (const Child& child : *group) newest = std::max(newest, child.object->deleted);
  }
  return std::max({newest, sheet.seen.control_plane.deleted, sheet.seen.infrastructure.deleted});
}

// Available is a summary; the first condition in it that is not good tells more.
const Condition* first_bad_part(const Judged& judged, const Sheet& sheet,
                                const Settings& settings) {
  const Condition* unsure = nullptr;
  for (const SummaryType& type : available_types(sheet, settings.dialect)) {
    // A gate that is refused is trouble of Available itself, which says so.
    const std::string_view told = type.refusal.empty() ? type.type : "Available";
    const Condition* part = find_condition(judged.conditions, told);
    if (part == nullptr) continue;
    const Priority priority = priority_of(*part, type.polarity);
    if (priority == Priority::Issue) return part;
    if (priority == Priority::Unknown && unsure == nullptr) unsure = part;
  }
  return unsure;
}

// The connection is lost since its probe says so or, where that is told for the first time, since
// it would have been: a success and the grace after it tell as much.
Instant lost_since(const Condition& probe, const Seen& seen) {
  if (is_set(probe.last_transition) && probe.last_transition < seen.now) {
    return probe.last_transition;
  }
  const Instant success = seen.connection.last_success;
  const bool told = !seen.connection.connected && is_set(success);
  const Instant proven = told ? std::min(success + seen.grace, seen.now) : no_time;
  return earlier(probe.last_transition, proven);
}

// A connection that is down is the Cluster's own trouble, whatever those below wait for.
bool is_reachable(const Judged& judged) {
  const Condition* probe = find_condition(judged.conditions, "RemoteConnectionProbe");
  return probe == nullptr || probe->status == Status::True;
}

OwnerFacts facts_of(const Judged& judged, const Sheet& sheet) {
  static constexpr std::string_view made_of_children[] = {"Available",
                                                          "UpToDate",
                                                          "ControlPlaneMachinesUpToDate",
                                                          "WorkerMachinesUpToDate",
                                                          "ScalingUp",
                                                          "ScalingDown",
                                                          "RollingOut",
                                                          "Remediating"};
  const std::span<const std::string_view> theirs = made_of_children;
  return {.root = "Available",
          .made_of_children = is_reachable(judged) ? theirs : theirs.subspan(1),
          .stuck = first_below(sheet, Verdict::Stuck),
          .working = first_below(sheet, Verdict::Working),
          .unknown = first_below(sheet, Verdict::Unknown),
          .deletion_moved = newest_deletion(sheet)};
}

OwnerSeen observe_verdict(const Judged& judged, const Sheet& sheet, const Settings& settings) {
  const Instant now = sheet.seen.now;
  OwnerSeen seen = observe_owner(judged, facts_of(judged, sheet), settings, now);
  // Available is a summary, and its parts tell more.
  if (seen.trouble == nullptr || seen.trouble != seen.root) return seen;
  seen.part = first_bad_part(judged, sheet, settings);
  if (seen.part == nullptr || seen.part->type != "RemoteConnectionProbe" ||
      seen.part->status != Status::False) {
    return seen;
  }
  seen.lost_connection = seen.part;
  seen.lost_since = lost_since(*seen.part, sheet.seen);
  seen.connection_term = term_from(seen.lost_since, settings.patience.owner_not_ready, now);
  return seen;
}

}  // namespace

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings) {
  tell_verdict(verdict_table, observe_verdict(judged, sheet, settings), judged);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  const ClusterMembers machines = gather(context, *judged.object);
  const Sheet sheet = observe(context, *judged.object, machines);
  return explain_by(verdict_table, observe_verdict(judged, sheet, context.settings));
}

}  // namespace telltale::cluster
