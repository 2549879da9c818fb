// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/owner_index.h"

#include "server/objects/object_access.h"

namespace telltale::server {

std::vector<Owner> owners_of(const json::Value& object) {
  std::vector<Owner> owners;
  for (const json::Value& reference : list_at(object, "metadata.ownerReferences")) {
    const json::Value* blocks = member(reference, "blockOwnerDeletion");
    owners.push_back(
        {.api_version = std::string(text_at(reference, "apiVersion")),
         .kind = std::string(text_at(reference, "kind")),
         .name = std::string(text_at(reference, "name")),
         .uid = std::string(text_at(reference, "uid")),
         .blocks_deletion = blocks != nullptr && blocks->is_bool() && blocks->get_bool()});
  }
  return owners;
}

void OwnerIndex::set(const std::string& key, const std::vector<Owner>& owners) {
  if (const auto known = owners_.find(key); known != owners_.end()) {
    for (const std::string& uid : known->second) {
      const auto keys = dependents_.find(uid);
      if (keys == dependents_.end()) continue;
      keys->second.erase(key);
      if (keys->second.empty()) dependents_.erase(keys);
    }
    owners_.erase(known);
  }
  if (owners.empty()) return;
  std::vector<std::string>& uids = owners_[key];
  for (const Owner& owner : owners) {
    uids.push_back(owner.uid);
    dependents_[owner.uid].insert(key);
  }
}

std::vector<std::string> OwnerIndex::dependents_of(std::string_view uid) const {
  const auto found = dependents_.find(std::string(uid));
  if (found == dependents_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

std::vector<std::string> OwnerIndex::owners_uids(const std::string& key) const {
  const auto found = owners_.find(key);
  return found == owners_.end() ? std::vector<std::string>{} : found->second;
}

}  // namespace telltale::server
