// SPDX-License-Identifier: Apache-2.0
#pragma once

// Since when each class of failure is seen on a pool. Clocks belong to the pool and not to its
// Machines, which a health check may replace long before an error is old enough to be told.
//
//            seen                     not seen
//   (none) ────────► running ────────────────────────► stopped ──► forgotten, after `absence`
//                       ▲                                 │
//                       └──── seen again in `absence` ────┘  with its old start
//
// An edit of the spec forgets all of them; a pause makes them stand still. Pure: looking again at
// the same world changes nothing.

#include <cstdint>
#include <optional>

#include "base/arena.h"
#include "catalog/engine/memory.h"
#include "catalog/hypershift_nodepool/classes.h"

namespace telltale::hypershift_nodepool {

// One class at this look, and since when the evidence proves it; no_time: since now.
struct Sighting {
  bool seen = false;
  Instant since = no_time;
};

// What Progressing says.
struct Standing {
  std::optional<Class> shown = {};  // a failure
  bool recovering = false;
};

// What the clocks are asked with.
struct Moment {
  Instant now = no_time;
  Instant created = no_time;         // the pool; what is older was another one's
  std::int64_t generation = 0;       // 0: nobody knows
  std::int64_t last_generation = 0;  // that Progressing was last written for; 0: nobody knows
  bool paused = false;
  Standing standing = {};
  Instant shown_since = no_time;
  PerClass<Sighting> sightings = {};
};

// What to remember after this look; `texts` keeps what it points to.
Memory advance(const Memory& before, const Moment& moment, const ProgressingRules& rules,
               Arena& texts);

// What stays of it now that Progressing says what the moment's standing tells: a clock that stopped
// long ago is kept for the failure that is shown and for a recovery only.
Memory settle(const Memory& after, const Moment& moment, const ProgressingRules& rules,
              Arena& texts);

// The clock of a class; one without a start where there is none.
MemoryClock clock_of(const Memory& memory, Class one);

}  // namespace telltale::hypershift_nodepool
