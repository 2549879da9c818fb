// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which kinds are judged, and which fields of which kinds judging reads. Everything else in a dump
// is passed over while reading.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/kind.h"
#include "json/tree/tree_reader.h"
#include "kube/object.h"
#include "kube/read_object.h"

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
// Stage after stage, owners after what they own.
std::span<const Kind* const> kinds_as_judged();
// Nothing for an object that is not judged.
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

// What somebody wants to see of a kind, on top of what judging reads. Paths are those of a
// json::Selection; labels, owners and legacy conditions come with them.
struct MoreFields {
  std::string group;
  std::string kind;  // empty: every kind
  std::vector<std::string> paths;
};

// How much of an object of this kind judging reads, besides the fields.
Extent extent_of(std::string_view group, std::string_view kind);

// Chooses the fields to keep of one document; hand it to the reader.
json::SelectFields fields_to_read(std::span<const MoreFields> more = {});

}  // namespace telltale
