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
#include "catalog/engine/verdict_table.h"
#include "table/table.h"

namespace telltale::beacon {

// The sheet of paper: all that the tables of the conditions may ask about.
struct Seen {
  Instant now{};
  bool deleting = false;
  Instant heartbeat = no_time;  // status.heartbeat; no_time: it never reported
  std::int64_t battery = 100;   // status.battery, in percent
};

inline constexpr Seconds silence_max = std::chrono::minutes(5);
inline constexpr std::int64_t battery_min = 20;

// clang-format off
inline constexpr Guard<Seen> deleting{"deleting",
    "it is being deleted", "it is not being deleted",
    [](const Seen& seen) { return seen.deleting; }};

inline constexpr Guard<Seen> reported{"reported",
    "it reported a heartbeat", "it never reported a heartbeat",
    [](const Seen& seen) { return is_set(seen.heartbeat); }};

inline constexpr Guard<Seen> silent{"silent",
    "its last heartbeat is older than 5 minutes", "its last heartbeat is at most 5 minutes old",
    [](const Seen& seen) { return seen.now - seen.heartbeat > silence_max; },
    {.at = [](const Seen& seen) { return seen.heartbeat + silence_max + Seconds(1); },
     .evidence = [](const Seen& seen) {
       return "status.heartbeat = " + format_rfc3339(seen.heartbeat);
     }}};

inline constexpr Guard<Seen> weak{"weak",
    "its battery is below 20 percent", "its battery has 20 percent or more",
    [](const Seen& seen) { return seen.battery < battery_min; },
    {.evidence = [](const Seen& seen) { return format("status.battery = {}", seen.battery); }}};
// clang-format on

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
inline constexpr auto lit_table = table_of<Seen>("Beacon", "Lit", all_words, {
  // guard     status   reason         message
  {deleting,   Keep,    "A Beacon that is being deleted stays as it is"},
  {!reported,  Unknown, "NoHeartbeat", "Waiting for the first heartbeat"},
  {silent,     False,   "Silent",      "No heartbeat since {heartbeat}"},
  {otherwise,  True,    "Lit"},
});

inline constexpr auto low_power_table = table_of<Seen>("Beacon", "LowPower", all_words, {
  // guard     status   reason         message
  {deleting,   Keep,    "A Beacon that is being deleted stays as it is"},
  {!reported,  Unknown, "NoHeartbeat", "Waiting for the first heartbeat"},
  {weak,       True,    "BatteryLow",  "Battery at {battery} percent"},
  {otherwise,  False,   "BatteryFine"},
});
// clang-format on

}  // namespace rows

// And the sheet of the verdict: Lit as it was judged, and how long it may be False.
struct VerdictSeen {
  Instant now{};
  const Object* object = nullptr;
  const Condition* dark = nullptr;     // Lit, while it is False
  const Condition* unclear = nullptr;  // Lit, while it is Unknown
  PatienceTerm dark_term = {};
};

namespace verdict_rows {

using enum Verdict;

inline constexpr When<VerdictSeen> otherwise{};

inline constexpr Guard<VerdictSeen> unclear =
    tells<VerdictSeen, &VerdictSeen::unclear>("unclear", "Lit is Unknown", "Lit is not Unknown");
inline constexpr Guard<VerdictSeen> dark =
    tells<VerdictSeen, &VerdictSeen::dark>("dark", "Lit is False", "Lit is not False");
inline constexpr Guard<VerdictSeen> patience_ended =
    patience_over<VerdictSeen, &VerdictSeen::dark_term>(
        "patience_ended", "that lasts longer than ownerNotReady", "that does not last longer");

inline constexpr Blame<VerdictSeen> no_word{
    "Lit", [](const VerdictSeen& seen) { return cause_of(*seen.unclear, *seen.object); }};
inline constexpr Blame<VerdictSeen> no_light{
    "Lit", [](const VerdictSeen& seen) { return cause_of(*seen.dark, *seen.object); }};

// clang-format off
inline constexpr VerdictTable verdict_table{"Beacon", std::to_array<VerdictRow<VerdictSeen>>({
  // guard                 verdict  because of
  {unclear,                Unknown, no_word},
  {dark && patience_ended, Stuck,   no_light},
  {dark,                   Working, no_light},
  {otherwise,              Healthy, nothing<VerdictSeen>},
})};
// clang-format on

}  // namespace verdict_rows

}  // namespace telltale::beacon
