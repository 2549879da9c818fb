// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/openapi_v3.h"

#include <algorithm>
#include <cstdint>

#include "base/check.h"
#include "base/stable_hash.h"
#include "base/text.h"
#include "json/print.h"
#include "server/openapi/kind_schemas.h"
#include "server/openapi/meta_schemas.h"
#include "server/openapi/names.h"
#include "server/openapi/operations.h"

namespace telltale::server {
namespace {

using openapi::Dialect;
using openapi::Operation;
using openapi::Path;

json::Value query_parameter_v3(std::string_view name) {
  const openapi::Parameter& parameter = openapi::query_parameter(name);
  return json::ValueMap{
      {"name", parameter.name},
      {"in", "query"},
      {"description", parameter.description},
      {"schema", json::ValueMap{{"type", parameter.type}, {"uniqueItems", true}}}};
}

json::Value placeholder_v3(std::string_view name, const Resource& resource) {
  return json::ValueMap{{"name", name},
                        {"in", "path"},
                        {"required", true},
                        {"description", openapi::placeholder_words(name, resource)},
                        {"schema", json::ValueMap{{"type", "string"}, {"uniqueItems", true}}}};
}

json::Value content(std::string_view schema, const std::vector<std::string_view>& types) {
  json::ValueMap bodies;
  for (const std::string_view type : types) {
    bodies.emplace(type, json::ValueMap{{"schema", openapi::reference(schema, Dialect::V3)}});
  }
  return bodies;
}

json::Value responses_v3(const Operation& operation) {
  json::ValueMap answers;
  for (const int code : operation.codes) {
    answers.emplace(std::to_string(code),
                    json::ValueMap{{"description", openapi::code_words(code)},
                                   {"content", content(operation.answer,
                                                       {"application/json", "application/yaml"})}});
  }
  answers.emplace("401", json::ValueMap{{"description", "Unauthorized"}});
  return answers;
}

json::Value operation_entry_v3(const Operation& operation, const Resource& resource,
                               const Version& version) {
  json::ValueList parameters;
  for (const std::string_view name : operation.parameters) {
    parameters.push_back(query_parameter_v3(name));
  }
  json::ValueMap entry{{"tags", json::ValueList{openapi::tag_of(resource, version)}},
                       {"description", operation.description},
                       {"operationId", operation.id},
                       {"parameters", std::move(parameters)},
                       {"responses", responses_v3(operation)},
                       {"x-kubernetes-action", operation.action},
                       {"x-kubernetes-group-version-kind",
                        openapi::group_version_kind(resource, version, resource.kind)}};
  if (!operation.body.empty()) {
    entry["requestBody"] = json::ValueMap{{"content", content(operation.body, operation.consumes)}};
  }
  return entry;
}

json::Value path_entry_v3(const Path& path, const Resource& resource, const Version& version) {
  json::ValueMap entry;
  for (const Operation& operation : path.operations) {
    entry.emplace(operation.method, operation_entry_v3(operation, resource, version));
  }
  json::ValueList parameters;
  for (const std::string_view name : path.placeholders) {
    parameters.push_back(placeholder_v3(name, resource));
  }
  parameters.push_back(query_parameter_v3("pretty"));
  entry.emplace("parameters", std::move(parameters));
  return entry;
}

struct Contents {
  json::ValueMap paths = {};
  json::ValueMap schemas = openapi::meta_schemas(Dialect::V3);

  void add(const Resource& resource, const Version& version) {
    for (const Path& path : openapi::paths_of(resource, version)) {
      paths.emplace(path.path, path_entry_v3(path, resource, version));
    }
    add_schemas(openapi::kind_schemas(resource, version, Dialect::V3));
    if (version.scale) add_schemas(openapi::scale_schemas(Dialect::V3));
  }

  // The first of a name stays: a custom kind cannot take the place of a shared schema.
  void add_schemas(json::ValueMap more) {
    for (auto& member : more) schemas.emplace(member.key(), std::move(member.value()));
  }
};

json::Value document(const Registry& registry, std::string_view group, std::string_view version) {
  Contents contents;
  for (const Registry::ResourcePtr& resource : registry.resources()) {
    const Version* served = resource->group == group ? resource->version(version) : nullptr;
    if (served != nullptr) contents.add(*resource, *served);
  }
  json::ValueMap components{{"schemas", std::move(contents.schemas)}};
  return json::ValueMap{
      {"openapi", "3.0.0"},
      {"info", json::ValueMap{{"title", "Kubernetes API of telltale"}, {"version", "v1"}}},
      {"paths", std::move(contents.paths)},
      {"components", std::move(components)}};
}

}  // namespace

std::string openapi_v3_path(std::string_view group, std::string_view version) {
  return group.empty() ? format("api/{}", version) : format("apis/{}/{}", group, version);
}

std::vector<std::string> openapi_v3_paths(const Registry& registry) {
  std::vector<std::string> paths;
  for (const GroupVersions& group : registry.groups()) {
    for (const std::string& version : group.versions) {
      paths.push_back(openapi_v3_path(group.group, version));
    }
  }
  return paths;
}

std::optional<json::Value> openapi_v3(const Registry& registry, std::string_view path) {
  for (const GroupVersions& group : registry.groups()) {
    for (const std::string& version : group.versions) {
      if (openapi_v3_path(group.group, version) == path) {
        return document(registry, group.group, version);
      }
    }
  }
  return std::nullopt;
}

// A client only asks whether it has changed.
std::string openapi_v3_hash(std::string_view document) {
  return format("{:016X}", stable_hash(document));
}

json::Value openapi_v3_root(const std::vector<std::pair<std::string, std::string>>& hashes) {
  json::ValueMap paths;
  for (const auto& [path, hash] : hashes) {
    paths.emplace(
        path, json::ValueMap{{"serverRelativeURL", format("/openapi/v3/{}?hash={}", path, hash)}});
  }
  return json::ValueMap{{"paths", std::move(paths)}};
}

json::Value openapi_v3_root(const Registry& registry) {
  std::vector<std::pair<std::string, std::string>> hashes;
  for (std::string& path : openapi_v3_paths(registry)) {
    const std::optional<json::Value> found = openapi_v3(registry, path);
    check(found.has_value(), "every listed path has a document");
    hashes.emplace_back(std::move(path), openapi_v3_hash(json::print(*found)));
  }
  return openapi_v3_root(hashes);
}

}  // namespace telltale::server
