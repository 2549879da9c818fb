// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/deletion.h"

#include <array>
#include <vector>

#include "base/text.h"
#include "catalog/names.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

struct DelayCause {
  std::string_view trace;  // what the drain writes into its message
  std::string_view name;
};

constexpr std::array<DelayCause, delay_cause_count> causes{{
    {"cannot evict pod as it would violate the pod's disruption budget.", "PodDisruptionBudgets"},
    {"deletionTimestamp set, but still not removed from the Node", "Pods not terminating"},
    {"failed to evict Pod", "Pod eviction errors"},
    {"waiting for completion", "Pods not completed yet"},
}};

bool draining(const Deletion& deletion) {
  return deletion.stage != nullptr && deletion.stage->status == Status::True &&
         deletion.stage->reason == "DrainingNode" && is_set(deletion.drain_started);
}

}  // namespace

Deletion deletion_of(const Judged& machine, const Dialect& dialect) {
  const Object& object = *machine.object;
  return {.name = object.key.name,
          .since = object.deleted,
          .drain_started = shapes::time(object.body["status"]["deletion"]["nodeDrainStartTime"]),
          .stage = find_in_either(machine.conditions, "Machine", "Deleted", dialect)};
}

bool is_slow(const Deletion& deletion, Instant now) {
  return is_set(deletion.since) && now - deletion.since > slow_deletion;
}

unsigned delay_causes(const Deletion& deletion, Instant now) {
  if (!draining(deletion) || now - deletion.drain_started <= slow_drain) return 0;
  unsigned found = 0;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (deletion.stage->message.find(causes[i].trace) != std::string_view::npos) found |= 1U << i;
  }
  return found;
}

std::string list_delay_causes(unsigned found) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if ((found >> i & 1U) != 0) names.push_back(causes[i].name);
  }
  return join(names, ", ");
}

Instant next_deletion_change(const Deletion& deletion, Instant now) {
  Instant wake = no_time;
  if (is_set(deletion.since)) wake_by(wake, deletion.since + slow_deletion + Seconds(1), now);
  if (draining(deletion)) wake_by(wake, deletion.drain_started + slow_drain + Seconds(1), now);
  return wake;
}

std::string describe_slow(std::span<const std::string_view> first_names, std::size_t total,
                          unsigned found) {
  if (total == 0) return {};
  const bool one = total == 1;
  std::string text =
      format("{} {} {} in deletion since more than 15m", one ? "Machine" : "Machines",
             list_first_names(first_names, total), one ? "is" : "are");
  if (found != 0) text += ", delay likely due to " + list_delay_causes(found);
  return text;
}

}  // namespace telltale
