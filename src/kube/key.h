// SPDX-License-Identifier: Apache-2.0
#pragma once

// What makes two documents the same object: group, kind, namespace, name, and the workload cluster
// it belongs to. The version is not part of it; one object is often dumped in two.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace telltale {

// Which cluster an object lives in: the management cluster, or a workload cluster named by the
// namespace and name of its Cluster object.
struct Home {
  std::string_view cluster_namespace;
  std::string_view cluster_name;  // empty: the management cluster

  bool is_management() const { return cluster_name.empty(); }
  bool operator==(const Home&) const = default;
  auto operator<=>(const Home&) const = default;
};

struct Key {
  std::string_view group;
  std::string_view kind;
  std::string_view namespace_name;
  std::string_view name;
  Home home;

  bool operator==(const Key&) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const;
};

// "Machine default/m1"; "Node n1" for what has no namespace.
inline std::string to_text(const Key& key) {
  if (key.namespace_name.empty()) return format("{} {}", key.kind, key.name);
  return format("{} {}/{}", key.kind, key.namespace_name, key.name);
}

}  // namespace telltale
