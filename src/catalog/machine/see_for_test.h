// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: what is seen of Machine default/m1 of a small world, before anything was judged.

#include "catalog/machine/seen.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::machine {

inline Seen see_m1(const World& world, const Settings& settings = {}) {
  const Found found = world.find({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  Seen seen = observe(JudgeContextForTest(world, ladders::now, settings).context(), *found.object);
  seen.summed_up = settings.summed_up_of_nodes();
  return seen;
}

}  // namespace telltale::machine
