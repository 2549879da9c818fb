// SPDX-License-Identifier: Apache-2.0
#pragma once

// When which tree has to be judged again although nothing about it changes: of each tree the
// earliest instant. Not for threads.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/instant.h"

namespace telltale {

class WakeList {
 public:
  // An earlier instant of the same tree stays; no_time is none.
  void add(const std::string& tree, Instant at);
  std::optional<Instant> next() const;
  bool is_due(Instant now) const { return !wakes_.empty() && wakes_.begin()->first <= now; }
  // Takes out the trees whose instant has come, in its order; all of them when the clock was set
  // back, since they would come hours too late, and each says anew when it is due.
  std::vector<std::string> take_due(Instant now);
  // That take_due was told so far, by the clock as it is set now.
  Instant latest() const { return latest_; }

 private:
  std::multimap<Instant, std::string> wakes_;
  absl::flat_hash_map<std::string, Instant> wake_of_;  // by tree
  Instant latest_ = no_time;
};

}  // namespace telltale
