// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/grouped_reason.h"

#include <algorithm>

namespace telltale::clusterdeployment {
namespace {

using enum Status;

const OwnReason* own_reason(const Condition& condition) {
  const auto* found = std::ranges::find_if(own_reasons, [&](const OwnReason& own) {
    return own.condition == condition.type && own.reason == condition.reason &&
           own.problem == condition.status;
  });
  return found == std::end(own_reasons) ? nullptr : found;
}

bool tells_of_a_problem(const Condition& condition) {
  return condition.status == (condition.type == "RequirementsMet" ? False : True);
}

}  // namespace

Owner owner_of(const Condition* stands, const Condition* install) {
  if (stands == nullptr || !tells_of_a_problem(*stands)) return Owner::Nobody;
  // A ClusterInstall may use our words: what it says at this moment is its own.
  const bool theirs =
      install != nullptr && install->status == stands->status && install->reason == stands->reason;
  if (theirs) return Owner::Install;
  return own_reason(*stands) != nullptr ? Owner::Deployment : Owner::Other;
}

std::optional<Condition> clear_if_ours(const Condition* stands, std::string_view reason,
                                       const Condition* install) {
  if (owner_of(stands, install) != Owner::Deployment) return std::nullopt;
  if (stands->reason != reason) return std::nullopt;
  const OwnReason* own = own_reason(*stands);
  return Condition{
      .type = own->condition, .status = Unknown, .reason = own->resolved, .message = own->sentence};
}

}  // namespace telltale::clusterdeployment
