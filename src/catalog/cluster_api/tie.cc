// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/tie.h"

#include "catalog/cluster_api/connection.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

// What the infrastructure says of itself once it is provisioned, and as long as it stays.
std::string_view provider_id_of(const World& world, const Object& machine) {
  const std::string_view own = machine.body["spec"]["providerID"].as_string("");
  const shapes::Ref ref = shapes::ref(machine.body["spec"]["infrastructureRef"]);
  if (!ref) return own;
  const Found found = world.find({ref.group, ref.kind, machine.key.namespace_name, ref.name, {}});
  if (found.object == nullptr || !found.object->unreadable.empty()) return own;
  const bool provisioned =
      shapes::infrastructure_provisioned(machine) || shapes::provider_provisioned(*found.object);
  if (!provisioned || found.object->deleting()) return own;
  const std::string_view theirs = found.object->body["spec"]["providerID"].as_string("");
  return theirs.empty() ? own : theirs;
}

std::string_view node_with(const World& world, const Object& machine, std::string_view id) {
  const Home home{machine.key.namespace_name, cluster_name_of(machine)};
  const auto nodes = world.with_provider_id(home, id);
  if (nodes.size() != 1 || !world.objects()[nodes.front()].unreadable.empty()) return {};
  const Connection way =
      see_connection(world, home.cluster_namespace, home.cluster_name, Instant{});
  if (!way.connected || !way.lookup_error.empty()) return {};
  return world.objects()[nodes.front()].key.name;
}

}  // namespace

Tie tie_of(const World& world, const Object& machine) {
  Tie tie{.provider_id = provider_id_of(world, machine),
          .node_name = machine.body["status"]["nodeRef"]["name"].as_string("")};
  if (tie.node_name.empty() && !tie.provider_id.empty()) {
    tie.node_name = node_with(world, machine, tie.provider_id);
  }
  return tie;
}

}  // namespace telltale
