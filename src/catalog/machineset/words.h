// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a MachineSet may use.

#include <string>

#include "catalog/machineset/seen.h"
#include "table/words.h"

namespace telltale::machineset {

// "KubeadmConfigTemplate does not exist", or both templates in one sentence.
void put_missing_templates(const Seen& seen, std::string& out);
// " is blocked because:" and a line for each reason, or nothing.
void put_blocked(const Seen& seen, std::string& out);
// "Machine m1 is not healthy (not to be remediated by MachineSet)", or nothing.
void put_unhealthy(const Seen& seen, std::string& out);
// A line break and a bullet about slow deletions, or nothing.
void put_slow(const Seen& seen, std::string& out);
void put_pauses(const Seen& seen, std::string& out);

inline constexpr Word<Seen> all_words[] = {
    {"current",
     [](const Seen& seen, std::string& out) { out += std::to_string(seen.tally.current); }},
    {"acknowledged",
     [](const Seen& seen, std::string& out) { out += std::to_string(seen.tally.acknowledged); }},
    {"available",
     [](const Seen& seen, std::string& out) { out += std::to_string(seen.tally.available); }},
    {"desired", [](const Seen& seen, std::string& out) { out += std::to_string(seen.desired()); }},
    {"missing",
     [](const Seen& seen, std::string& out) {
       out += std::to_string(seen.desired() - seen.tally.current);
     }},
    {"machines", [](const Seen& seen,
                    std::string& out) { out += seen.tally.current == 1 ? "Machine" : "Machines"; }},
    {"creation.errors", [](const Seen& seen, std::string& out) { out += seen.creation_errors; }},
    {"templates.missing", put_missing_templates},
    {"blocked", put_blocked},
    {"unhealthy", put_unhealthy},
    {"slow", put_slow},
    {"pauses", put_pauses},
};

}  // namespace telltale::machineset
