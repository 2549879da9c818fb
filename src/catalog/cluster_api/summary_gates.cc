// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/summary_gates.h"

#include <algorithm>

#include "catalog/polarity.h"

namespace telltale {
namespace {

constexpr std::string_view refusal =
    "Not accepted as a gate: the condition has negative polarity and the gate does not set "
    "polarity "
    "to Negative";

}  // namespace

void add_gates(json::Tree gates, std::string_view kind, const Dialect& dialect,
               std::vector<SummaryType>& types) {
  for (const json::Tree& gate : gates.items()) {
    const std::string_view type = gate["conditionType"].as_string("");
    if (type.empty() || types.size() >= summary_types_max) continue;
    const std::string_view polarity = gate["polarity"].as_string("");
    const bool refused = dialect.name == DialectName::Proposal && polarity.empty() &&
                         polarity_of(kind, type) == Polarity::Negative;
    if (refused) {
      types.push_back({type, Polarity::Positive, refusal});
      continue;
    }
    const bool known = std::ranges::find(types, type, &SummaryType::type) != types.end();
    if (known) continue;
    types.push_back({type, polarity == "Negative" ? Polarity::Negative : Polarity::Positive});
  }
}

}  // namespace telltale
