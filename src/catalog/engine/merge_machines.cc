// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/merge_machines.h"

#include "base/text.h"
#include "catalog/cluster_api/words.h"

namespace telltale {
namespace {

Condition merge(const Aggregation& aggregation, const AggregateOptions& options, Arena& arena) {
  const Result<Condition> merged = aggregation.compose(options, arena);
  if (merged) return *merged;
  return {.type = options.type,
          .status = Status::Unknown,
          .reason = "InternalError",
          .message = internal_error_message};
}

}  // namespace

Condition merge_ready(const Members& machines, Arena& arena) {
  return merge(machines.ready(),
               {.type = "Ready",
                .reasons = {.issue = "NotReady", .unknown = "ReadyUnknown", .info = "Ready"}},
               arena);
}

Condition merge_up_to_date(const Members& machines, Arena& arena) {
  return merge(
      machines.up_to_date(),
      {.type = "UpToDate",
       .reasons = {.issue = "NotUpToDate", .unknown = "UpToDateUnknown", .info = "UpToDate"}},
      arena);
}

Condition merge_remediation(const Members& machines, Arena& arena) {
  Condition merged = merge(machines.remediation(), {.type = "OwnerRemediated"}, arena);
  if (merged.reason == "InternalError") return merged;
  merged.status = Status::True;
  merged.reason = "Remediating";
  return merged;
}

std::string describe_rollout(const Members& machines) {
  std::string text =
      format("Rolling out {} not up-to-date replicas", machines.tally().not_up_to_date);
  for (const std::string_view line : machines.rollout_reasons()) {
    text += '\n';
    text += line;
  }
  return text;
}

}  // namespace telltale
