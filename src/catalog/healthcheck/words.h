// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words of HealthCheckSucceeded: what failed, in lines, the Machine's own conditions first.

#include <string>

#include "catalog/healthcheck/seen.h"
#include "table/words.h"

namespace telltale::healthcheck {

// "  * Node n1 has been deleted", each on a line of its own.
void put_failures(const Seen& seen, std::string& out);

inline constexpr Word<Seen> all_words[] = {{"failures", put_failures}};

// For people who ask why.
std::string symptom_evidence(std::span<const Symptom> symptoms);
std::string startup_evidence(const Seen& seen);
std::string node_evidence(const Seen& seen);

}  // namespace telltale::healthcheck
