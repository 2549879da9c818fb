// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a MachineDeployment may use, besides those of all workers.

#include <array>
#include <string>

#include "base/text.h"
#include "catalog/machinedeployment/seen.h"
#include "catalog/owners/worker_rows.h"

namespace telltale::machinedeployment {

inline constexpr std::array<Word<Seen>, 3> own_words{{
    {"minimum", [](const Seen& seen, std::string& out) { out += format("{}", seen.minimum()); }},
    {"max_unavailable",
     [](const Seen& seen, std::string& out) { out += seen.max_unavailable_given; }},
    {"sets", [](const Seen& seen, std::string& out) { out += format("{}", seen.sets); }},
}};

inline constexpr auto all_words = join_words(workers::words<Seen>, own_words);

}  // namespace telltale::machinedeployment
