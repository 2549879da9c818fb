// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who belongs to whom, by uid: which objects name an owner. Follows the changes of the store.
// Belongs to one thread.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "json/value.h"

namespace telltale::server {

struct Owner {
  std::string api_version;
  std::string kind;
  std::string name;
  std::string uid;
  bool blocks_deletion = false;
};
std::vector<Owner> owners_of(const json::Value& object);

class OwnerIndex {
 public:
  // Takes the place of what the key said before; no owners: forgets it.
  void set(const std::string& key, const std::vector<Owner>& owners);
  std::vector<std::string> dependents_of(std::string_view uid) const;
  std::vector<std::string> owners_uids(const std::string& key) const;
  std::size_t size() const { return owners_.size(); }

 private:
  absl::flat_hash_map<std::string, std::vector<std::string>> owners_;   // key -> uids
  absl::flat_hash_map<std::string, std::set<std::string>> dependents_;  // uid -> keys
};

}  // namespace telltale::server
