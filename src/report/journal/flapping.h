// SPDX-License-Identifier: Apache-2.0
#pragma once

// Many turns in little time: such a condition can be trusted less than its last word.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "report/journal/journal_entry.h"

namespace telltale {

struct FlapRule {
  std::size_t turns = 4;  // of the status, not of the reason
  Seconds within = std::chrono::minutes(10);
};

struct Flapping {
  bool flapping = false;  // and not calm again: the last turn is no older than the window
  std::size_t turns = 0;  // within the window that ends at the last turn
  Seconds within{};       // how long that window is

  bool operator==(const Flapping&) const = default;
};

struct TypeFlapping {
  std::string type = {};
  Flapping flapping = {};

  bool operator==(const TypeFlapping&) const = default;
};

// Of entries in order of time. Where they are about several conditions, it is that of the worst.
Flapping flapping_of(std::span<const JournalEntry> entries, const FlapRule& rule, Instant now);
// The same for every condition by itself, ordered by type.
std::vector<TypeFlapping> flapping_by_type(std::span<const JournalEntry> entries,
                                           const FlapRule& rule, Instant now);

}  // namespace telltale
