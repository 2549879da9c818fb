// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one HyperShift NodePool: what it is busy with, what fails on it and for how
// long, and what its Progressing says so far.

#include <optional>
#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/engine/memory.h"
#include "catalog/hypershift_nodepool/classes.h"
#include "catalog/hypershift_nodepool/operation.h"

namespace telltale::hypershift_nodepool {

// One class of failure and its clock.
struct Failing {
  bool seen = false;
  Instant since = no_time;  // no_time: its clock does not run
  Instant gone = no_time;   // since when it is not seen any more
  // Not seen, but a short while ago, and nothing tells that it is over: between these two.
  Instant lingers_from = no_time;
  Instant lingers_until = no_time;
  Seconds threshold{};
  std::string_view message = {};
  std::string_view evidence = {};

  constexpr bool lingers(Instant now) const {
    return is_set(lingers_until) && now >= lingers_from && now < lingers_until;
  }
  // When time alone changes the answer.
  constexpr Instant lingering_turns(Instant now) const {
    if (!is_set(lingers_until) || now >= lingers_until) return no_time;
    return now < lingers_from ? lingers_from : lingers_until;
  }
};

struct Seen {
  Instant now{};
  bool is_deleting = false;
  bool is_paused = false;          // for as long as somebody wants
  Instant paused_until = no_time;  // or until a date
  bool lacks_data = false;
  std::string_view place = {};  // the namespace of the control plane

  // Progressing as it stands.
  bool would_turn = false;  // its status would not be what it was
  Instant turned = no_time;
  std::optional<Class> shown = {};
  bool recovers = false;
  Instant recovers_since = no_time;  // or when a failure was last seen, if that was later

  PerClass<Failing> failing = {};
  bool blocked_now = false;
  bool inplace_failed = false;

  // Good signs since the failure is shown.
  bool has_new_node = false;
  bool has_grown = false;
  bool fits_again = false;

  Operation operation = Operation::Steady;
  std::string_view desired = {};
  std::string_view target = {};  // the version of spec.release.image, where the image decides

  Seconds absence{};
  Seconds recovering{};
  Seconds dwell{};

  constexpr bool is_shown(Class one) const { return shown && reason_of(*shown) == reason_of(one); }
  constexpr bool sees_any() const {
    for (const Failing& one : failing.values) {
      if (one.seen) return true;
    }
    return false;
  }
  // When the first of the failures that are seen has lasted for its threshold; no_time: none is.
  constexpr Instant ripe_at() const {
    Instant first = no_time;
    for (const Failing& one : failing.values) {
      if (!one.seen || !is_set(one.since)) continue;
      const Instant ripe = one.since + one.threshold;
      if (!is_set(first) || ripe < first) first = ripe;
    }
    return first;
  }
  // A failure that is due wins over every sign of a recovery.
  constexpr bool is_due() const {
    const Instant ripe = ripe_at();
    return inplace_failed || (is_set(ripe) && now >= ripe);
  }
  constexpr bool sees_shown() const {
    for (const Class one : all_classes) {
      if (is_shown(one) && failing[one].seen) return true;
    }
    return false;
  }
  // Since when the failure that is shown is not seen any more; no_time: it is, or nobody knows.
  constexpr Instant shown_gone() const {
    Instant gone = no_time;
    for (const Class one : all_classes) {
      if (is_shown(one) && failing[one].gone > gone) gone = failing[one].gone;
    }
    return sees_shown() ? no_time : gone;
  }
  constexpr bool is_over(Instant gone) const { return is_set(gone) && now >= gone + absence; }
};

// A NodePool with everything around it: the sheet that the table reads, and what to remember.
struct Sheet {
  Seen seen = {};
  Memory before = {};
  Memory after = {};
  Count available = {};
  std::vector<Instant> turns = {};  // when time alone changes what is seen
};

// All text of the sheet stands in `texts`, or in the world.
Sheet observe(const JudgeContext& context, const Object& pool, Arena& texts);

}  // namespace telltale::hypershift_nodepool
