// SPDX-License-Identifier: Apache-2.0
#pragma once

// What judging says about one object. Text and lists live in the Judgement's arenas or in the World
// it was made from; both must outlive it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "kube/object.h"

namespace telltale {

struct Guidance;

// One word above the conditions.
enum class Verdict : std::uint8_t {
  Healthy,  // as desired, nothing to do
  Working,  // moving towards desired by itself, within its patience
  Stuck,    // will not get there without a human
  Unknown,  // not enough data to say; never used for "bad"
};

std::string_view to_text(Verdict verdict);

// A counter that was not computed is absent; zero is a number.
struct Counters {
  std::optional<std::int32_t> replicas = {};
  std::optional<std::int32_t> ready = {};
  std::optional<std::int32_t> available = {};
  std::optional<std::int32_t> up_to_date = {};
  // Of the two halves of a Cluster only; everybody else has spec.replicas for the first.
  std::optional<std::int32_t> desired = {};
  std::optional<std::int32_t> unavailable = {};

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
};

struct Judged {
  const Object* object = nullptr;
  Conditions conditions = {};  // the list as it would stand after a write
  Counters counters = {};
  const ClusterCounters* halves = nullptr;  // of a Cluster only, in the Judgement's arena
  Instant wake = no_time;  // when time alone changes something; no_time: only the world can
  Verdict verdict = Verdict::Healthy;
  bool changed = false;  // a write would change the stored conditions
  Cause cause = {};      // empty for Healthy
};

// What to do about the trouble behind the verdict: that of the deepest object, where there is one.
const Guidance& guidance_of(const Judged& judged);

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
