// SPDX-License-Identifier: Apache-2.0
#pragma once

// A batch before it is written: which writes hold against what is there and against those before
// them in the batch, and the changes they make. Nothing is visible or durable yet.

#include <functional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.h"
#include "base/result.h"
#include "store/store.h"

namespace telltale::store {

class Draft {
 public:
  explicit Draft(const CurrentState& present) : present_(present), revision_(present.revision()) {}

  // The revision the write gets, or why it is refused.
  [[nodiscard]] Result<Revision> take(Write write);
  // With what they replace.
  std::vector<Change> changes() && { return std::move(changes_); }

 private:
  struct Found {
    Bytes value;
    Revision revision = 0;  // 0: not there
  };
  Found found(const std::string& key) const;

  const CurrentState& present_;
  Revision revision_;
  std::vector<Change> changes_;
  absl::flat_hash_map<std::string, Found, TextHash, std::equal_to<>> touched_;
};

}  // namespace telltale::store
