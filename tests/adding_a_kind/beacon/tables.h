// SPDX-License-Identifier: Apache-2.0
#pragma once

// The table of a Beacon, a kind that only this test knows: a light at sea that reports a heartbeat.

#include <array>
#include <chrono>
#include <string>

#include "base/instant.h"
#include "table/table.h"

namespace telltale::beacon {

// The sheet of paper: all that the table may ask about.
struct Seen {
  Instant now{};
  bool deleting = false;
  Instant heartbeat = no_time;  // status.heartbeat; no_time: it never reported
};

inline constexpr Seconds silence_max = std::chrono::minutes(5);

inline constexpr Guard<Seen> deleting{.name = "deleting",
                                      .text = "it is being deleted",
                                      .denial = "it is not being deleted",
                                      .ask = [](const Seen& seen) { return seen.deleting; }};

inline constexpr Guard<Seen> reported{
    .name = "reported",
    .text = "it reported a heartbeat",
    .denial = "it never reported a heartbeat",
    .ask = [](const Seen& seen) { return is_set(seen.heartbeat); }};

inline constexpr Guard<Seen> silent{
    .name = "silent",
    .text = "its last heartbeat is older than 5 minutes",
    .denial = "its last heartbeat is at most 5 minutes old",
    .ask = [](const Seen& seen) { return seen.now - seen.heartbeat > silence_max; },
    .at = [](const Seen& seen) { return seen.heartbeat + silence_max + Seconds(1); },
    .evidence =
        [](const Seen& seen) { return "status.heartbeat = " + format_rfc3339(seen.heartbeat); }};

inline constexpr When<Seen> otherwise{};

inline constexpr std::array<Word<Seen>, 1> all_words{{
    {"heartbeat",
     [](const Seen& seen, std::string& out) { out += format_rfc3339(seen.heartbeat); }},
}};

namespace rows {

using enum Act;
using enum Status;

// clang-format off
inline constexpr Table<Seen, 4> lit_table{"Beacon", "Lit", all_words, {
  // guard     act   status   reason         message
  {deleting,   Keep, Unknown, "",            "A Beacon that is being deleted stays as it is"},
  {!reported,  Set,  Unknown, "NoHeartbeat", "Waiting for the first heartbeat"},
  {silent,     Set,  False,   "Silent",      "No heartbeat since {heartbeat}"},
  {otherwise,  Set,  True,    "Lit",         ""},
}};
// clang-format on

}  // namespace rows

}  // namespace telltale::beacon
