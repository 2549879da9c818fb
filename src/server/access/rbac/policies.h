// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Policy of each cluster: of the management cluster and of every logical one, each from the
// RBAC objects that lie in it and from no others. Made when it is asked for and kept until one of
// those objects changes. Safe to share between threads.

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "server/access/rbac/policy.h"
#include "store/store.h"

namespace telltale::server {

// Of clusters that nobody asks any more; then all of them are made anew.
inline constexpr std::size_t kept_policies_max = 1024;

class Policies {
 public:
  explicit Policies(store::Store& store);

  // `home` as in keys.h.
  std::shared_ptr<const Policy> of(std::string_view home) const;
  std::size_t kept() const;

 private:
  void follow(std::span<const store::Change> changes);

  store::Store& store_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const Policy>, std::less<>> kept_;
  store::CurrentState::Subscription subscription_;
};

}  // namespace telltale::server
