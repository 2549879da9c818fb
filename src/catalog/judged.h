// SPDX-License-Identifier: Apache-2.0
#pragma once

// What judging says about one object. Text and lists live in the Judgement's arenas or in the World
// it was made from; both must outlive it.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "kube/object.h"

namespace telltale {

struct Guidance;
struct Memory;

// One word above the conditions.
enum class Verdict : std::uint8_t {
  Healthy,  // as desired, nothing to do
  Working,  // moving towards desired by itself, within its patience
  Stuck,    // will not get there without a human
  Unknown,  // not enough data to say; never used for "bad"
};

std::string_view to_text(Verdict verdict);
// The worst comes first: Stuck 0, Unknown, Working, Healthy 3.
int order_of(Verdict verdict);

// A number that may be unknown, in half the room of a std::optional: every Machine of a fleet has
// six of them. The API's counters are never negative.
class Count {
 public:
  constexpr Count() = default;
  constexpr Count(std::nullopt_t) {}                         // NOLINT: reads as an optional
  constexpr Count(std::int32_t number) : number_(number) {}  // NOLINT
  constexpr Count(std::optional<std::int32_t> number)        // NOLINT
      : number_(number.value_or(unknown)) {}

  constexpr bool has_value() const { return number_ != unknown; }
  constexpr explicit operator bool() const { return has_value(); }
  constexpr std::int32_t operator*() const { return number_; }
  constexpr std::int32_t value_or(std::int32_t otherwise) const {
    return has_value() ? number_ : otherwise;
  }
  constexpr std::optional<std::int32_t> number() const {
    return has_value() ? std::optional(number_) : std::nullopt;
  }
  constexpr bool operator==(const Count&) const = default;

 private:
  static constexpr std::int32_t unknown = std::numeric_limits<std::int32_t>::min();
  std::int32_t number_ = unknown;
};

// A counter that was not computed is absent; zero is a number.
struct Counters {
  Count replicas = {};
  Count ready = {};
  Count available = {};
  Count up_to_date = {};
  // Of the two halves of a Cluster only; everybody else has spec.replicas for the first.
  Count desired = {};
  Count unavailable = {};

  bool operator==(const Counters&) const = default;
};

// What a Cluster counts: its two halves, never mixed.
struct ClusterCounters {
  Counters control_plane = {};
  Counters workers = {};

  bool operator==(const ClusterCounters&) const = default;
};

// Why the verdict is not Healthy.
struct Cause {
  std::string_view condition = {};
  std::string_view reason = {};
  std::string_view message = {};
  Instant since = no_time;
  const Object* because = nullptr;     // the deepest object in trouble; the object itself if none
  const Guidance* guidance = nullptr;  // what to do about the deepest trouble
  std::string_view below = {};         // what `because` says, where that is another object
};

struct Judged {
  const Object* object = nullptr;
  Conditions conditions = {};  // as they would stand after a write, had the list room for all
  Counters counters = {};
  const ClusterCounters* halves = nullptr;  // of a Cluster only, in the Judgement's arena
  Instant wake = no_time;  // when time alone changes something; no_time: only the world can
  Verdict verdict = Verdict::Healthy;
  bool changed = false;            // a write would change the stored conditions or counters
  bool memory_changed = false;     // `memory` differs from what was remembered
  Count failed_launches = {};      // of a Karpenter NodePool only
  Cause cause = {};                // empty for Healthy
  const Memory* memory = nullptr;  // what to remember about it, in the Judgement's arena
};

// What to do about the trouble behind the verdict: that of the deepest object, where there is one.
const Guidance& guidance_of(const Judged& judged);
// The same; nothing where nobody has to do anything, since what moves is not what stalled.
const Guidance* advice_of(const Judged& judged);

// Since when a condition of this object is as it is, on every screen and in every history. Of the
// one behind the verdict it is the verdict's own time: evidence may prove that trouble is older
// than the transition that tells of it, or that its stage is younger.
Instant since_of(const Judged& judged, const Condition& condition);

// All verdicts on one World, ordered by kind, namespace and name.
struct Judgement {
  std::vector<Judged> items;
  std::vector<Arena> texts;
};

// Brings a wake forward, never back.
constexpr void wake_by(Instant& wake, Instant candidate, Instant now) {
  if (is_set(candidate) && candidate > now && (!is_set(wake) || candidate < wake)) wake = candidate;
}

}  // namespace telltale
