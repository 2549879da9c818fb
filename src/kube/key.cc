// SPDX-License-Identifier: Apache-2.0
#include "kube/key.h"

#include <cstdint>

#include "base/hash.h"

namespace telltale {

std::size_t KeyHash::operator()(const Key& key) const {
  std::uint64_t mixed = 0;
  for (const std::string_view part : {key.group, key.kind, key.namespace_name, key.name,
                                      key.home.cluster_namespace, key.home.cluster_name}) {
    // The multiplication makes the order of the parts count: a namespace is no name.
    mixed = (mixed ^ TextHash{}(part)) * 0x9E3779B97F4A7C15ULL;
    mixed ^= mixed >> 32;
  }
  return static_cast<std::size_t>(mixed);
}

}  // namespace telltale
