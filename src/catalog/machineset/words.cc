// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/words.h"

#include "base/text.h"
#include "catalog/machineset/tables.h"

namespace telltale::machineset {

void put_missing_templates(const Seen& seen, std::string& out) {
  const bool bootstrap = seen.bootstrap_template == Sight::Absent;
  const bool infra = seen.infrastructure_template == Sight::Absent;
  if (bootstrap && infra) {
    out += format("{} and {} do not exist", seen.bootstrap_kind, seen.infrastructure_kind);
  } else if (bootstrap || infra) {
    out += format("{} does not exist", bootstrap ? seen.bootstrap_kind : seen.infrastructure_kind);
  }
}

void put_blocked(const Seen& seen, std::string& out) {
  std::string missing;
  put_missing_templates(seen, missing);
  if (seen.preflight.empty() && missing.empty()) return;
  out += " is blocked because:";
  if (!seen.preflight.empty()) out += format("\n{}", seen.preflight);
  if (!missing.empty()) out += format("\n* {}", missing);
}

void put_unhealthy(const Seen& seen, std::string& out) {
  if (seen.tally.unhealthy == 0) return;
  const bool one = seen.tally.unhealthy == 1;
  out += format("{} {} {} not healthy ({})", one ? "Machine" : "Machines", seen.unhealthy_names,
                one ? "is" : "are",
                seen.outdated ? "remediation happens through the rollout of the MachineDeployment"
                              : "not to be remediated by MachineSet");
}

void put_slow(const Seen& seen, std::string& out) {
  if (!seen.slow_deletions.empty()) out += format("\n* {}", seen.slow_deletions);
}

void put_pauses(const Seen& seen, std::string& out) { rows::pauses.collect(seen, out, "", ", "); }

std::string cluster_evidence(const Seen& seen) {
  if (seen.cluster_name.empty()) return "the MachineSet names no Cluster";
  const std::string cluster = format("Cluster {}/{}", seen.cluster_namespace, seen.cluster_name);
  if (seen.cluster == Sight::NotCollected) return cluster + " was not collected";
  if (seen.cluster == Sight::Absent) return cluster + " does not exist";
  return format("{} spec.paused = {}{}", cluster, seen.paused_by_cluster,
                seen.paused_by_cluster_annotation ? " and has the paused annotation" : "");
}

std::string machines_evidence(const Seen& seen) {
  if (!seen.machines_collected) {
    return format("Machines of namespace {} were not collected", seen.cluster_namespace);
  }
  const Tally& tally = seen.tally;
  const auto current = counted(static_cast<std::size_t>(tally.current), "Machine");
  return format("{}, {} available, {} desired, {} failing health checks", current, tally.available,
                seen.desired(), tally.unhealthy);
}

std::string templates_evidence(const Seen& seen) {
  const auto tell = [](std::string_view kind, Sight sight) {
    if (kind.empty()) return std::string("no reference");
    if (sight == Sight::NotCollected) return format("{} was not collected", kind);
    return format("{} {}", kind, sight == Sight::Present ? "exists" : "does not exist");
  };
  return format("{}, {}", tell(seen.bootstrap_kind, seen.bootstrap_template),
                tell(seen.infrastructure_kind, seen.infrastructure_template));
}

}  // namespace telltale::machineset
