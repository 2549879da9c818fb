// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/documents.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "json/print.h"
#include "server/openapi/openapi_v2.h"
#include "server/openapi/openapi_v3.h"

namespace telltale::server {
namespace {

std::optional<std::string> printed_document(const std::optional<json::Value>& document) {
  if (!document) return std::nullopt;
  return json::print(*document);
}

std::vector<Registry::ResourcePtr> resources_of_group(const Registry& registry,
                                                      std::string_view group) {
  std::vector<Registry::ResourcePtr> found;
  std::ranges::copy_if(registry.resources(), std::back_inserter(found),
                       [&](const auto& resource) { return resource->group == group; });
  return found;
}

}  // namespace

Documents::Documents(std::shared_ptr<const Registry> registry) : registry_(std::move(registry)) {
  check(registry_ != nullptr, "documents are about a registry");
}

Documents::Documents(std::shared_ptr<const Registry> registry, const Documents& previous)
    : Documents(std::move(registry)) {
  const std::lock_guard lock(previous.mutex_);
  for (const GroupVersions& group : registry_->groups()) {
    if (resources_of_group(*registry_, group.group) !=
        resources_of_group(*previous.registry_, group.group))
      continue;
    for (const std::string& version : group.versions) {
      const std::string path = openapi_v3_path(group.group, version);
      for (const std::string& name : {format("v3 {}", path), format("hash {}", path)}) {
        const auto found = previous.texts_.find(name);
        if (found != previous.texts_.end()) texts_.insert(*found);
      }
    }
  }
}

Documents::Text Documents::kept(std::string name, const Make& make) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = texts_.find(name); found != texts_.end()) return found->second;
  std::optional<std::string> text = make();
  if (!text) return nullptr;
  auto made = std::make_shared<const std::string>(std::move(*text));
  texts_.emplace(std::move(name), made);
  return made;
}

Documents::Text Documents::api_group_list() const {
  return kept("groups", [&] { return json::print(server::api_group_list(*registry_)); });
}

Documents::Text Documents::api_group(std::string_view group) const {
  return kept(format("group {}", group),
              [&] { return printed_document(server::api_group(*registry_, group)); });
}

Documents::Text Documents::api_resource_list(std::string_view group,
                                             std::string_view version) const {
  return kept(format("resources {} {}", group, version), [&] {
    return printed_document(server::api_resource_list(*registry_, group, version));
  });
}

Documents::Text Documents::aggregated(DiscoveryPart part, DiscoveryVersion version) const {
  return kept(format("aggregated {} {}", static_cast<int>(part), static_cast<int>(version)),
              [&] { return json::print(aggregated_discovery(*registry_, part, version)); });
}

Documents::Text Documents::root_paths() const {
  return kept("root", [&] { return json::print(server::root_paths(*registry_)); });
}

Documents::Text Documents::openapi_v3(std::string_view path) const {
  return kept(format("v3 {}", path),
              [&] { return printed_document(server::openapi_v3(*registry_, path)); });
}

std::optional<std::string> Documents::openapi_v3_hash(std::string_view path) const {
  const Text hash = kept(format("hash {}", path), [&]() -> std::optional<std::string> {
    const auto document = texts_.find(format("v3 {}", path));
    if (document != texts_.end()) return server::openapi_v3_hash(*document->second);
    const std::optional<json::Value> made = server::openapi_v3(*registry_, path);
    if (!made) return std::nullopt;
    return server::openapi_v3_hash(json::print(*made));
  });
  if (!hash) return std::nullopt;
  return *hash;
}

Documents::Text Documents::openapi_v3_root() const {
  return kept("v3", [&] { return make_root(); });
}

std::string Documents::make_root() const {
  std::vector<std::pair<std::string, std::string>> hashes;
  for (std::string& path : openapi_v3_paths(*registry_)) {
    const std::optional<std::string> hash = openapi_v3_hash(path);
    check(hash.has_value(), "every listed path has a document");
    hashes.emplace_back(std::move(path), *hash);
  }
  return json::print(server::openapi_v3_root(hashes));
}

Documents::Text Documents::openapi_v2_json() const {
  return kept("v2", [&] { return json::print(server::openapi_v2(*registry_)); });
}

Documents::Text Documents::openapi_v2_protobuf() const {
  return kept("v2 protobuf", [&] { return server::openapi_v2_protobuf(*registry_); });
}

}  // namespace telltale::server
