// SPDX-License-Identifier: Apache-2.0
#include "convert/dialect.h"

namespace telltale {
Dialect proposal_dialect() { return {}; }

Dialect upstream_dialect() {
  return {.name = DialectName::Upstream,
          .scaling_up = ScalingUpBasis::Current,
          .remediating = RemediatingRule::OnlyToBeRemediated,
          .up_to_date = UpToDateRule::RolledOutOnly,
          .annotation_pauses = PauseReach::ClusterOnly};
}

std::optional<DialectName> parse_dialect(std::string_view text) {
  if (text == "proposal") return DialectName::Proposal;
  if (text == "upstream") return DialectName::Upstream;
  return std::nullopt;
}

std::string_view to_text(DialectName name) {
  return name == DialectName::Proposal ? "proposal" : "upstream";
}

}  // namespace telltale
