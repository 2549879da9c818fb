// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/release.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/hypershift_nodepool/facts.h"
#include "condition/set.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

using json::Tree;

// A release payload is published once for each of them, under the same version.
constexpr std::string_view architectures[] = {"-x86_64",  "-amd64", "-aarch64", "-arm64",
                                              "-ppc64le", "-s390x", "-multi"};

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Three numbers, and whatever stands behind a dash or a plus.
bool is_version(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("-+"), text.size());
  const std::vector<std::string_view> parts = split(text.substr(0, end), '.');
  return parts.size() == 3 && std::ranges::all_of(parts, is_digits);
}

// Of all the images that a HostedCluster knows.
std::string_view version_known_to(const Object& hosted, std::string_view image) {
  const Tree version = hosted.body["status"]["version"];
  const auto tells = [&](const Tree& one) {
    return one["image"].as_string("") == image && !one["version"].as_string("").empty();
  };
  for (const Tree& one : version["history"].items()) {
    if (tells(one)) return one["version"].as_string("");
  }
  const Tree desired = version["desired"];
  return tells(desired) ? desired["version"].as_string("") : std::string_view();
}

std::string_view target_version(const World& world, const Object& pool) {
  const std::string_view image = pool.body["spec"]["release"]["image"].as_string("");
  if (image.empty()) return {};
  const std::string_view cluster = pool.body["spec"]["clusterName"].as_string("");
  const Key key{hypershift_group, "HostedCluster", pool.key.namespace_name, cluster, {}};
  const Object* hosted = world.find(key).object;
  const std::string_view known =
      hosted == nullptr ? std::string_view() : version_known_to(*hosted, image);
  return known.empty() ? version_of_image(image) : known;
}

// Whether HyperShift has said for this very spec what it is doing.
bool is_told(const Object& pool) {
  const Condition* told = find_condition(shapes::conditions(pool), "UpdatingVersion");
  if (told == nullptr || told->status == Status::Unknown) return false;
  if (told->status == Status::True || told->reason == "InplaceUpgradeFailed") return true;
  return told->observed_generation != 0 && !is_stale(pool, *told);
}

}  // namespace

std::string_view version_of_image(std::string_view image) {
  if (image.find('@') != std::string_view::npos) return {};
  const std::size_t colon = image.rfind(':');
  const std::size_t slash = image.rfind('/');
  // Without a tag the last colon stands before a port.
  if (colon == std::string_view::npos) return {};
  if (slash != std::string_view::npos && slash > colon) return {};
  std::string_view tag = image.substr(colon + 1);
  for (const std::string_view ending : architectures) {
    if (!tag.ends_with(ending)) continue;
    tag.remove_suffix(ending.size());
    break;
  }
  return is_version(tag) ? tag : std::string_view();
}

std::string_view version_on_its_way(const World& world, const Object& pool) {
  const std::string_view version = pool.body["status"]["version"].as_string("");
  if (version.empty() || is_told(pool)) return {};
  const std::string_view target = target_version(world, pool);
  return target == version ? std::string_view() : target;
}

}  // namespace telltale::hypershift_nodepool
