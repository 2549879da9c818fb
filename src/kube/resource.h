// SPDX-License-Identifier: Apache-2.0
#pragma once

// The names of resources as people type them: machine, machines, Machine, ma,
// machine.cluster.x-k8s.io, machines.v1beta2.cluster.x-k8s.io.

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace telltale {

// One kind that can be named. Plain data: rooms above may bring tables of their own.
struct KnownKind {
  std::string_view group;
  std::string_view kind;
  std::string_view plural;
  std::span<const std::string_view> short_names;
};

// Kinds that people name beside those that are judged (catalog/kinds.h has all).
std::span<const KnownKind> other_known_kinds();

struct ResourceName {
  std::string_view group;  // as the table has it, and valid as long as the table
  std::string_view kind;
  std::string_view plural;
  std::string version;       // empty when none was typed
  bool group_typed = false;  // else another group may have a kind of the same name

  bool operator==(const ResourceName&) const = default;
};

// NotFound when no kind has that name; the error then offers the closest ones. Upper and lower case
// are the same, as for kubectl. When two groups share a name, the first one of the table is meant.
[[nodiscard]] Result<ResourceName> resolve_resource(std::string_view typed,
                                                    std::span<const KnownKind> kinds);

}  // namespace telltale
