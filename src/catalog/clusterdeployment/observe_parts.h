// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of observing a ClusterDeployment, in the order in which they lean on each other.

#include <string>
#include <string_view>

#include "catalog/clusterdeployment/seen.h"
#include "kube/object.h"

namespace telltale::clusterdeployment {

// What one part looks at, and where it writes.
struct Observing {
  const JudgeContext& context;
  const Object& deployment;
  Conditions conditions;  // of the deployment, and what was retired of them
  Seen& seen;
  Texts& texts;

  const Condition* condition(std::string_view type) const {
    return find_condition(conditions, type);
  }
  json::Tree spec() const { return deployment.body["spec"]; }
  json::Tree status() const { return deployment.body["status"]; }
};

// An object of Hive's beside the deployment.
Found find_beside(const Observing& at, std::string_view kind, std::string_view name);
// False only where the object says that somebody else controls it.
bool may_be_ours(const Observing& at, const Object& object);
// A condition of any object; nothing where it has none of this type.
const Condition* condition_of(const Object& object, std::string_view type);
// A provider's text as it may be shown: without what changes from one try to the next.
std::string shown(std::string_view message);
// "PodInPendingPhase: no node fits", or whichever half there is.
std::string with_reason(std::string_view reason, std::string_view message);

void see_install(const Observing& at);      // the ClusterInstall
void see_attempts(const Observing& at);     // the ClusterProvisions
void see_checks(const Observing& at);       // everything before the first attempt
void see_deprovision(const Observing& at);  // the ClusterDeprovision

}  // namespace telltale::clusterdeployment
