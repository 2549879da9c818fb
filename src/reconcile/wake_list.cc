// SPDX-License-Identifier: Apache-2.0
#include "reconcile/wake_list.h"

#include <algorithm>
#include <utility>

namespace telltale {
namespace {

// A clock that goes back by less is being kept in step with others; wakes can wait for that.
constexpr Seconds clock_slack{60};

}  // namespace

void WakeList::add(const std::string& tree, Instant at) {
  if (!is_set(at)) return;
  const auto known = wake_of_.find(tree);
  if (known != wake_of_.end()) {
    if (known->second <= at) return;
    const auto [first, last] = wakes_.equal_range(known->second);
    for (auto it = first; it != last; ++it) {
      if (it->second != tree) continue;
      wakes_.erase(it);
      break;
    }
  }
  wake_of_[tree] = at;
  wakes_.emplace(at, tree);
}

std::optional<Instant> WakeList::next() const {
  if (wakes_.empty()) return std::nullopt;
  return wakes_.begin()->first;
}

std::vector<std::string> WakeList::take_due(Instant now) {
  const bool was_set_back = is_set(latest_) && now + clock_slack < latest_;
  latest_ = was_set_back || !is_set(latest_) ? now : std::max(latest_, now);
  std::vector<std::string> due;
  while (!wakes_.empty() && (was_set_back || wakes_.begin()->first <= now)) {
    due.push_back(std::move(wakes_.begin()->second));
    wakes_.erase(wakes_.begin());
    wake_of_.erase(due.back());
  }
  return due;
}

}  // namespace telltale
