// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/policies.h"

#include <vector>

#include "base/text.h"
#include "server/objects/keys.h"
#include "server/objects/stored.h"

namespace telltale::server {
namespace {

constexpr std::string_view policy_group = "rbac.authorization.k8s.io";

}  // namespace

Policies::Policies(store::Store& store) : store_(store) {
  subscription_ = store.present().subscribe(
      [this](std::span<const store::Change> changes) { follow(changes); });
}

void Policies::follow(std::span<const store::Change> changes) {
  for (const store::Change& change : changes) {
    const auto parts = parts_of(change.key);
    if (!parts || parts->group != policy_group) continue;
    const std::lock_guard lock(mutex_);
    const auto stale = kept_.find(parts->home);
    if (stale != kept_.end()) kept_.erase(stale);
  }
}

std::shared_ptr<const Policy> Policies::of(std::string_view home) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = kept_.find(home); known != kept_.end()) return known->second;
  std::vector<json::Value> objects;
  const auto page = store_.present().list({.prefix = format("{}/{}/", home, policy_group)});
  if (page) {
    for (const store::Item& item : page->items) {
      if (auto object = from_stored(*item.value)) objects.push_back(std::move(*object));
    }
  }
  if (kept_.size() >= kept_policies_max) kept_.clear();
  return kept_.emplace(home, std::make_shared<const Policy>(objects)).first->second;
}

std::size_t Policies::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

}  // namespace telltale::server
