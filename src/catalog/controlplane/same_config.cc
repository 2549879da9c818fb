// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/same_config.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "catalog/cluster_api/version.h"

namespace telltale::controlplane {
namespace {

using json::Member;
using json::Tree;
using Keys = std::span<const std::string_view>;

constexpr std::string_view kubelet_local_mode = "ControlPlaneKubeletLocalMode";

constexpr std::string_view cluster_annotation =
    "controlplane.cluster.x-k8s.io/kubeadm-cluster-configuration";

bool contains(Keys keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

// A number or flag of these names says something even when it is zero or false.
constexpr std::string_view telling_zeros[] = {"verbosity", "imagePullSerial", "enabled",
                                              "inactive"};
// No taints at all is a wish of its own; without a word kubeadm sets its own.
constexpr std::string_view telling_empties[] = {"taints"};

// Not set, as far as the API can tell.
bool is_unset(std::string_view key, const Tree& tree) {
  switch (tree.type()) {
    case Tree::Type::Missing:
    case Tree::Type::Null:
      return true;
    case Tree::Type::String:
      return tree.as_string("").empty();
    case Tree::Type::Bool:
      return !tree.as_bool(false) && !contains(telling_zeros, key);
    case Tree::Type::Int:
      return tree.as_int() == 0 && !contains(telling_zeros, key);
    case Tree::Type::List:
      return tree.items().empty() && !contains(telling_empties, key);
    case Tree::Type::Map:
      return std::ranges::all_of(
          tree.members(), [](const Member& member) { return is_unset(member.key, member.value); });
    default:
      return false;
  }
}

bool same(std::string_view key, const Tree& left, const Tree& right);

// All members but some; those that only one side names must be unset there.
bool same_members(const Tree& left, const Tree& right, Keys ignored = {}) {
  const auto agrees = [&](const Member& member, const Tree& other) {
    return contains(ignored, member.key) || same(member.key, member.value, other[member.key]);
  };
  return std::ranges::all_of(left.members(),
                             [&](const Member& member) { return agrees(member, right); }) &&
         std::ranges::all_of(right.members(),
                             [&](const Member& member) { return agrees(member, left); });
}

bool same_items(const Tree& left, const Tree& right) {
  return std::ranges::equal(left.items(), right.items(), [](const Tree& one, const Tree& other) {
    return same({}, one, other);
  });
}

// Arguments are a map of strings in v1beta1 and a list of names and values, sorted, in v1beta2.
using Argument = std::pair<std::string_view, std::string_view>;

std::vector<Argument> arguments(const Tree& tree) {
  std::vector<Argument> found;
  for (const Member& member : tree.members()) {
    found.emplace_back(member.key, member.value.as_string(""));
  }
  for (const Tree& item : tree.items()) {
    found.emplace_back(item["name"].as_string(""), item["value"].as_string(""));
  }
  std::ranges::sort(found);
  return found;
}

bool same(std::string_view key, const Tree& left, const Tree& right) {
  if (is_unset(key, left) || is_unset(key, right))
    return is_unset(key, left) == is_unset(key, right);
  const bool maps = left.is(Tree::Type::Map) && right.is(Tree::Type::Map);
  if (maps) return same_members(left, right);
  if (left.is(Tree::Type::List) && right.is(Tree::Type::List)) return same_items(left, right);
  const bool holds_arguments = key == "extraArgs" || key == "kubeletExtraArgs";
  if (holds_arguments) return arguments(left) == arguments(right);
  return json::same_value(left, right);
}

std::string_view or_default(const Tree& text, std::string_view otherwise) {
  const std::string_view said = text.as_string("");
  return said.empty() ? otherwise : said;
}

bool same_registration(const Tree& left, const Tree& right) {
  constexpr std::string_view apart[] = {"imagePullPolicy"};
  return same_members(left, right, apart) &&
         or_default(left[apart[0]], "IfNotPresent") == or_default(right[apart[0]], "IfNotPresent");
}

// How a Machine enters the cluster, by init or by join, as far as both know it.
struct Entry {
  Tree registration;
  Tree endpoint;
  Tree skip_phases;
  Tree patches;
  Tree timeouts;
};

Entry entry_of(const Tree& configuration, const Tree& endpoint) {
  return {configuration["nodeRegistration"], endpoint, configuration["skipPhases"],
          configuration["patches"], configuration["timeouts"]};
}
Entry init_entry(const Tree& spec) {
  const Tree init = spec["initConfiguration"];
  return entry_of(init, init["localAPIEndpoint"]);
}
Entry join_entry(const Tree& spec) {
  const Tree join = spec["joinConfiguration"];
  return entry_of(join, join["controlPlane"]["localAPIEndpoint"]);
}

bool same_entry(const Entry& left, const Entry& right) {
  constexpr std::string_view once[] = {"controlPlaneComponentHealthCheckSeconds"};
  return same_registration(left.registration, right.registration) &&
         same("localAPIEndpoint", left.endpoint, right.endpoint) &&
         same("skipPhases", left.skip_phases, right.skip_phases) &&
         same("patches", left.patches, right.patches) &&
         same_members(left.timeouts, right.timeouts, once);
}

// The first Machine was made by init, and may be compared with either; all others have joined.
bool same_way_in(const Tree& current, const Tree& desired) {
  const bool joined = current["joinConfiguration"]["controlPlane"].is(Tree::Type::Map);
  if (joined) {
    return same_entry(join_entry(current), join_entry(desired)) &&
           same("caCertPath", current["joinConfiguration"]["caCertPath"],
                desired["joinConfiguration"]["caCertPath"]);
  }
  const bool as_init = same_entry(init_entry(current), init_entry(desired)) &&
                       same("bootstrapTokens", current["initConfiguration"]["bootstrapTokens"],
                            desired["initConfiguration"]["bootstrapTokens"]);
  return as_init || same_entry(init_entry(current), join_entry(desired));
}

// In some versions of Kubernetes the control plane opens a gate where nobody says otherwise.
bool opens_local_mode(std::string_view version_text) {
  const auto version = parse_version(version_text);
  return version && version->major == 1 && version->minor >= 31 && version->minor < 36;
}

bool same_gates(const Tree& current, const Tree& desired, std::string_view version) {
  const bool opened = !desired[kubelet_local_mode] && opens_local_mode(version);
  if (opened && !current[kubelet_local_mode].as_bool(false)) return false;
  constexpr std::string_view by_itself[] = {kubelet_local_mode};
  const Keys ignored = opened ? Keys(by_itself) : Keys();
  const auto agrees = [&](const Member& member, const Tree& other) {
    return contains(ignored, member.key) || json::same_value(member.value, other[member.key]);
  };
  return std::ranges::all_of(current.members(),
                             [&](const Member& gate) { return agrees(gate, desired); }) &&
         std::ranges::all_of(desired.members(),
                             [&](const Member& gate) { return agrees(gate, current); });
}

bool same_api_server(const Tree& current, const Tree& desired) {
  constexpr std::string_view moved[] = {"timeoutForControlPlane"};
  return same_members(current, desired, moved);
}

bool same_cluster(const Tree& current, const Tree& desired, std::string_view version) {
  // Added while bootstrapping, changed in place, gone in v1beta2, or compared on its own below.
  constexpr std::string_view apart[] = {
      "controlPlaneEndpoint", "dns",         "apiVersion",   "kind",     "networking",
      "kubernetesVersion",    "clusterName", "featureGates", "apiServer"};
  return same_members(current, desired, apart) &&
         same_api_server(current["apiServer"], desired["apiServer"]) &&
         same_gates(current["featureGates"], desired["featureGates"], version);
}

}  // namespace

bool same_config(const Object& machine, const Object& kubeadm_config, const Object& control_plane) {
  const Tree current = kubeadm_config.body["spec"];
  const Tree desired = control_plane.body["spec"]["kubeadmConfigSpec"];
  const Tree cluster = current["clusterConfiguration"];
  const std::string_view version = control_plane.body["spec"]["version"].as_string("");
  const bool noted = !cluster && machine.annotation(cluster_annotation) != nullptr;
  constexpr std::string_view apart[] = {"clusterConfiguration", "initConfiguration",
                                        "joinConfiguration", "format", "useExperimentalRetryJoin"};
  return same_members(current, desired, apart) &&
         or_default(current["format"], "cloud-config") ==
             or_default(desired["format"], "cloud-config") &&
         (noted || same_cluster(cluster, desired["clusterConfiguration"], version)) &&
         same_way_in(current, desired);
}

}  // namespace telltale::controlplane
