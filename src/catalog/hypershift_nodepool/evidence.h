// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that speaks for a failure of a pool at this look: the errors of its Machines and
// MachineSets, its MachineDeployment, its own conditions, and the Events about it.

#include <cstdint>
#include <string_view>
#include <vector>

#include "catalog/hypershift_nodepool/clocks.h"
#include "catalog/hypershift_nodepool/facts.h"
#include "catalog/hypershift_nodepool/surfaces.h"

namespace telltale::hypershift_nodepool {

// How many of a pool's Machines share an error, as far as that is worth saying: exact numbers
// change all the time.
enum class Share : std::uint8_t { None, One, Some, All };

// The first that shows a class of error, oldest first, and how many do.
struct Finding {
  Sighting sighting = {};
  Share share = Share::None;
  Trouble first = {};
};

struct Evidence {
  PerClass<Finding> findings = {};
  bool others_wait = false;            // old Machines wait for something else than capacity
  bool blocked_now = false;            // the stopping condition is about this generation
  const Condition* blocker = nullptr;  // that stops the pool
  const Condition* inplace = nullptr;  // that tells of a failed upgrade in place
  std::string_view reconcile_error = {};
  std::vector<Instant> turns = {};  // when time alone changes what is seen

  PerClass<Sighting> sightings() const;
};

Evidence gather_evidence(const JudgeContext& context, const Facts& facts);

}  // namespace telltale::hypershift_nodepool
