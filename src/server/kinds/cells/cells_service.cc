// SPDX-License-Identifier: Apache-2.0

// Rows of Services.

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;

std::string internal_address(const Value& service) {
  const json::ValueList& addresses = list_at(service, "spec.clusterIPs");
  if (!addresses.empty() && addresses.front().is_string()) {
    return std::string(addresses.front().get_string());
  }
  return text_or(text_at(service, "spec.clusterIP"), "<none>");
}

std::vector<std::string> external_addresses(const Value& service) {
  std::vector<std::string> found;
  if (text_at(service, "spec.type") == "LoadBalancer") {
    for (const Value& ingress : list_at(service, "status.loadBalancer.ingress")) {
      found.push_back(text_or(text_at(ingress, "ip"), text_at(ingress, "hostname")));
    }
  }
  for (const Value& address : list_at(service, "spec.externalIPs")) {
    if (address.is_string()) found.emplace_back(address.get_string());
  }
  return found;
}

std::string external_address(const Value& service) {
  const std::string_view type = text_at(service, "spec.type");
  if (type == "ExternalName") return text_or(text_at(service, "spec.externalName"), "<none>");
  const std::vector<std::string> found = external_addresses(service);
  if (!found.empty()) return join(found, ",");
  return type == "LoadBalancer" ? "<pending>" : "<none>";
}

std::string ports_of(const Value& service) {
  std::vector<std::string> found;
  for (const Value& port : list_at(service, "spec.ports")) {
    const std::int64_t on_nodes = number_at(port, "nodePort");
    const std::string outside = on_nodes > 0 ? format(":{}", on_nodes) : "";
    found.push_back(format("{}{}/{}", number_at(port, "port"), outside, text_at(port, "protocol")));
  }
  return found.empty() ? "<none>" : join(found, ",");
}

std::string selector_of(const Value& service) {
  std::vector<std::string> found;
  for (const auto& label : map_at(service, "spec.selector")) {
    if (!label.value().is_string()) continue;
    found.push_back(format("{}={}", std::string_view(label.key()),
                           std::string_view(label.value().get_string())));
  }
  std::ranges::sort(found);
  return found.empty() ? "<none>" : join(found, ",");
}

}  // namespace

Value service_cells(const Value& object, Instant now) {
  return json::ValueList{text_at(object, "spec.type"), internal_address(object),
                         external_address(object),     ports_of(object),
                         age_of(object, now),          selector_of(object)};
}

}  // namespace telltale::server
