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

inline constexpr Guard<Seen> locked{
    .name = "locked",
    .text = "the door is locked",
    .denial = "the door is not locked",
    .ask = [](const Seen& seen) { return seen.is_locked; },
    .evidence =
        [](const Seen& seen) { return std::string(seen.is_locked ? "key turned" : "key out"); }};

inline constexpr Guard<Seen> ringing{.name = "ringing",
                                     .text = "the bell rings",
                                     .denial = "the bell is silent",
                                     .ask = [](const Seen& seen) { return seen.is_ringing; }};

inline constexpr Guard<Seen> cold{
    .name = "cold",
    .text = "it is cold",
    .denial = "it is not cold",
    .ask = [](const Seen& seen) { return seen.is_cold; },
    .evidence = [](const Seen& seen) { return std::string(seen.is_cold ? "3 C" : "21 C"); }};

inline constexpr Guard<Seen> early{.name = "early",
                                   .text = "day has broken",
                                   .denial = "day has not broken",
                                   .ask = [](const Seen& seen) { return seen.now >= daybreak; },
                                   .at = [](const Seen&) { return daybreak; }};

inline constexpr Guard<Seen> late{.name = "late",
                                  .text = "it is bedtime",
                                  .denial = "it is not bedtime yet",
                                  .ask = [](const Seen& seen) { return seen.now >= bedtime; },
                                  .at = [](const Seen&) { return bedtime; }};

inline constexpr Guard<Seen> guests{
    .name = "guests",
    .text = "there are guests",
    .denial = "there are no guests",
    .ask = [](const Seen& seen) { return seen.guest_count > 0; },
    .collected = [](const Seen& seen) { return seen.guests_counted; },
    .evidence =
        [](const Seen& seen) {
          return seen.guests_counted ? std::to_string(seen.guest_count) + " guests"
                                     : std::string("nobody counted");
        }};

inline constexpr Guard<Seen> guests_late{
    .name = "guests_late",
    .text = "guests stay past bedtime",
    .denial = "no guests stay past bedtime",
    .ask = [](const Seen& seen) { return seen.guest_count > 0 && seen.now >= bedtime; },
    .at = [](const Seen&) { return bedtime; },
    .collected = [](const Seen& seen) { return seen.guests_counted; }};

inline constexpr Word<Seen> all_words[] = {
    {"owner", [](const Seen& seen, std::string& out) { out += seen.owner; }},
    {"remark", [](const Seen& seen, std::string& out) { out += seen.remark; }},
    {"guests", [](const Seen& seen, std::string& out) { out += std::to_string(seen.guest_count); }},
};

}  // namespace telltale::snapshot
