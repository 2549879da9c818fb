// SPDX-License-Identifier: Apache-2.0
// What is served, and where it is found: by group and kind, and by what people type.

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "client/discovery.h"
#include "http/target.h"

namespace telltale::client {
namespace {

auto by_kind(const ServedResource& resource) {
  return std::tie(resource.group, resource.kind, resource.plural);
}

bool serves(const ServedResource& resource, std::string_view version) {
  return same_letters(resource.version, version) ||
         std::ranges::any_of(resource.other_versions, [&](const std::string& other) {
           return same_letters(other, version);
         });
}

// "machines.v1beta2.cluster.x-k8s.io" taken apart. What follows the name may be a group or a
// version with a group; which of the two only the server knows.
struct Typed {
  std::string_view name;
  std::string_view behind;

  explicit Typed(std::string_view typed)
      : name(typed.substr(0, typed.find('.'))),
        behind(name.size() == typed.size() ? std::string_view() : typed.substr(name.size() + 1)) {}

  bool fits(const ServedResource& resource) const {
    if (behind.empty() || same_letters(behind, resource.group)) return true;
    const std::string_view version = behind.substr(0, behind.find('.'));
    const std::string_view group =
        version.size() == behind.size() ? std::string_view() : behind.substr(version.size() + 1);
    return same_letters(group, resource.group) && serves(resource, version);
  }
};

bool is_name_of(const ServedResource& resource, std::string_view name) {
  return same_letters(resource.plural, name) || same_letters(resource.kind, name);
}

bool is_short_name_of(const ServedResource& resource, std::string_view name) {
  return std::ranges::any_of(resource.short_names, [&](const std::string& short_name) {
    return same_letters(short_name, name);
  });
}

}  // namespace

std::string ServedResource::api_version() const {
  return group.empty() ? version : format("{}/{}", group, version);
}

std::string path_of(const ServedResource& resource, std::string_view namespace_name,
                    std::string_view name, std::string_view subresource) {
  std::string path = (resource.group.empty() ? "/api/" : "/apis/") + resource.api_version();
  if (!namespace_name.empty()) path += "/namespaces/" + http::escape(namespace_name);
  path += '/';
  path += resource.plural;
  for (const std::string_view part : std::array{name, subresource}) {
    if (!part.empty()) path += '/' + http::escape(part);
  }
  return path;
}

Served::Served(std::vector<ServedResource> resources) : resources_(std::move(resources)) {
  std::ranges::sort(resources_, {}, by_kind);
}

const ServedResource* Served::find(std::string_view group, std::string_view kind) const {
  const auto key = [](const ServedResource& resource) {
    return std::pair<std::string_view, std::string_view>(resource.group, resource.kind);
  };
  const auto found = std::ranges::lower_bound(resources_, std::pair(group, kind), {}, key);
  return found != resources_.end() && key(*found) == std::pair(group, kind) ? &*found : nullptr;
}

// Full names win over short ones, as with kubectl; of several groups the core comes first.
const ServedResource* Served::named(std::string_view typed) const {
  const Typed wanted(typed);
  if (wanted.name.empty()) return nullptr;
  for (const auto matches : {is_name_of, is_short_name_of}) {
    const auto found = std::ranges::find_if(resources_, [&](const ServedResource& resource) {
      return matches(resource, wanted.name) && wanted.fits(resource);
    });
    if (found != resources_.end()) return &*found;
  }
  return nullptr;
}

}  // namespace telltale::client
