// SPDX-License-Identifier: Apache-2.0
#pragma once

// An object that owns its text, in one block of exactly the size it needs: for callers that keep
// objects that come, change and go one by one, where an arena would only grow.

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/arena.h"
#include "kube/object.h"

namespace telltale {

// Words that many objects share: kinds, condition types, reasons, label keys. Kept once, for ever,
// up to a limit; beyond it every object keeps its own. Outlives the objects.
class Vocabulary {
 public:
  static constexpr std::size_t bytes_max = std::size_t{32} << 20;
  static constexpr std::size_t word_bytes_max = 64;

  bool takes(std::string_view word) const {
    return word.size() <= word_bytes_max && arena_.bytes() < bytes_max;
  }
  std::string_view intern(std::string_view word) { return arena_.intern(word); }
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  Arena arena_;
};

struct OwnedObject {
  Object object = {};
  std::unique_ptr<std::byte[]> block = {};
  std::size_t bytes = 0;  // of the block
};

// Needs nothing of the original any more.
OwnedObject own(const Object& original, Vocabulary& words);

}  // namespace telltale
