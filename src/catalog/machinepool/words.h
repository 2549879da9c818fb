// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a MachinePool may use, besides those of all workers and those about
// provider objects.

#include <array>
#include <string>

#include "base/text.h"
#include "catalog/machinepool/seen.h"
#include "catalog/owners/worker_rows.h"

namespace telltale::machinepool {

inline constexpr std::array<Word<Seen>, 2> own_words{{
    {"infra.line", [](const Seen& seen, std::string& out) { out += seen.infrastructure_line; }},
    {"instances",
     [](const Seen& seen, std::string& out) {
       out += counted(static_cast<std::size_t>(seen.current_count()), "Machine");
     }},
}};

inline constexpr auto all_words =
    join_words(workers::words<Seen>, reference::words<Seen>, own_words);

}  // namespace telltale::machinepool
