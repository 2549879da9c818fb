// SPDX-License-Identifier: Apache-2.0
#include "catalog/deletion.h"

#include <array>

#include "base/text.h"
#include "catalog/judged.h"

namespace telltale {
namespace {

struct Cause {
  std::string_view trace;  // what the drain writes into its message
  std::string_view name;
};

constexpr std::array<Cause, 4> causes{{
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

std::string describe_slow(const std::vector<Deletion>& deletions, Instant now) {
  std::vector<std::string_view> names;
  unsigned found = 0;
  for (const Deletion& deletion : deletions) {
    if (!is_slow(deletion, now)) continue;
    names.push_back(deletion.name);
    found |= delay_causes(deletion, now);
  }
  if (names.empty()) return {};
  const bool one = names.size() == 1;
  std::string text = format("{} {} {} in deletion since more than 15m",
                            one ? "Machine" : "Machines", list_names(names), one ? "is" : "are");
  if (found != 0) text += ", delay likely due to " + list_delay_causes(found);
  return text;
}

}  // namespace telltale
