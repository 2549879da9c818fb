// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/ready.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalog/cluster_api/summary_gates.h"
#include "catalog/cluster_api/words.h"
#include "catalog/names.h"

namespace telltale::machine {
namespace {

constexpr std::array<std::string_view, 1> may_be_missing = {"HealthCheckSucceeded"};

// While a Machine is deleted its objects may go first; that is information, not an issue.
Priority ready_priority(const Condition& condition, Polarity polarity, const void* context) {
  const Seen& seen = *static_cast<const Seen*>(context);
  if (seen.deleting()) {
    const bool reference =
        condition.type == "BootstrapConfigReady" || condition.type == "InfrastructureReady";
    if (reference &&
        (condition.reason == "ObjectDeleted" || condition.reason == "ObjectDoesNotExist")) {
      return Priority::Info;
    }
    if (condition.type == "NodeHealthy") {
      const auto reason = canonical_reason("Machine", "NodeHealthy", condition.reason);
      if (reason == "Deleted" || reason == "DoesNotExist") return Priority::Info;
    }
  }
  return priority_of(condition, polarity);
}

bool is_control_plane_component(std::string_view type) {
  return type.starts_with("APIServer") || type.starts_with("ControllerManager") ||
         type.starts_with("Scheduler") || type == "EtcdPodHealthy";
}

// The Pods of a control plane Machine usually fail together; one line then tells of all of them.
std::size_t join_components(std::span<SummaryLine> lines, const void*) {
  const SummaryLine* first = nullptr;
  std::size_t alike = 0;
  for (const SummaryLine& line : lines) {
    if (!is_control_plane_component(line.label)) continue;
    if (first == nullptr) first = &line;
    if (line.text != first->text) return lines.size();
    ++alike;
  }
  if (alike < 2) return lines.size();
  const auto position = first - lines.data();
  lines[static_cast<std::size_t>(position)].label = "Control plane components";
  const auto rest = std::ranges::remove_if(
      lines, [](std::string_view label) { return is_control_plane_component(label); },
      &SummaryLine::label);
  return lines.size() - rest.size();
}

// The stage stands in for the whole drain story, which would break aggregation by its details.
Condition deletion_in_short(ConditionWriter& writer, const Seen& seen, const Condition& stage) {
  const Deletion deletion = deletion_of(seen, &stage);
  const bool slow = is_slow(deletion, seen.now);
  std::string text = format("Machine deletion in progress{}, stage: {}",
                            slow ? " since more than 15m" : "", stage.reason);
  if (slow) {
    const unsigned causes = delay_causes(deletion, seen.now);
    if (causes != 0) text += ", delay likely due to " + list_delay_causes(causes);
  }
  writer.wake_at(next_deletion_change(deletion, seen.now));
  return {.type = stage.type,
          .status = Status::True,
          .reason = "Deleting",
          .message = writer.arena().keep(text)};
}

}  // namespace

std::vector<SummaryType> ready_types(const Object& machine, const Dialect& dialect) {
  std::vector<SummaryType> types;
  types.push_back({written_type(dialect, "Machine", "Deleted"), Polarity::Negative});
  if (has_type(dialect, "Machine", "Updating")) types.push_back({"Updating", Polarity::Negative});
  for (const std::string_view type :
       {"BootstrapConfigReady", "InfrastructureReady", "NodeHealthy", "HealthCheckSucceeded"}) {
    types.push_back({type, Polarity::Positive});
  }
  add_gates(machine.body["spec"]["readinessGates"], "Machine", dialect, types);
  return types;
}

Deletion deletion_of(const Seen& seen, const Condition* stage) {
  return {.name = seen.name,
          .since = seen.deleted,
          .drain_started = seen.drain_started,
          .stage = stage};
}

Condition judge_ready(ConditionWriter& writer, const Object& machine, const Seen& seen) {
  const std::vector<SummaryType> types = ready_types(machine, writer.settings().dialect);
  std::array<Condition, 1> overrides;
  std::size_t overridden = 0;
  const Condition* stage = find_condition(writer.view(), types.front().type);
  if (seen.deleting() && stage != nullptr) {
    overrides[overridden++] = deletion_in_short(writer, seen, *stage);
  }
  const Result<Condition> ready =
      summarize(writer.view(),
                {.into = "Ready",
                 .types = types,
                 .may_be_missing = may_be_missing,
                 .overrides = std::span(overrides).first(overridden),
                 .reasons = {.issue = "NotReady", .unknown = "ReadyUnknown", .info = "Ready"},
                 .priority = {ready_priority, &seen},
                 .lines = {join_components, nullptr}},
                writer.arena());
  if (ready) return *ready;
  return {.type = "Ready",
          .status = Status::Unknown,
          .reason = "InternalError",
          .message = internal_error_message};
}

}  // namespace telltale::machine
