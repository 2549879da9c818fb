// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: a snapshot small enough to see through, and guards of every kind about it.

#include <string>
#include <string_view>

#include "base/instant.h"
#include "table/guard.h"
#include "table/words.h"

namespace telltale::snapshot {

inline constexpr Instant midnight{std::chrono::sys_days(std::chrono::year(2026) / 5 / 1)};
inline constexpr Instant daybreak = midnight + std::chrono::hours(6);
inline constexpr Instant bedtime = midnight + std::chrono::hours(22);

struct Seen {
  Instant now{};
  bool is_locked = false;
  bool is_ringing = false;
  bool is_cold = false;
  bool guests_counted = true;
  int guest_count = 0;
  std::string_view owner = {};
  std::string_view remark = {};
};

inline constexpr Seen calm{.now = midnight};

inline constexpr When<Seen> otherwise{};

// clang-format off
inline constexpr Guard<Seen> locked{"locked",
    "the door is locked", "the door is not locked",
    [](const Seen& seen) { return seen.is_locked; },
    {.evidence = [](const Seen& seen) {
       return std::string(seen.is_locked ? "key turned" : "key out");
     }}};

inline constexpr Guard<Seen> ringing{"ringing",
    "the bell rings", "the bell is silent",
    [](const Seen& seen) { return seen.is_ringing; }};

inline constexpr Guard<Seen> cold{"cold",
    "it is cold", "it is not cold",
    [](const Seen& seen) { return seen.is_cold; },
    {.evidence = [](const Seen& seen) { return std::string(seen.is_cold ? "3 C" : "21 C"); }}};

inline constexpr Guard<Seen> early{"early",
    "day has broken", "day has not broken",
    [](const Seen& seen) { return seen.now >= daybreak; },
    {.at = [](const Seen&) { return daybreak; }}};

inline constexpr Guard<Seen> late{"late",
    "it is bedtime", "it is not bedtime yet",
    [](const Seen& seen) { return seen.now >= bedtime; },
    {.at = [](const Seen&) { return bedtime; }}};

inline constexpr Guard<Seen> guests{"guests",
    "there are guests", "there are no guests",
    [](const Seen& seen) { return seen.guest_count > 0; },
    {.collected = [](const Seen& seen) { return seen.guests_counted; },
     .evidence = [](const Seen& seen) {
       return seen.guests_counted ? std::to_string(seen.guest_count) + " guests"
                                  : std::string("nobody counted");
     }}};

inline constexpr Guard<Seen> guests_late{"guests_late",
    "guests stay past bedtime", "no guests stay past bedtime",
    [](const Seen& seen) { return seen.guest_count > 0 && seen.now >= bedtime; },
    {.at = [](const Seen&) { return bedtime; },
     .collected = [](const Seen& seen) { return seen.guests_counted; }}};
// clang-format on

inline constexpr Word<Seen> all_words[] = {
    {"owner", [](const Seen& seen, std::string& out) { out += seen.owner; }},
    {"remark", [](const Seen& seen, std::string& out) { out += seen.remark; }},
    {"guests", [](const Seen& seen, std::string& out) { out += std::to_string(seen.guest_count); }},
};

}  // namespace telltale::snapshot
