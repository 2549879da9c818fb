// SPDX-License-Identifier: Apache-2.0
#pragma once

// The targets of every MachineHealthCheck, counted: how many there are and how many are healthy,
// which says whether the check may ask for remediation at all. As upstream counts, a target of
// which nothing can be said yet, or which is leaving, is not healthy.
//
//   Totals totals(context);                      // all Machines judged so far
//   totals.remove(before), totals.add(after);  // or one that changed, as targets_of() told
//
// Only counts are kept, so one changed Machine costs as much as it has checks. Reading is safe for
// any number of threads as long as nobody changes it.

#include <cstdint>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "catalog/engine/judge_context.h"
#include "catalog/healthcheck/check.h"
#include "catalog/healthcheck/seen.h"

namespace telltale::healthcheck {

// One Machine before one check.
struct Target {
  const Object* check = nullptr;
  Outcome outcome = Outcome::NoTarget;

  bool operator==(const Target&) const = default;
};

// `judged` are the Machine's conditions after judging. Checks for which the Machine is no target at
// all are left out.
std::vector<Target> targets_of(const JudgeContext& context, const Object& machine,
                               Conditions judged);

class Totals {
 public:
  struct Count {
    Limit limit = {};
    std::int64_t targets = 0;
    std::int64_t healthy = 0;

    std::int64_t unhealthy() const { return targets - healthy; }
    bool allows_remediation() const { return limit.allows(unhealthy(), targets); }
  };

  Totals() = default;
  explicit Totals(const JudgeContext& context);

  void add(std::span<const Target> machine);
  // What is removed was added before.
  void remove(std::span<const Target> machine);

  // Nothing for a check without targets.
  const Count* of(const Object& check) const;
  bool allows_remediation(const Object& check) const;

 private:
  absl::flat_hash_map<const Object*, Count> counts_;
};

}  // namespace telltale::healthcheck
