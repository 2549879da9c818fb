// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything about judging that people may choose: the dialect, the grace periods, and how long
// each kind of trouble may last before a human is needed.

#include <optional>

#include "base/instant.h"
#include "convert/dialect.h"

namespace telltale {

// How long "not yet good" counts as Working. Past it, the verdict is Stuck.
struct Patience {
  Seconds machine_without_node = std::chrono::minutes(20);  // since the Machine was created
  Seconds machine_not_ready = std::chrono::minutes(10);     // since the failing condition turned
  Seconds deletion_stage = std::chrono::minutes(15);        // each stage on its own
  Seconds owner_not_ready = std::chrono::minutes(45);       // sets, deployments, pools, Clusters
  Seconds missing_template = std::chrono::minutes(5);
};

struct Settings {
  Dialect dialect = proposal_dialect();
  Seconds remote_conditions_grace = std::chrono::minutes(5);
  // How long a Cluster may be out of reach; without one, as long as the dialect's documents say.
  std::optional<Seconds> remote_connection_grace = {};
  Patience patience;

  Seconds connection_grace() const {
    const Seconds customary(dialect.name == DialectName::Proposal ? 40 : 50);
    return remote_connection_grace.value_or(customary);
  }
};

}  // namespace telltale
