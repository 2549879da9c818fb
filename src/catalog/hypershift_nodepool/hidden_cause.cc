// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/hidden_cause.h"

#include "catalog/explain/headline.h"
#include "catalog/hypershift_nodepool/classes.h"
#include "catalog/judged.h"
#include "classify/innermost.h"

namespace telltale::hypershift_nodepool {
namespace {

// What the pool's own conditions say about its machines, the most telling first.
HiddenCause told_by_machines(const Judged& judged, std::string_view said) {
  for (const std::string_view type :
       {"AllMachinesReady", "ReachedIgnitionEndpoint", "AllNodesHealthy"}) {
    const Condition* condition = find_condition(judged.conditions, type);
    if (condition == nullptr || condition->status != Status::False) continue;
    const std::string text = headline_of(condition->message, HeadlineText::Errors);
    if (!text.empty()) return {.said = said, .label = type, .cause = text};
  }
  return {.cause = std::string(said)};
}

}  // namespace

HiddenCause hidden_cause(const Kind&, const Judged& judged) {
  const std::string_view message = judged.cause.message;
  const std::size_t end = message.find(". Recovery: ");
  if (end == std::string_view::npos) return {};
  const std::string_view said = message.substr(0, end);
  const std::string_view reason = judged.cause.reason;
  if (reason == reason_of(Class::Deployment)) return told_by_machines(judged, said);
  const std::size_t error = said.find(": ");
  const bool wrapped = error != std::string_view::npos && reason != reason_of(Class::Blocked) &&
                       reason != reason_of(Class::Controller);
  return {.cause = wrapped ? innermost_error(said.substr(error + 2)) : std::string(said)};
}

}  // namespace telltale::hypershift_nodepool
