// SPDX-License-Identifier: Apache-2.0
#include "kube/resource.h"

#include <algorithm>
#include <vector>

#include "base/closest.h"
#include "base/letters.h"
#include "base/text.h"

namespace telltale {
namespace {

constexpr std::string_view mhc[] = {"mhc"};
constexpr std::string_view no[] = {"no"};
constexpr std::string_view hc[] = {"hc", "hcs"};
constexpr std::string_view cdr[] = {"cdr"};

constexpr KnownKind kinds_people_name[] = {
    {"cluster.x-k8s.io", "MachineHealthCheck", "machinehealthchecks", mhc},
    {"", "Node", "nodes", no},
    {"hypershift.openshift.io", "HostedCluster", "hostedclusters", hc},
    {"karpenter.sh", "NodeClaim", "nodeclaims", {}},
    {"hive.openshift.io", "ClusterProvision", "clusterprovisions", {}},
    {"hive.openshift.io", "ClusterDeprovision", "clusterdeprovisions", cdr},
    {"hive.openshift.io", "DNSZone", "dnszones", {}},
};

bool is_named(const KnownKind& kind, std::string_view word) {
  const auto is_word = [&](std::string_view name) { return same_letters(name, word); };
  return is_word(kind.kind) || is_word(kind.plural) ||
         std::ranges::any_of(kind.short_names, is_word);
}

// "v1", "v1beta2": what stands between a resource and its group.
bool is_version(std::string_view text) {
  return text.size() >= 2 && text[0] == 'v' && text[1] >= '0' && text[1] <= '9';
}

struct Typed {
  std::string_view word;
  std::string_view version;
  std::string_view group;
  bool has_group = false;
};

Typed take_apart(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return {text, "", "", false};
  const std::string_view behind = text.substr(dot + 1);
  const std::size_t end = behind.find('.');
  const std::string_view version = behind.substr(0, end);
  if (!is_version(version)) return {text.substr(0, dot), "", behind, true};
  // The core group has no name: nodes.v1 is all there is to say.
  const bool names_group = end != std::string_view::npos;
  return {text.substr(0, dot), version, names_group ? behind.substr(end + 1) : "", true};
}

// A known name with a wrong group is answered with the right ones, anything else with what is near.
std::vector<std::string> suggestions(std::string_view word, std::span<const KnownKind> kinds) {
  std::vector<std::string> qualified;
  std::vector<std::string_view> names;
  for (const KnownKind& kind : kinds) {
    if (is_named(kind, word)) {
      qualified.push_back(kind.group.empty() ? std::string(kind.plural)
                                             : format("{}.{}", kind.plural, kind.group));
    }
    names.push_back(kind.plural);
    names.push_back(kind.kind);
    names.insert(names.end(), kind.short_names.begin(), kind.short_names.end());
  }
  if (!qualified.empty()) return qualified;
  const std::vector<std::string_view> near = closest(word, names);
  return {near.begin(), near.end()};
}

std::unexpected<Error> unknown(std::string_view typed, const std::vector<std::string>& near) {
  std::string detail = format("there is no resource \"{}\"", truncate_utf8(typed, 80));
  if (!near.empty()) detail += format("; did you mean {}?", join(near, ", "));
  return fail(Error::Kind::NotFound, std::move(detail));
}

}  // namespace

std::span<const KnownKind> other_known_kinds() { return kinds_people_name; }

Result<ResourceName> resolve_resource(std::string_view typed, std::span<const KnownKind> kinds) {
  const Typed parts = take_apart(typed);
  const auto found = std::ranges::find_if(kinds, [&](const KnownKind& kind) {
    return is_named(kind, parts.word) &&
           (!parts.has_group || same_letters(kind.group, parts.group));
  });
  if (found == kinds.end()) return unknown(typed, suggestions(parts.word, kinds));
  return ResourceName{found->group, found->kind, found->plural, std::string(parts.version),
                      parts.has_group};
}

}  // namespace telltale
