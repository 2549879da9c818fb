// SPDX-License-Identifier: Apache-2.0
#pragma once

// The gates of a spec, readinessGates of a Machine and availabilityGates of a Cluster: conditions
// that have to be good as well. They take conditions that are good when True; of one that is good
// when False the gate has to say so (polarity: Negative), or the proposal refuses it. Upstream
// takes it as it stands.

#include <string_view>
#include <vector>

#include "condition/summary.h"
#include "convert/dialect.h"
#include "json/tree/tree.h"

namespace telltale {

// `gates` is the list in the spec; types that are there already are not added again.
void add_gates(json::Tree gates, std::string_view kind, const Dialect& dialect,
               std::vector<SummaryType>& types);

}  // namespace telltale
