// SPDX-License-Identifier: Apache-2.0
// What one changed Machine costs in a fleet that stands judged: only the change itself is collected
// when this runs under callgrind, which tools/one-change does for several sizes of fleet.
//
//   one_change CLUSTERS MACHINES_PER_CLUSTER [CHANGES]

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <valgrind/callgrind.h>

#include "base/rng.h"
#include "catalog/engine/incremental_judge.h"
#include "fleet_world.h"

namespace telltale {
namespace {

std::vector<Object> machines_of(const World& world) {
  std::vector<Object> machines;
  for (const Object& object : world.objects()) {
    if (object.key.kind == "Machine") machines.push_back(object);
  }
  return machines;
}

// A Machine begins to be deleted, and is as before with the next change: its owners feel both.
void run(const fleet::FleetOptions& options, std::size_t changes) {
  World world = fleet_world(options);
  const std::vector<Object> machines = machines_of(world);
  Settings settings;
  settings.dialect = upstream_dialect();
  IncrementalJudge incremental(world, settings, options.now);
  Rng rng(options.seed);
  std::size_t judged = 0;
  for (std::size_t i = 0; i < changes; ++i) {
    const Object& before = machines[rng.below(machines.size())];
    Object after = before;
    after.deleted = options.now - Seconds(60);
    for (const Object* state : {&std::as_const(after), &before}) {
      CALLGRIND_TOGGLE_COLLECT;
      judged += incremental.replace(*state, options.now).size();
      CALLGRIND_TOGGLE_COLLECT;
    }
  }
  std::printf("%zu objects, %zu Machines, %zu changes, %zu judged\n", world.objects().size(),
              machines.size(), 2 * changes, judged);
}

}  // namespace
}  // namespace telltale

int main(int argc, char** argv) {
  const auto number = [&](int at, std::size_t otherwise) {
    return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
  };
  telltale::run({.clusters = number(1, 20),
                 .machines = number(2, 50),
                 .format = telltale::fleet::Format::Ndjson},
                number(3, 200));
}
