// SPDX-License-Identifier: Apache-2.0
#include "catalog/owners/workers.h"

#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/cluster_api/pause.h"
#include "catalog/engine/merge_machines.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"

namespace telltale::workers {
namespace {

void see_cluster(const JudgeContext& context, const Object& object, Workers& seen) {
  seen.cluster_namespace = object.key.namespace_name;
  seen.cluster_name = cluster_name_of(object);
  const Found found = context.world.cluster_of(object);
  seen.cluster = found.sight;
  if (found.object == nullptr) return;
  seen.paused_by_cluster = pauses_by_spec(*found.object);
  seen.paused_by_cluster_annotation = pauses_by_annotation(*found.object, context.settings.dialect);
}

std::string tell(const Source& source) {
  if (source.kind.empty()) return "no reference";
  if (source.sight == Sight::NotCollected) return format("{} was not collected", source.kind);
  return format("{} {}", source.kind, source.sight == Sight::Present ? "exists" : "does not exist");
}

std::string or_nil(const std::optional<std::int64_t>& count) {
  return count ? std::to_string(*count) : std::string("nil");
}

}  // namespace

std::string_view Texts::keep(std::string text) {
  check(texts_.size() < texts_max, "a sheet keeps no more texts than it has room for");
  return texts_.emplace_back(std::move(text));
}

void see(const JudgeContext& context, const Object& object, const Members& machines,
         Workers& seen) {
  seen.now = context.now;
  seen.kind = object.key.kind;
  seen.deleted = object.deleted;
  seen.paused_by_annotation = has_paused_annotation(object);
  seen.replicas = shapes::small_number(object.body["spec"]["replicas"]);
  seen.basis = context.settings.dialect.scaling_up;
  seen.remediating = context.settings.dialect.remediating;
  seen.tally = machines.tally();
  seen.next_grown_up = machines.next_grown_up();
  see_cluster(context, object, seen);
}

void see_texts(const Members& machines, Workers& seen, Texts& texts) {
  seen.slow_deletions = texts.keep(machines.slow_deletions());
  seen.unhealthy_names = texts.keep(machines.unhealthy_names());
  if (seen.tally.not_up_to_date > 0) seen.rollout = texts.keep(describe_rollout(machines));
}

Source see_source(const World& world, const Object& owner, json::Tree tree) {
  const shapes::Ref ref = shapes::ref(tree);
  if (!ref) return {};
  const Key key{ref.group, ref.kind, owner.key.namespace_name, ref.name, {}};
  return {world.find(key).sight, ref.kind};
}

bool machines_collected(const World& world, const Object& owner, const Members& machines,
                        std::int64_t claimed) {
  if (!machines.empty() || claimed == 0) return true;
  return world.collected({owner.key.group, machine_kind.kind, owner.key.namespace_name, {}, {}});
}

void put_missing_sources(const Workers& seen, std::string& out) {
  const Source& bootstrap = seen.bootstrap_source;
  const Source& infra = seen.infrastructure_source;
  if (bootstrap.sight == Sight::Absent && infra.sight == Sight::Absent) {
    out += format("{} and {} do not exist", bootstrap.kind, infra.kind);
  } else if (seen.lacks_source()) {
    out +=
        format("{} does not exist", bootstrap.sight == Sight::Absent ? bootstrap.kind : infra.kind);
  }
}

void put_blocked(const Workers& seen, std::string& out) {
  if (!seen.lacks_source()) return;
  out += " is blocked because ";
  put_missing_sources(seen, out);
}

void put_unhealthy(const Workers& seen, std::string& out) {
  if (seen.tally.unhealthy == 0) return;
  const bool one = seen.tally.unhealthy == 1;
  out += format("{} {} {} not healthy ", one ? "Machine" : "Machines", seen.unhealthy_names,
                one ? "is" : "are");
  out += seen.outdated
             ? std::string("(remediation happens through the rollout of the MachineDeployment)")
             : format("(not to be remediated by {})", seen.remediator);
}

void put_slow(const Workers& seen, std::string& out) {
  if (!seen.slow_deletions.empty()) out += format("\n* {}", seen.slow_deletions);
}

void put_pauses(const Workers& seen, std::string& out) {
  auto add = [&, first = true](std::string_view text) mutable {
    if (!std::exchange(first, false)) out += ", ";
    out += text;
  };
  const auto annotated = [](std::string_view kind) {
    return format("{} has the {} annotation", kind, paused_annotation);
  };
  if (seen.paused_by_cluster) add("Cluster spec.paused is set to true");
  if (seen.paused_by_cluster_annotation) add(annotated("Cluster"));
  if (seen.paused_by_annotation) add(annotated(seen.kind));
}

// Evidence for the guards.

std::string cluster_evidence(const Workers& seen) {
  if (seen.cluster_name.empty()) return format("the {} names no Cluster", seen.kind);
  const std::string cluster = format("Cluster {}/{}", seen.cluster_namespace, seen.cluster_name);
  if (seen.cluster == Sight::NotCollected) return cluster + " was not collected";
  if (seen.cluster == Sight::Absent) return cluster + " does not exist";
  return format("{} spec.paused = {}{}", cluster, seen.paused_by_cluster,
                seen.paused_by_cluster_annotation ? " and has the paused annotation" : "");
}

std::string count_evidence(const Workers& seen) {
  if (!seen.counted()) return std::string(seen.counts_missing);
  if (!seen.available && !seen.machines_collected) return machines_evidence(seen);
  return format("{} replicas, {} available, {} desired", or_nil(seen.current),
                or_nil(seen.available), seen.desired());
}

std::string machines_evidence(const Workers& seen) {
  if (!seen.machines_collected) {
    return format("Machines of namespace {} were not collected", seen.cluster_namespace);
  }
  const Tally& tally = seen.tally;
  const auto machines = counted(static_cast<std::size_t>(tally.current), "Machine");
  return format("{}, {} not up to date, {} failing health checks", machines, tally.not_up_to_date,
                tally.unhealthy);
}

std::string sources_evidence(const Workers& seen) {
  return format("{}, {}", tell(seen.bootstrap_source), tell(seen.infrastructure_source));
}

std::string deletion_evidence(const Workers& seen) {
  if (!seen.deleting()) return "metadata.deletionTimestamp is not set";
  return format("metadata.deletionTimestamp = {}", format_rfc3339(seen.deleted));
}

}  // namespace telltale::workers
