// SPDX-License-Identifier: Apache-2.0
#pragma once

// What each condition type means, out of the kinds' records, for every consumer: colours, metrics,
// alerts, verdicts. Asked with names of either dialect.

#include <span>
#include <string_view>

#include "condition/priority.h"

namespace telltale {

// The kind of facts that hold wherever the type is met.
inline constexpr std::string_view any_kind = "*";

struct TypeFacts {
  std::string_view kind;  // or any_kind
  std::string_view type;  // the proposal's name
  Polarity polarity = Polarity::Positive;
  bool others_act_on_it = false;  // writing it makes another controller act
};

// What looks bad by its type and is not, because of its reason.
struct GoodReason {
  std::string_view kind;
  std::string_view type;
  Status status = Status::False;
  std::string_view reason;
};

std::span<const GoodReason> all_good_reasons();
// How much a condition on an object of this kind has to tell.
Priority priority_on(std::string_view kind, const Condition& condition);

std::span<const TypeFacts> all_type_facts();
// A type that nobody has told us about is Positive, and nobody acts on it.
Polarity polarity_of(std::string_view kind, std::string_view type);
bool others_act_on(std::string_view kind, std::string_view type);
// Whether the condition says that somebody is at work: it scales, rolls out, updates, goes.
bool tells_movement(std::string_view kind, const Condition& condition);
// Whether it needs a human where it stays Unknown, with any reason.
bool unknown_gets_stuck(std::string_view kind, std::string_view type);

}  // namespace telltale
