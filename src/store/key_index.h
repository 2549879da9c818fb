// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys in order with their values, as a sorted list of sorted chunks. Besides finding and walking
// it tells how many keys lie before one, without walking them: that is what a page of a long list
// says about the rest. A list reads neighbours from the same cache lines.
//
// Not safe to share between threads while it changes.

#include <cstddef>
#include <string_view>
#include <vector>

#include "store/current_state.h"

namespace telltale::store {

class KeyIndex {
 public:
  // A place in the order; invalid after any change.
  struct Cursor {
    std::size_t chunk = 0;
    std::size_t slot = 0;
  };

  std::size_t size() const { return size_; }
  const Item* find(std::string_view key) const;
  void put(Item item);
  // False when the key was not there.
  bool erase(std::string_view key);
  void clear();

  // How many keys are less than this one.
  std::size_t rank(std::string_view key) const;
  // The first key that is not less.
  Cursor seek(std::string_view key) const;
  // Null behind the last one.
  const Item* at(Cursor cursor) const;
  Cursor next(Cursor cursor) const;

 private:
  using Chunk = std::vector<Item>;

  std::size_t chunk_for(std::string_view key) const;
  void split(std::size_t chunk);
  void join_small(std::size_t chunk);

  std::vector<Chunk> chunks_;  // none is empty
  std::size_t size_ = 0;
};

}  // namespace telltale::store
