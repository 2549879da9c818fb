// SPDX-License-Identifier: Apache-2.0
#pragma once

// One condition as it stands on the wire (metav1.Condition). The views point into the arena of the
// world or of the judgement that made it; a Condition is copied freely and never owns its text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/instant.h"

namespace telltale {

// Unknown is not False: it says that nobody can tell.
enum class Status : std::uint8_t { Unknown, False, True };

constexpr std::string_view to_text(Status status) {
  switch (status) {
    case Status::True:
      return "True";
    case Status::False:
      return "False";
    case Status::Unknown:
      break;
  }
  return "Unknown";
}

constexpr std::optional<Status> parse_status(std::string_view text) {
  if (text == "True") return Status::True;
  if (text == "False") return Status::False;
  if (text == "Unknown") return Status::Unknown;
  return std::nullopt;
}

struct Condition {
  std::string_view type = {};
  Status status = Status::Unknown;
  std::string_view reason = {};
  std::string_view message = {};
  Instant last_transition = no_time;
  std::int64_t observed_generation = 0;

  bool operator==(const Condition&) const = default;
};

using Conditions = std::span<const Condition>;

// Nothing when the type is not there; the last one when a hand-made list names it twice.
inline const Condition* find_condition(Conditions conditions, std::string_view type) {
  const Condition* found = nullptr;
  for (const Condition& condition : conditions) {
    if (condition.type == type) found = &condition;
  }
  return found;
}

// Whether a later one has the type of the one at `index`: when a type stands twice, the last
// counts.
inline bool is_repeated_behind(Conditions conditions, std::size_t index) {
  for (const Condition& later : conditions.subspan(index + 1)) {
    if (later.type == conditions[index].type) return true;
  }
  return false;
}

}  // namespace telltale
