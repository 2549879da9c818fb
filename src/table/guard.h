// SPDX-License-Identifier: Apache-2.0
#pragma once

// A guard is a named question about a snapshot. It knows how to say itself, what it saw, when time
// alone will change its answer, and whether the snapshot holds enough to answer it at all.
//
//   // name
//   //     holds when, and when not
//   //     asks, {when time turns the answer, whether there is one, what it rests on}
//   constexpr Guard<Seen> has_node_ref{"has_node_ref",
//       "nodeRef is set", "nodeRef is not set",
//       [](const Seen& seen) { return seen.has_node_ref; }, {.evidence = node_ref_evidence}};
//
// In a row guards are joined by && and negated by !; these are the project's only overloaded
// operators. There is no "or": write a second row.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/instant.h"

namespace telltale {

// NotCollected: the snapshot does not hold what the question is about. Unknown is not no.
enum class Answer : std::uint8_t { No, NotCollected, Yes };

template <class Seen>
struct GuardFacts {
  Instant (*at)(const Seen&) = nullptr;
  bool (*collected)(const Seen&) = nullptr;
  std::string (*evidence)(const Seen&) = nullptr;
};

template <class Seen>
struct Guard {
  std::string_view name = {};    // as the row spells it
  std::string_view text = {};    // a positive statement, for people
  std::string_view denial = {};  // the same denied; "not:" before a sentence reads badly
  bool (*ask)(const Seen&) = nullptr;
  // For a question about time: the first whole second at which the answer turns.
  Instant (*at)(const Seen&) = nullptr;
  // For a question about something a dump may lack.
  bool (*collected)(const Seen&) = nullptr;
  // What the answer rests on: "Cluster default/c1 spec.paused = true".
  std::string (*evidence)(const Seen&) = nullptr;
  bool wanted = true;

  constexpr Guard() = default;
  constexpr Guard(std::string_view called, std::string_view holds, std::string_view denied,
                  bool (*asks)(const Seen&), GuardFacts<Seen> facts = {})
      : name(called),
        text(holds),
        denial(denied),
        ask(asks),
        at(facts.at),
        collected(facts.collected),
        evidence(facts.evidence) {}

  constexpr Guard operator!() const {
    Guard negated = *this;
    negated.wanted = !wanted;
    return negated;
  }
  constexpr Answer answer(const Seen& seen) const {
    if (collected != nullptr && !collected(seen)) return Answer::NotCollected;
    return ask(seen) == wanted ? Answer::Yes : Answer::No;
  }
  constexpr std::string_view says() const { return wanted ? text : denial; }
};

// Guards joined by "and". None at all is `otherwise`: it always holds.
template <class Seen>
struct When {
  static constexpr std::size_t guards_max = 4;

  std::array<Guard<Seen>, guards_max> guards{};
  std::size_t count = 0;

  constexpr When() = default;
  constexpr When(Guard<Seen> guard) : guards{guard}, count(1) {}  // NOLINT: rows read as prose

  // One clear "no" settles it, whatever else is not known.
  constexpr Answer answer(const Seen& seen) const {
    Answer joined = Answer::Yes;
    for (std::size_t i = 0; i < count; ++i) {
      const Answer one = guards[i].answer(seen);
      if (one == Answer::No) return Answer::No;
      if (one == Answer::NotCollected) joined = Answer::NotCollected;
    }
    return joined;
  }

  // The first guard that cannot be answered; nothing where all can.
  constexpr const Guard<Seen>* first_not_collected(const Seen& seen) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (guards[i].answer(seen) == Answer::NotCollected) return &guards[i];
    }
    return nullptr;
  }

  // Brings `wake` forward to the earliest instant after now at which a guard that was asked turns.
  constexpr void note_wake(const Seen& seen, Instant& wake) const {
    for (std::size_t i = 0; i < count; ++i) {
      const Answer answered = guards[i].answer(seen);
      // Time alone does not answer a question about what was not collected.
      if (guards[i].at != nullptr && answered != Answer::NotCollected) {
        const Instant turns = guards[i].at(seen);
        if (is_set(turns) && turns > seen.now && (!is_set(wake) || turns < wake)) wake = turns;
      }
      // A guard behind a "no" was not asked: its instant does not matter yet.
      if (answered == Answer::No) return;
    }
  }
};

// A rule a row may break. It has no definition: calling it while compiling stops the build with the
// rule's name in the error.
void a_row_may_join_at_most_four_guards();

template <class Seen>
consteval When<Seen> operator&&(When<Seen> left, Guard<Seen> right) {
  if (left.count == When<Seen>::guards_max) a_row_may_join_at_most_four_guards();
  left.guards[left.count++] = right;
  return left;
}
template <class Seen>
consteval When<Seen> operator&&(Guard<Seen> left, Guard<Seen> right) {
  return When<Seen>(left) && right;
}

}  // namespace telltale
