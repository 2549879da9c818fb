// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/reported_members.h"

#include <charconv>

#include "base/text.h"

namespace telltale::controlplane {
namespace {

// Numbers of 64 bits without a sign, which JSON may hold as text.
std::uint64_t id_in(json::Tree tree) {
  if (const auto number = tree.as_int()) return static_cast<std::uint64_t>(*number);
  const std::string_view text = tree.as_string("");
  std::uint64_t id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id);
  return id;
}

}  // namespace

ReportedMembers see_told_members(const World& world, const Home& home) {
  const Found found = world.find(
      {"telltale.dev", "RemoteConnection", home.cluster_namespace, home.cluster_name, {}});
  if (found.object == nullptr) return {};
  const json::Tree etcd = found.object->body["status"]["etcd"];
  ReportedMembers told{.asked = etcd.is(json::Tree::Type::Map),
                       .error = etcd["error"].as_string(""),
                       .alarms = etcd["alarms"]};
  for (const json::Tree& member : etcd["members"].items()) {
    if (told.members.size() == reported_members_max) break;
    told.members.push_back({.name = member["name"].as_string(""),
                            .id = id_in(member["id"]),
                            .learner = member["isLearner"].as_bool(false)});
  }
  return told;
}

std::string alarms_of(json::Tree alarms, std::uint64_t member) {
  std::vector<std::string_view> types;
  for (const json::Tree& alarm : alarms.items()) {
    if (types.size() == reported_members_max) break;
    const std::string_view type = alarm["type"].as_string("");
    if (id_in(alarm["memberID"]) == member && !type.empty() && type != "NONE") {
      types.push_back(type);
    }
  }
  return join(types, ", ");
}

}  // namespace telltale::controlplane
