// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much one condition matters when many become one. Polarity is data beside the type, so it is
// said once; a rule may overrule it where the world is more complicated than that.

#include <cstdint>

#include "kube/condition.h"

namespace telltale {

// In order of importance.
enum class Priority : std::uint8_t { Issue, Unknown, Info };

// Positive: True is good. Negative: False is good, as for "Deleting".
enum class Polarity : std::uint8_t { Positive, Negative };

constexpr Priority priority_of(const Condition& condition, Polarity polarity) {
  if (condition.status == Status::Unknown) return Priority::Unknown;
  const bool good = (condition.status == Status::True) == (polarity == Polarity::Positive);
  return good ? Priority::Info : Priority::Issue;
}

// A replacement for priority_of. It is plain data: a function, and what it wants to look at, which
// must outlive the call it is passed to.
//
//   .priority = {[](const Condition& condition, Polarity polarity, const void*) {
//     if (condition.reason == "NodeDeleted") return Priority::Info;
//     return priority_of(condition, polarity);
//   }}
struct PriorityRule {
  using Judge = Priority (*)(const Condition&, Polarity, const void* context);

  Judge judge = nullptr;  // nothing: priority_of
  const void* context = nullptr;

  Priority operator()(const Condition& condition, Polarity polarity) const {
    return judge == nullptr ? priority_of(condition, polarity)
                            : judge(condition, polarity, context);
  }
};

}  // namespace telltale
