// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a MachineSet may use, besides those of all workers.

#include <array>
#include <string>

#include "catalog/machineset/seen.h"
#include "catalog/owners/worker_rows.h"

namespace telltale::machineset {

// " is blocked because:" and a line for each reason, or nothing.
void put_obstacles(const Seen& seen, std::string& out);

inline constexpr std::array<Word<Seen>, 1> own_words{{{"obstacles", put_obstacles}}};

inline constexpr auto all_words = join_words(workers::words<Seen>, own_words);

}  // namespace telltale::machineset
