// SPDX-License-Identifier: Apache-2.0
#pragma once

// One condition of many objects, added up as they come and go: what aggregate() says about all of
// them, for the price of the one that changed. Adding and removing cost O(log n), composing the
// message costs what the message holds. Law, tested by random edits: the same as from scratch.
//
//   Aggregation ready("Ready");
//   ready.add({.kind = "Machine", .name = "m1", .condition = &condition});
//   ready.compose({.type = "Ready", .into = "MachinesReady"}, arena);
//
// A source is removed as it was added, before its name or its condition dies. Not for threads.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/result.h"
#include "condition/aggregate.h"
#include "tally/messages.h"

namespace telltale {

class Aggregation {
 public:
  explicit Aggregation(std::string_view type, Polarity polarity = Polarity::Positive)
      : type_(type), polarity_(polarity) {}

  void add(const AggregateSource& source);
  void remove(const AggregateSource& source);

  std::size_t size() const { return counts_[0] + counts_[1] + counts_[2]; }
  bool empty() const { return size() == 0; }
  std::size_t count(Priority priority) const { return counts_[static_cast<std::size_t>(priority)]; }

  // The type, polarity and priorities are this aggregation's own. Invalid when it is empty.
  [[nodiscard]] Result<Condition> compose(const AggregateOptions& options, Arena& arena) const;

  // Every distinct message of sources that have an issue, alphabetically.
  std::vector<std::string_view> issue_messages() const { return trouble_.issue_texts(); }

 private:
  struct Reading {
    std::string text;
    Priority priority;
  };

  Reading read(const AggregateSource& source) const;
  // Good news is told only by those who have something to say.
  Messages* place_of(const Reading& reading);
  Priority top() const;

  std::string type_;
  Polarity polarity_;
  std::array<std::size_t, 3> counts_{};
  Messages trouble_;  // issues and unknowns
  Messages good_;     // told only while there is no trouble
};

}  // namespace telltale
