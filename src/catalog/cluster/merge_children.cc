// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/merge_children.h"

#include <string>

#include "base/text.h"
#include "catalog/cluster_api/words.h"

namespace telltale::cluster {
namespace {

Condition merge(std::span<const AggregateSource> sources, const AggregateOptions& options,
                Arena& arena) {
  const Result<Condition> merged = aggregate(sources, options, arena);
  if (merged) return *merged;
  return {.type = options.type,
          .status = Status::Unknown,
          .reason = "InternalError",
          .message = internal_error_message};
}

// A condition that is False when all is still.
Condition merge_movement(std::span<const AggregateSource> sources, std::string_view type,
                         const MergeReasons& reasons, Arena& arena) {
  return merge(sources, {.type = type, .polarity = Polarity::Negative, .reasons = reasons}, arena);
}

struct Counted {
  const Scale& scale;
  bool moving = false;
  std::string text = {};  // said where no child says anything
};

Condition merge_scaling(const Sheet& sheet, std::string_view type, const MergeReasons& reasons,
                        const Counted& counted, Arena& arena) {
  const auto told = sources(sheet.children, Whose::ReplicaHolders, type);
  const bool by_counters = sheet.seen.scale_rule == ScaleRule::Counters && counted.scale.counted;
  if (!by_counters) return merge_movement(told, type, reasons, arena);
  Condition merged{.type = type};
  if (!told.empty()) merged = merge_movement(told, type, reasons, arena);
  const bool nobody_moves = merged.status != Status::True;
  merged.status = counted.moving ? Status::True : Status::False;
  merged.reason = counted.moving ? reasons.issue : reasons.info;
  if (counted.moving && nobody_moves) merged.message = arena.keep(counted.text);
  return merged;
}

}  // namespace

Condition merge_available(const Children& children, Arena& arena) {
  return merge(
      sources(children, Whose::Workers, "Available"),
      {.type = "Available",
       .reasons = {.issue = "NotAvailable", .unknown = "AvailableUnknown", .info = "Available"}},
      arena);
}

Condition merge_rolling_out(const Children& children, Arena& arena) {
  return merge_movement(
      sources(children, Whose::Rollouts, "RollingOut"), "RollingOut",
      {.issue = "RollingOut", .unknown = "RollingOutUnknown", .info = "NotRollingOut"}, arena);
}

Condition merge_scaling_up(const Sheet& sheet, Arena& arena) {
  const Scale& up = sheet.seen.up;
  return merge_scaling(
      sheet, "ScalingUp",
      {.issue = "ScalingUp", .unknown = "ScalingUpUnknown", .info = "NotScalingUp"},
      {up, up.current < up.desired, format("{} of {} replicas available", up.current, up.desired)},
      arena);
}

Condition merge_scaling_down(const Sheet& sheet, Arena& arena) {
  const Scale& down = sheet.seen.down;
  return merge_scaling(
      sheet, "ScalingDown",
      {.issue = "ScalingDown", .unknown = "ScalingDownUnknown", .info = "NotScalingDown"},
      {down, down.current > down.desired,
       format("Scaling down from {} to {} replicas", down.current, down.desired)},
      arena);
}

}  // namespace telltale::cluster
