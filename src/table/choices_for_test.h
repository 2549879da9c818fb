// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: enumerate instead of sampling. A function that makes its choices here is run once
// for every combination of them, and may choose differently depending on what it chose before.
//
//   every_choice([&](Choices& choose) {
//     Seen seen = calm;
//     seen.has_node_ref = choose.flag();
//     seen.lookup = choose.one_of({Lookup::Found, Lookup::NotFound});
//     visit(seen);
//   });

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace telltale {

class Choices {
 public:
  bool flag() { return below(2) == 1; }

  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

  // A number from zero to `limit`, without the limit itself.
  std::size_t below(std::size_t limit) {
    if (depth_ == path_.size()) path_.push_back({0, limit});
    return path_[depth_++].chosen;
  }

  // On to the next combination; false after the last one.
  bool advance() {
    depth_ = 0;
    while (!path_.empty()) {
      if (++path_.back().chosen < path_.back().limit) return true;
      path_.pop_back();
    }
    return false;
  }

 private:
  struct Choice {
    std::size_t chosen;
    std::size_t limit;
  };

  std::vector<Choice> path_;
  std::size_t depth_ = 0;
};

template <class Make>
void every_choice(Make make) {
  Choices choices;
  do {
    make(choices);
  } while (choices.advance());
}

}  // namespace telltale
