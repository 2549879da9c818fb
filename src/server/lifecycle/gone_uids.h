// SPDX-License-Identifier: Apache-2.0
#pragma once

// The uids of objects that were deleted while this process ran, the latest of them. An owner of the
// right name and another uid is a successor if the uid is among them, and otherwise a copy:
// manifests of another cluster, applied here, name uids that never were here, and their objects
// must not be collected for it. Belongs to one thread.

#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include <absl/container/flat_hash_set.h>

#include "base/hash.h"

namespace telltale::server {

class GoneUids {
 public:
  static constexpr std::size_t uids_max = 100'000;

  void add(std::string_view uid) {
    if (uid.empty() || !known_.insert(std::string(uid)).second) return;
    order_.emplace_back(uid);
    if (order_.size() <= uids_max) return;
    known_.erase(order_.front());
    order_.pop_front();
  }

  bool contains(std::string_view uid) const { return known_.contains(std::string(uid)); }

 private:
  absl::flat_hash_set<std::string, TextHash, std::equal_to<>> known_;
  std::deque<std::string> order_;
};

}  // namespace telltale::server
