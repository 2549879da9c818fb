// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is computed from all records once, when it is first asked for, and again after the list of
// kinds has changed. For any number of threads, as long as none of them changes the list.
//
//   const Renamed& renamed() {
//     static FromKinds<Renamed> all(collect_renamed);
//     return all.get();
//   }

#include <atomic>
#include <cstdint>
#include <mutex>

#include "catalog/kinds.h"

namespace telltale {

template <class Value>
class FromKinds {
 public:
  using Make = Value (*)();

  explicit FromKinds(Make make) : make_(make) {}

  const Value& get() {
    const std::uint64_t generation = kinds_generation();
    if (made_for_.load(std::memory_order_acquire) != generation) {
      const std::lock_guard lock(mutex_);
      if (made_for_.load(std::memory_order_relaxed) != generation) {
        value_ = make_();
        made_for_.store(generation, std::memory_order_release);
      }
    }
    return value_;
  }

 private:
  Make make_;
  std::mutex mutex_;
  Value value_ = {};
  std::atomic<std::uint64_t> made_for_ = 0;  // nothing yet: generations count from one
};

}  // namespace telltale
