// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_states.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/text.h"

namespace telltale {
namespace {

// The number of a place in `slots` that nobody uses.
template <class Slots>
std::uint32_t free_slot(Slots& slots, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    check(slots.size() < std::numeric_limits<std::uint32_t>::max(), "a pool has 2^32 places");
    slots.emplace_back();
    return static_cast<std::uint32_t>(slots.size() - 1);
  }
  const std::uint32_t id = free.back();
  free.pop_back();
  return id;
}

}  // namespace

std::string_view state_word(std::string_view text) {
  return text.substr(0, utf8_prefix(text, state_word_bytes_max));
}

ShortInstant::ShortInstant(Instant instant)
    : seconds_(static_cast<std::uint32_t>(std::clamp<std::int64_t>(
          instant.time_since_epoch().count(), 0, std::numeric_limits<std::uint32_t>::max()))) {}

TextPool::Id TextPool::hold(std::string_view text) {
  if (const auto known = ids_.find(text); known != ids_.end()) {
    ++slots_[known->second].holders;
    return known->second;
  }
  const Id id = free_slot(slots_, free_);
  slots_[id] = {.text = std::string(text), .holders = 1};
  ids_.emplace(slots_[id].text, id);
  return id;
}

void TextPool::release(Id id) {
  Slot& slot = slots_[id];
  check(slot.holders > 0, "a text is released by its holder");
  if (--slot.holders > 0) return;
  ids_.erase(std::string_view(slot.text));
  slot.text = {};
  slot.text.shrink_to_fit();
  free_.push_back(id);
}

StatePool::Id StatePool::hold(const ConditionState& state) {
  const Words words{texts_.hold(state.kind), texts_.hold(state.type), texts_.hold(state.reason),
                    static_cast<std::uint8_t>(state.status)};
  if (const auto known = ids_.find(words); known != ids_.end()) {
    texts_.release(std::get<0>(words));
    texts_.release(std::get<1>(words));
    texts_.release(std::get<2>(words));
    ++slots_[known->second].holders;
    return known->second;
  }
  const Id id = free_slot(slots_, free_);
  slots_[id] = {.words = words, .holders = 1};
  ids_.emplace(words, id);
  return id;
}

void StatePool::release(Id id) {
  Slot& slot = slots_[id];
  check(slot.holders > 0, "a state is released by its holder");
  if (--slot.holders > 0) return;
  ids_.erase(slot.words);
  texts_.release(std::get<0>(slot.words));
  texts_.release(std::get<1>(slot.words));
  texts_.release(std::get<2>(slot.words));
  free_.push_back(id);
}

ConditionState StatePool::state(Id id) const {
  const auto& [kind, type, reason, status] = slots_[id].words;
  return {.kind = texts_.text(kind),
          .type = texts_.text(type),
          .status = static_cast<Status>(status),
          .reason = texts_.text(reason)};
}

}  // namespace telltale
