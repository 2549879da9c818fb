// SPDX-License-Identifier: Apache-2.0
#pragma once

// The messages a controller would have stored: summaries of one object, aggregates of many. Only as
// much of the condition algebra as a fleet needs, and on purpose not the condition room itself: a
// mistake there would otherwise hide behind a fleet that makes the same one.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/instant.h"
#include "kube/condition.h"

namespace telltale::fleet {

// Something that is not as it should be: Status::False is an issue, Status::Unknown is unknown.
struct Flaw {
  Status status = Status::False;
  std::string_view kind;  // of the object that reports it; unused in summaries
  std::string_view name;  // of the object, or in summaries of the condition type
  std::string_view message;
  Instant since = no_time;
};

// False when anything is an issue, else Unknown when anything is unknown, else True.
Status worst(std::span<const Flaw> flaws);
// The earliest start, or `otherwise` when nothing is wrong.
Instant first_since(std::span<const Flaw> flaws, Instant otherwise);

// " text" for a single plain line, otherwise a nested list of its lines.
std::string indented(std::string_view message);

// "* Type: message" for each, in the order given.
std::string_view summary_message(std::span<const Flaw> flaws, Arena& arena);

// "* Machines a, b, c, ... (2 more): message", three messages at most, then counts.
std::string_view aggregate_message(std::vector<Flaw> flaws, Arena& arena);

}  // namespace telltale::fleet
