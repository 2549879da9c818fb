// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tables of a Beacon, a kind that only this test knows: a light at sea that reports a heartbeat
// and what its battery still holds.

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "base/instant.h"
#include "base/text.h"
#include "table/table.h"

namespace telltale::beacon {

// The sheet of paper: all that the tables may ask about.
struct Seen {
  Instant now{};
  bool deleting = false;
  Instant heartbeat = no_time;  // status.heartbeat; no_time: it never reported
  std::int64_t battery = 100;   // status.battery, in percent
};

inline constexpr Seconds silence_max = std::chrono::minutes(5);
inline constexpr std::int64_t battery_min = 20;

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

inline constexpr Guard<Seen> weak{
    .name = "weak",
    .text = "its battery is below 20 percent",
    .denial = "its battery has 20 percent or more",
    .ask = [](const Seen& seen) { return seen.battery < battery_min; },
    .evidence = [](const Seen& seen) { return format("status.battery = {}", seen.battery); }};

inline constexpr When<Seen> otherwise{};

inline constexpr std::array<Word<Seen>, 2> all_words{{
    {"heartbeat",
     [](const Seen& seen, std::string& out) { out += format_rfc3339(seen.heartbeat); }},
    {"battery", [](const Seen& seen, std::string& out) { out += format("{}", seen.battery); }},
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

inline constexpr Table<Seen, 4> low_power_table{"Beacon", "LowPower", all_words, {
  // guard     act   status   reason         message
  {deleting,   Keep, Unknown, "",            "A Beacon that is being deleted stays as it is"},
  {!reported,  Set,  Unknown, "NoHeartbeat", "Waiting for the first heartbeat"},
  {weak,       Set,  True,    "BatteryLow",  "Battery at {battery} percent"},
  {otherwise,  Set,  False,   "BatteryFine", ""},
}};
// clang-format on

}  // namespace rows

}  // namespace telltale::beacon
