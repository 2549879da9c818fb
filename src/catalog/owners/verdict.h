// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on whatever owns Machines: its own trouble, or that of somebody below it that it
// cannot do without. The same rules for sets, deployments, pools, control planes and Clusters.

#include <span>
#include <string_view>

#include "catalog/judged.h"
#include "catalog/settings.h"

namespace telltale {

// What the verdict rests on besides the owner's own conditions.
struct OwnerFacts {
  std::string_view root = {};  // the condition that sums the owner up
  // Conditions made of what the objects below report: trouble in them is theirs.
  std::span<const std::string_view> made_of_children = {};
  // The first object below with each verdict; nothing: there is none.
  const Judged* stuck = nullptr;
  const Judged* working = nullptr;
  const Judged* unknown = nullptr;
  bool childless = false;
  bool template_missing = false;     // and it is needed now
  Instant deletion_moved = no_time;  // when a deletion last got any further
};

void decide_owner_verdict(Judged& judged, const OwnerFacts& facts, const Settings& settings,
                          Instant now);

}  // namespace telltale
