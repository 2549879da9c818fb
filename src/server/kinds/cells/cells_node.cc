// SPDX-License-Identifier: Apache-2.0

// Rows of Nodes.

#include <set>

#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;

constexpr std::string_view role_prefix = "node-role.kubernetes.io/";
constexpr std::string_view role_label = "kubernetes.io/role";

std::string readiness(const Value& node) {
  std::string text = "Unknown";
  for (const Value& condition : list_at(node, "status.conditions")) {
    if (text_at(condition, "type") != "Ready") continue;
    text = text_at(condition, "status") == "True" ? "Ready" : "NotReady";
  }
  const Value* closed = at(node, "spec.unschedulable");
  if (closed != nullptr && *closed == Value(true)) text += ",SchedulingDisabled";
  return text;
}

std::string roles_of(const Value& node) {
  std::set<std::string, std::less<>> roles;
  for (const auto& label : map_at(node, "metadata.labels")) {
    const std::string_view key = label.key();
    if (key.starts_with(role_prefix)) {
      roles.emplace(key.substr(role_prefix.size()));
    } else if (key == role_label && label.value().is_string()) {
      roles.emplace(label.value().get_string());
    }
  }
  roles.erase("");
  if (roles.empty()) return "<none>";
  const std::vector<std::string> sorted(roles.begin(), roles.end());
  return join(std::span<const std::string>(sorted), ",");
}

std::string node_address(const Value& node, std::string_view type) {
  for (const Value& address : list_at(node, "status.addresses")) {
    if (text_at(address, "type") == type) return std::string(text_at(address, "address"));
  }
  return "<none>";
}

}  // namespace

Value node_cells(const Value& object, Instant now) {
  const auto told = [&](std::string_view name) {
    return text_or(text_at(object, format("status.nodeInfo.{}", name)), "<unknown>");
  };
  return json::ValueList{readiness(object),
                         roles_of(object),
                         age_of(object, now),
                         text_at(object, "status.nodeInfo.kubeletVersion"),
                         node_address(object, "InternalIP"),
                         node_address(object, "ExternalIP"),
                         told("osImage"),
                         told("kernelVersion"),
                         told("containerRuntimeVersion")};
}

}  // namespace telltale::server
