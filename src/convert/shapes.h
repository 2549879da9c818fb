// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading both shapes of the Cluster API: v1beta1 (with its preview fields) and v1beta2, in the
// seed's spelling and in upstream's. What the object does not say stays unsaid: an absent counter
// is not zero.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/instant.h"
#include "kube/object.h"

namespace telltale::shapes {

// Whether this version of the object still has the conditions and counters of v1beta1 on top.
bool keeps_old_shape(const Object& object);

// The conditions of the new kind on a core object: status.conditions in v1beta2, the preview block
// in v1beta1 (whose status.conditions are of the legacy kind).
Conditions conditions(const Object& object);
// The legacy conditions with their severities, wherever this version keeps them.
Conditions legacy_conditions(const Object& object);
// The conditions of a provider object, by the contract's order of places; nothing when it has none.
const ConditionList* provider_conditions(const Object& object);

// A reference to another object, in either shape: apiVersion (v1beta1) or apiGroup (v1beta2).
struct Ref {
  std::string_view group;
  std::string_view kind;
  std::string_view name;

  explicit operator bool() const { return !kind.empty() && !name.empty(); }
  bool operator==(const Ref&) const = default;
};
Ref ref(json::Tree tree);

// Machine, Cluster: what the provisioning contract has latched. A Cluster that refers to no
// infrastructure has nothing to wait for.
bool infrastructure_provisioned(const Object& object);
// The field that says so in the version of the object.
std::string_view infrastructure_provisioned_path(const Object& object);
bool bootstrap_data_created(const Object& machine);
// Provider objects: the same facts at their source, v1beta2 contract first, then v1beta1's.
bool provider_provisioned(const Object& infrastructure);
bool provider_data_created(const Object& bootstrap_config);

// What the API declares as int32: counts and seconds. Anything outside of it was never accepted.
std::optional<std::int32_t> small_number(json::Tree tree);
Instant time(json::Tree tree);

}  // namespace telltale::shapes
