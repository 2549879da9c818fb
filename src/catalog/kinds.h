// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which kinds are judged: their records, in one list.

#include <cstdint>
#include <span>
#include <string_view>

#include "catalog/kind.h"
#include "catalog/read_kinds.h"
#include "kube/object.h"
#include "observe/world.h"

namespace telltale {

// Defined in the kinds' folders.
extern const Kind cluster_kind;
extern const Kind cluster_deployment_kind;
extern const Kind kubeadm_control_plane_kind;
extern const Kind machine_kind;
extern const Kind machine_deployment_kind;
extern const Kind machine_pool_kind;
extern const Kind machine_set_kind;
extern const Kind hypershift_node_pool_kind;
extern const Kind karpenter_node_pool_kind;

// Ordered by kind, then group.
std::span<const Kind* const> judged_kinds();
// Stage after stage, owners after what they own; what is told about all kinds is told in this
// order.
std::span<const Kind* const> kinds_as_judged();
// Nothing for what is not judged.
const Kind* judged_kind(std::string_view group, std::string_view kind);
const Kind* judged_kind(const Object& object);
// Whether this is an object of the kind that is judged.
bool is_of(const Kind& kind, const Object& object);

// Adds a record to the list, for as long as this lives: a kind that is known only at run time.
// Before anything is read or judged, and not while other threads run. There is one list per
// process, so a test holds this as a local variable.
class RegisteredKind {
 public:
  explicit RegisteredKind(const Kind& kind);
  ~RegisteredKind();
  RegisteredKind(const RegisteredKind&) = delete;
  RegisteredKind& operator=(const RegisteredKind&) = delete;

 private:
  const Kind& kind_;
};

// Another number whenever the list has changed; what is computed from it (from_kinds.h) is then
// computed anew.
std::uint64_t kinds_generation();

// In whichever cluster it is.
inline bool is_a(const Object& object, const Kind& kind) {
  return object.key.kind == kind.kind && object.key.group == kind.group;
}

// Which kinds gather others, for a World.
Belonging belonging_of_kinds();

// How the conditions of this object are written.
ListRules list_rules_of(const Key& key);

}  // namespace telltale
