// SPDX-License-Identifier: Apache-2.0
#pragma once

// A world that is judged as it changes: a Machine that changed is judged again, and with it the
// owners that count it, for a price that does not depend on how many other objects there are. Law,
// tested by random edits: the same as judging everything from scratch.
//
//   IncrementalJudge incremental(world, settings, now);
//   for (const Judged* judged : incremental.replace(newer_machine, now)) ...
//
// Not for threads. The world and the settings outlive it.

#include <cstddef>
#include <memory>
#include <vector>

#include "catalog/judge.h"

namespace telltale {

class IncrementalJudge {
 public:
  IncrementalJudge(World& world, const Settings& settings, Instant now);
  ~IncrementalJudge();
  IncrementalJudge(const IncrementalJudge&) = delete;
  IncrementalJudge& operator=(const IncrementalJudge&) = delete;

  // Puts a newer state of a Machine into the world (see World::replace) and judges it again, then
  // whoever owns it up to its Cluster. Time moves forward only. Returns those that were judged,
  // owners last.
  std::vector<const Judged*> replace(const Object& newer, Instant now);

  const Judgement& judgement() const;

 private:
  class Ledger;
  std::unique_ptr<Ledger> ledger_;
};

}  // namespace telltale
