// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the verdict on an owner of Machines rests on: its own trouble, or that of somebody below it
// that it cannot do without. The same sheet for sets, deployments, pools, control planes and
// Clusters; verdict_table.h holds the rows.

#include <span>
#include <string_view>

#include "catalog/judged.h"
#include "catalog/owners/patience.h"
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
  bool children_come_up = false;     // there are some, and what they do not report yet is normal
  bool template_missing = false;     // and it is needed now
  Instant deletion_moved = no_time;  // when a deletion last got any further
};

struct OwnerSeen {
  Instant now{};
  const Object* object = nullptr;

  const Condition* root = nullptr;       // sums the owner up; nothing: nobody ever judged it
  const Condition* violation = nullptr;  // a provider breaks the contract, and there is no deletion
  const Condition* trouble = nullptr;    // what the owner itself shows, most telling first
  // The trouble once more, where it is of a kind that rows ask for.
  const Condition* deletion = nullptr;
  const Condition* unclear_root = nullptr;
  const Condition* waits = nullptr;  // that what it owns is ready, or enough

  const Judged* stuck = nullptr;
  const Judged* working = nullptr;
  const Judged* unknown = nullptr;
  bool theirs = false;  // the trouble is made of what the objects below report
  bool children_come_up = false;
  bool template_missing = false;

  PatienceTerm deletion_term = {};
  PatienceTerm template_term = {};
  PatienceTerm waiting_term = {};

  // Of a Cluster, whose root is a summary: the first part of it that is not good.
  const Condition* part = nullptr;
  const Condition* lost_connection = nullptr;  // that part, where it is a probe that fails
  PatienceTerm connection_term = {};
  Instant lost_since = no_time;
};

OwnerSeen observe_owner(const Judged& judged, const OwnerFacts& facts, const Settings& settings,
                        Instant now);

// Whom the rows blame.
Cause blame_nothing_told(const OwnerSeen& seen);
Cause blame_stuck_child(const OwnerSeen& seen);
Cause blame_violation(const OwnerSeen& seen);
Cause blame_own_trouble(const OwnerSeen& seen);
Cause blame_working_child(const OwnerSeen& seen);
Cause blame_unknown_child(const OwnerSeen& seen);

}  // namespace telltale
