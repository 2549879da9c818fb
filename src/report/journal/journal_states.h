// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small ways to remember much: texts and states of conditions that are kept once, however many
// objects share them, and only as long as somebody holds them. A million conditions are in a few
// hundred states. Not safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.h"
#include "base/instant.h"
#include "kube/condition.h"

namespace telltale {

// Types and reasons are words; whoever writes novels into them is cut short.
inline constexpr std::size_t state_word_bytes_max = 256;
std::string_view state_word(std::string_view text);

// An Instant in four bytes: 1970 to 2106. What lies outside is taken for the nearest.
class ShortInstant {
 public:
  constexpr ShortInstant() = default;
  explicit ShortInstant(Instant instant);
  Instant instant() const { return Instant(Seconds(seconds_)); }

 private:
  std::uint32_t seconds_ = 0;
};

class TextPool {
 public:
  using Id = std::uint32_t;

  Id hold(std::string_view text);
  void release(Id id);
  const std::string& text(Id id) const { return slots_[id].text; }
  std::size_t size() const { return ids_.size(); }

 private:
  struct Slot {
    std::string text;
    std::size_t holders = 0;
  };

  std::deque<Slot> slots_;  // whose texts never move: the map points at them
  std::vector<Id> free_;
  absl::flat_hash_map<std::string_view, Id, TextHash> ids_;
};

// What a condition of a kind can be in.
struct ConditionState {
  std::string_view kind = {};
  std::string_view type = {};
  Status status = Status::Unknown;
  std::string_view reason = {};

  bool operator==(const ConditionState&) const = default;
};

class StatePool {
 public:
  using Id = std::uint32_t;

  // One more holder of the state.
  Id hold(const ConditionState& state);
  void hold(Id id) { ++slots_[id].holders; }
  void release(Id id);
  // Valid as long as the state is held.
  ConditionState state(Id id) const;
  bool says(Id id, const ConditionState& state) const { return this->state(id) == state; }
  std::size_t size() const { return ids_.size(); }

  // Every held state with the number of its holders, in no order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [words, id] : ids_) visit(state(id), slots_[id].holders);
  }

 private:
  using Words = std::tuple<TextPool::Id, TextPool::Id, TextPool::Id, std::uint8_t>;
  struct Slot {
    Words words;
    std::size_t holders = 0;
  };

  TextPool texts_;
  std::vector<Slot> slots_;
  std::vector<Id> free_;
  absl::flat_hash_map<Words, Id> ids_;
};

}  // namespace telltale
