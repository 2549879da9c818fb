// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one Karpenter NodePool: its Degraded condition, the specs it was judged for, and
// how many launches failed since. What starts the count over is decided here, once, for the rows
// and for the count alike.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "catalog/engine/judge_context.h"
#include "catalog/karpenter_nodepool/contributors.h"

namespace telltale::karpenter_nodepool {

struct Seen {
  Instant now{};
  bool deleting = false;

  // Degraded as it stands.
  bool stands = false;
  Status degraded = Status::Unknown;
  Instant since = no_time;
  std::string_view reasons = {};

  // Generations; zero is one that nobody told.
  std::int64_t generation = 0;
  std::int64_t observed = 0;    // by the condition
  std::int64_t remembered = 0;  // by Memory
  std::int64_t class_generation = 0;
  std::int64_t class_observed = 0;
  std::string_view class_kind = {};
  std::string_view class_name = {};

  // While it is True: when the first and the last of its reasons end, and whether there are new
  // ones.
  Instant first_end = no_time;
  Instant last_end = no_time;
  bool grows = false;
  Instant reset = no_time;           // when Memory says that it was reset
  Instant newest_success = no_time;  // no_time where a success clears nothing

  std::int32_t failed = 0;
  std::int32_t limit = 3;
  Seconds ttl = std::chrono::minutes(15);
};

constexpr bool differ(std::int64_t one, std::int64_t other) {
  return one != 0 && other != 0 && one != other;
}
constexpr bool is_degraded(const Seen& seen) {
  return seen.stands && seen.degraded == Status::True;
}
constexpr bool was_edited(const Seen& seen) {
  return differ(seen.observed, seen.generation) || differ(seen.remembered, seen.generation);
}
constexpr bool was_class_edited(const Seen& seen) {
  return differ(seen.class_observed, seen.class_generation);
}
// A time in the future has not begun to pass: nothing is ever negative.
constexpr bool is_ttl_over(const Seen& seen) {
  return is_set(seen.last_end) && seen.now >= seen.last_end;
}
// Memory is written before the status: a reset that only Memory knows still has to be said.
constexpr bool is_reset_unsaid(const Seen& seen) {
  return is_set(seen.reset) && is_set(seen.since) && seen.since <= seen.reset;
}
constexpr bool has_succeeded(const Seen& seen) {
  return is_set(seen.newest_success) && is_set(seen.since) && seen.newest_success > seen.since;
}
constexpr bool have_reasons_changed(const Seen& seen) {
  return seen.grows || (is_set(seen.first_end) && seen.now >= seen.first_end);
}

// What sets the count to zero.
enum class Reset : std::uint8_t {
  None,
  Edit,     // of the pool or of its NodeClass: old claims do not count
  Expired,  // the same
  Success,  // old failures do not count
};
constexpr Reset reset_of(const Seen& seen) {
  if (seen.deleting) return Reset::None;
  if (was_edited(seen) || was_class_edited(seen)) return Reset::Edit;
  if (!is_degraded(seen)) return Reset::None;
  if (is_ttl_over(seen)) return Reset::Expired;
  if (is_reset_unsaid(seen)) return Reset::Edit;
  return has_succeeded(seen) ? Reset::Success : Reset::None;
}

// Everything about one pool: the sheet the table reads, what was and will be remembered.
struct Sheet {
  Seen seen = {};
  std::int32_t stored = 0;  // status.failedLaunches
  Claims claims = {};
  Tally tally = {};
  Condition degraded = {};                   // Degraded=True as its contributors have it
  std::span<const MemoryClock> clocks = {};  // of the contributors, should it be True
  Memory before = {};
};

// Text lives in the arena.
Sheet observe(const JudgeContext& context, const Object& pool, Arena& arena);

// What to remember, now that Degraded has this status.
Memory remembered(const Sheet& sheet, Status degraded, Arena& arena);

}  // namespace telltale::karpenter_nodepool
