// SPDX-License-Identifier: Apache-2.0
#include "client/discovery_documents.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/arena.h"
#include "base/text.h"
#include "json/tree/tree_reader.h"

namespace telltale::client {
namespace {

using json::Tree;

// A document and the memory it stands in.
class Document {
 public:
  explicit Document(std::string_view body) : text_(body) {}

  Result<Tree> read() {
    json::TreeReader reader;
    const auto tree = reader.read(
        text_.padded(), [this](const json::Header&) -> const json::Selection& { return all_; },
        arena_);
    if (!tree) {
      return fail(Error::Kind::Invalid, "an answer about what is served is not a JSON document");
    }
    return *tree;
  }

 private:
  json::PaddedCopy text_;
  json::Selection all_;
  Arena arena_;
};

std::string text_of(const Tree& tree) { return std::string(tree.as_string("")); }

bool lists(const Tree& list, std::string_view word) {
  return std::ranges::any_of(list.items(),
                             [&](const Tree& item) { return item.as_string("") == word; });
}

std::vector<std::string> strings_of(const Tree& list) {
  std::vector<std::string> found;
  for (const Tree& item : list.items()) {
    if (item.as_string()) found.push_back(text_of(item));
  }
  return found;
}

ServedResource resource_of(const GroupVersion& version, const Tree& tree) {
  return {.group = version.group,
          .version = version.version,
          .short_names = strings_of(tree["shortNames"]),
          .can_list = lists(tree["verbs"], "list"),
          .can_watch = lists(tree["verbs"], "watch")};
}

// The aggregated way.

ServedResource aggregated_resource(const GroupVersion& version, const Tree& tree) {
  ServedResource resource = resource_of(version, tree);
  resource.kind = text_of(tree["responseKind"]["kind"]);
  resource.plural = text_of(tree["resource"]);
  resource.namespaced = tree["scope"].as_string("") == "Namespaced";
  resource.has_status = std::ranges::any_of(tree["subresources"].items(), [](const Tree& part) {
    return part["subresource"].as_string("") == "status";
  });
  return resource;
}

GroupVersion aggregated_version(std::string group, const Tree& tree) {
  GroupVersion version{.group = std::move(group),
                       .version = text_of(tree["version"]),
                       .is_known = true,
                       .is_stale = tree["freshness"].as_string("") == "Stale"};
  for (const Tree& item : tree["resources"].items()) {
    ServedResource resource = aggregated_resource(version, item);
    // Without a kind it only carries subresources, and nothing can be read there.
    if (!resource.kind.empty() && !resource.plural.empty()) {
      version.resources.push_back(std::move(resource));
    }
  }
  return version;
}

void add_aggregated(const Tree& group, std::vector<GroupVersion>& versions) {
  for (const Tree& version : group["versions"].items()) {
    versions.push_back(aggregated_version(text_of(group["metadata"]["name"]), version));
  }
}

// The plain way.

void add_plain(const Tree& group, std::vector<GroupVersion>& versions) {
  const std::string name = text_of(group["name"]);
  const std::string preferred = text_of(group["preferredVersion"]["version"]);
  const auto first = static_cast<std::ptrdiff_t>(versions.size());
  for (const Tree& version : group["versions"].items()) {
    versions.push_back({.group = name, .version = text_of(version["version"])});
  }
  std::stable_partition(versions.begin() + first, versions.end(),
                        [&](const GroupVersion& version) { return version.version == preferred; });
}

bool is_usable(const GroupVersion& version) { return !version.version.empty(); }

}  // namespace

std::string GroupVersion::path() const {
  return group.empty() ? "/api/" + version : format("/apis/{}/{}", group, version);
}

Result<std::vector<GroupVersion>> read_groups(std::string_view body) {
  Document document(body);
  const auto tree = document.read();
  if (!tree) return fail(tree.error());
  const std::string_view kind = (*tree)["kind"].as_string("");
  std::vector<GroupVersion> versions;
  if (kind == "APIGroupDiscoveryList") {
    for (const Tree& group : (*tree)["items"].items()) add_aggregated(group, versions);
  } else if (kind == "APIGroupList") {
    for (const Tree& group : (*tree)["groups"].items()) add_plain(group, versions);
  } else if (kind == "APIVersions") {
    for (std::string& name : strings_of((*tree)["versions"])) {
      versions.push_back({.version = std::move(name)});
    }
  } else {
    return fail(Error::Kind::Invalid,
                format("an answer about what is served is of kind \"{}\"", printable(kind)));
  }
  std::erase_if(versions, [](const GroupVersion& version) { return !is_usable(version); });
  if (versions.size() > group_versions_max) versions.resize(group_versions_max);
  return versions;
}

Result<std::vector<ServedResource>> read_resources(std::string_view body,
                                                   const GroupVersion& version) {
  Document document(body);
  const auto tree = document.read();
  if (!tree) return fail(tree.error());
  if ((*tree)["kind"].as_string("") != "APIResourceList") {
    return fail(Error::Kind::Invalid, format("{} answered no APIResourceList", version.path()));
  }
  std::vector<ServedResource> resources;
  std::vector<std::string> with_status;
  for (const Tree& item : (*tree)["resources"].items()) {
    const std::string name = text_of(item["name"]);
    if (name.ends_with("/status")) with_status.push_back(name.substr(0, name.find('/')));
    if (name.empty() || name.contains('/') || resources.size() == resources_max) continue;
    ServedResource resource = resource_of(version, item);
    resource.kind = text_of(item["kind"]);
    resource.plural = name;
    resource.namespaced = item["namespaced"].as_bool(false);
    if (!resource.kind.empty()) resources.push_back(std::move(resource));
  }
  std::ranges::sort(with_status);
  for (ServedResource& resource : resources) {
    resource.has_status = std::ranges::binary_search(with_status, resource.plural);
  }
  return resources;
}

Served merge_versions(const std::vector<GroupVersion>& versions) {
  std::map<std::pair<std::string, std::string>, ServedResource> merged;  // by group and plural
  for (const GroupVersion& version : versions) {
    for (const ServedResource& resource : version.resources) {
      if (merged.size() >= resources_max) break;
      const auto [place, is_new] = merged.try_emplace({resource.group, resource.plural}, resource);
      if (!is_new) place->second.other_versions.push_back(resource.version);
    }
  }
  std::vector<ServedResource> resources;
  resources.reserve(merged.size());
  for (auto& [key, resource] : merged) resources.push_back(std::move(resource));
  return Served(std::move(resources));
}

}  // namespace telltale::client
