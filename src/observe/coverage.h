// SPDX-License-Identifier: Apache-2.0
#pragma once

// Of which kinds everything was collected, so that what is missing is absent. A dump cannot tell;
// a reader that lists kinds one by one can.

#include <string>
#include <string_view>

#include <absl/container/flat_hash_set.h>

#include "kube/key.h"

namespace telltale {

class Coverage {
 public:
  // Everywhere in the management cluster.
  void add(std::string_view group, std::string_view kind);
  // One object, whose kind nobody lists.
  void add_one(const Key& key);
  // In one workload cluster.
  void add(const Home& home, std::string_view group, std::string_view kind);
  void remove(const Home& home);

  bool covers(const Key& place) const;
  bool operator==(const Coverage&) const = default;

 private:
  absl::flat_hash_set<std::string> kinds_;           // "group/kind"
  absl::flat_hash_set<std::string> workload_kinds_;  // "namespace/name/group/kind"
  absl::flat_hash_set<std::string> ones_;            // "group/kind/namespace/name"
};

}  // namespace telltale
