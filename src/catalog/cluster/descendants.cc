// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/descendants.h"

#include <vector>

#include "base/text.h"

namespace telltale::cluster {
namespace {

using Names = std::vector<std::string_view>;

Names names_of(const World& world, const Object& cluster, std::string_view kind,
               bool (*counts)(const Object&)) {
  Names names;
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), kind)) {
    const Object& object = world.objects()[index];
    if (object.key.group == cluster.key.group && counts(object)) names.push_back(object.key.name);
  }
  return names;
}

void append(std::string& out, std::string_view title, Names names) {
  if (names.empty()) return;
  if (!out.empty()) out += '\n';
  out += format("* {}: {}", title, list_names(std::move(names), listed_descendants_max));
}

bool is_worker(const Object& machine) { return !is_control_plane_machine(machine); }

}  // namespace

std::string list_descendants(const World& world, const Object& cluster, const Seen& seen) {
  const auto all = [](const Object&) { return true; };
  std::string text;
  if (!seen.control_plane.ref_set) {
    append(text, "Control plane Machines",
           names_of(world, cluster, "Machine", is_control_plane_machine));
  }
  append(text, "MachineDeployments", names_of(world, cluster, "MachineDeployment", all));
  append(text, "MachineSets", names_of(world, cluster, "MachineSet", all));
  append(text, "MachinePools", names_of(world, cluster, "MachinePool", all));
  append(text, "Worker Machines", names_of(world, cluster, "Machine", is_worker));
  return text;
}

}  // namespace telltale::cluster
