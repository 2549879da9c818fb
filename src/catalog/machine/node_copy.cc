// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/node_copy.h"

#include <algorithm>
#include <array>
#include <vector>

#include "catalog/kinds.h"
#include "convert/shapes.h"

namespace telltale::machine {
namespace {

// All of them are required where nodeInfo is there at all.
constexpr std::array<std::string_view, 10> system_fields = {
    "architecture",   "bootID",    "containerRuntimeVersion", "kernelVersion", "kubeProxyVersion",
    "kubeletVersion", "machineID", "operatingSystem",         "osImage",       "systemUUID"};

constexpr std::array<std::string_view, 5> address_types = {"Hostname", "InternalIP", "ExternalIP",
                                                           "InternalDNS", "ExternalDNS"};

std::span<const Label> system_of(const Object& node, Arena& arena) {
  const json::Tree system = node.body["status"]["nodeInfo"];
  const auto told = [&](std::string_view name) { return !system[name].as_string("").empty(); };
  if (std::ranges::none_of(system_fields, told)) return {};
  std::array<Label, system_fields.size()> fields;
  std::ranges::transform(system_fields, fields.begin(), [&](std::string_view name) {
    return Label{name, system[name].as_string("")};
  });
  return arena.keep(std::span<const Label>(fields));
}

bool has_type(const std::vector<Label>& addresses, std::string_view type) {
  return std::ranges::find(addresses, type, &Label::key) != addresses.end();
}

// What its definition would refuse cannot be written.
void add_addresses(const Object& object, std::vector<Label>& addresses) {
  const std::vector<Label> before = addresses;
  for (const json::Tree& item : object.body["status"]["addresses"].items()) {
    const Label one{item["type"].as_string(""), item["address"].as_string("")};
    const bool known = std::ranges::find(address_types, one.key) != address_types.end();
    const bool fits = !one.value.empty() && one.value.size() <= address_bytes_max;
    if (!known || !fits || has_type(before, one.key)) continue;
    const bool told = std::ranges::find(addresses, one) != addresses.end();
    if (!told && addresses.size() < addresses_max) addresses.push_back(one);
  }
}

bool is_on_hold(const Judged& judged) {
  const Condition* paused = find_condition(judged.conditions, "Paused");
  return paused != nullptr && paused->status == Status::True;
}

}  // namespace

NodeCopy copy_node(const World& world, const Object& machine, const Seen& seen, Arena& arena) {
  NodeCopy copy;
  std::vector<Label> addresses;
  const shapes::Ref ref = shapes::ref(machine.body["spec"]["infrastructureRef"]);
  const Found infrastructure =
      ref ? world.find({ref.group, ref.kind, machine.key.namespace_name, ref.name, {}}) : Found{};
  if (infrastructure.object != nullptr) add_addresses(*infrastructure.object, addresses);
  // A Node that is gone or out of reach takes nothing away that was known of it.
  add_addresses(seen.node != nullptr ? *seen.node : machine, addresses);
  if (seen.node != nullptr) {
    copy.system = system_of(*seen.node, arena);
    const bool is_named = !machine.body["status"]["nodeRef"]["name"].as_string("").empty();
    if (!is_named) copy.node_name = seen.node->key.name;
  }
  copy.addresses = arena.keep(std::span<const Label>(addresses));
  return copy;
}

std::vector<MoreFields> node_copy_fields() {
  return {{.group = {}, .kind = "Node", .paths = {"status.nodeInfo", "status.addresses"}},
          {.group = {}, .kind = {}, .paths = {"status.addresses"}}};
}

NodeCopy copy_node(const JudgeContext& context, const Judged& judged, Arena& arena) {
  const Object& object = *judged.object;
  if (!is_a(object, machine_kind) || is_on_hold(judged)) return {};
  return copy_node(context.world, object, observe(context, object), arena);
}

}  // namespace telltale::machine
