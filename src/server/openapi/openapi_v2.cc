// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/openapi_v2.h"

#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "server/openapi/gnostic.h"
#include "server/openapi/kind_schemas.h"
#include "server/openapi/meta_schemas.h"
#include "server/openapi/names.h"
#include "server/openapi/operations.h"
#include "server/openapi/word_list.h"

namespace telltale::server {
namespace {

using openapi::Dialect;
using openapi::Operation;
using openapi::Path;

json::Value query_parameter_v2(std::string_view name) {
  const openapi::Parameter& parameter = openapi::query_parameter(name);
  return json::ValueMap{{"name", parameter.name},
                        {"in", "query"},
                        {"type", parameter.type},
                        {"uniqueItems", true},
                        {"description", parameter.description}};
}

json::Value placeholder_v2(std::string_view name, const Resource& resource) {
  return json::ValueMap{
      {"name", name},        {"in", "path"},
      {"type", "string"},    {"required", true},
      {"uniqueItems", true}, {"description", openapi::placeholder_words(name, resource)}};
}

json::Value body_parameter(const Operation& operation) {
  json::ValueMap parameter{{"name", "body"},
                           {"in", "body"},
                           {"schema", openapi::reference(operation.body, Dialect::V2)}};
  if (operation.method != "delete") parameter["required"] = true;
  return parameter;
}

json::Value responses_v2(const Operation& operation) {
  json::ValueMap answers;
  for (const int code : operation.codes) {
    answers.emplace(std::to_string(code),
                    json::ValueMap{{"description", openapi::code_words(code)},
                                   {"schema", openapi::reference(operation.answer, Dialect::V2)}});
  }
  answers.emplace("401", json::ValueMap{{"description", "Unauthorized"}});
  return answers;
}

json::Value operation_entry_v2(const Operation& operation, const Resource& resource,
                               const Version& version) {
  json::ValueList parameters;
  if (!operation.body.empty()) parameters.push_back(body_parameter(operation));
  for (const std::string_view name : operation.parameters) {
    parameters.push_back(query_parameter_v2(name));
  }
  json::ValueList consumes =
      operation.consumes.empty() ? json::ValueList{"*/*"} : openapi::word_list(operation.consumes);
  return json::ValueMap{{"tags", json::ValueList{openapi::tag_of(resource, version)}},
                        {"description", operation.description},
                        {"operationId", operation.id},
                        {"schemes", json::ValueList{"https"}},
                        {"consumes", std::move(consumes)},
                        {"produces", json::ValueList{"application/json", "application/yaml"}},
                        {"parameters", std::move(parameters)},
                        {"responses", responses_v2(operation)},
                        {"x-kubernetes-action", operation.action},
                        {"x-kubernetes-group-version-kind",
                         openapi::group_version_kind(resource, version, resource.kind)}};
}

json::Value path_entry_v2(const Path& path, const Resource& resource, const Version& version) {
  json::ValueMap entry;
  for (const Operation& operation : path.operations) {
    entry.emplace(operation.method, operation_entry_v2(operation, resource, version));
  }
  json::ValueList parameters;
  for (const std::string_view name : path.placeholders) {
    parameters.push_back(placeholder_v2(name, resource));
  }
  parameters.push_back(query_parameter_v2("pretty"));
  entry.emplace("parameters", std::move(parameters));
  return entry;
}

json::Value information() {
  return json::ValueMap{{"title", "Kubernetes API of telltale"}, {"version", "v1"}};
}

// Goes through the whole document and hands over each path and each schema once. Shared schemas
// come first, then built-in kinds: a custom kind cannot take the place of either.
class Walk {
 public:
  using Take = std::function<void(const std::string& name, json::Value piece)>;

  Walk(Take take_path, Take take_definition)
      : take_path_(std::move(take_path)), take_definition_(std::move(take_definition)) {}

  void over(const Registry& registry) {
    add_definitions(openapi::meta_schemas(Dialect::V2));
    for (const Origin origin : {Origin::BuiltIn, Origin::Custom}) add_all(registry, origin);
  }

 private:
  enum class Origin { BuiltIn, Custom };

  void add_all(const Registry& registry, Origin origin) {
    for (const Registry::ResourcePtr& resource : registry.resources()) {
      if (resource->custom() != (origin == Origin::Custom)) continue;
      for (const Version& version : resource->versions) {
        if (version.served) add(*resource, version);
      }
    }
  }

  void add(const Resource& resource, const Version& version) {
    for (const Path& path : openapi::paths_of(resource, version)) {
      if (seen_.insert(path.path).second) {
        take_path_(path.path, path_entry_v2(path, resource, version));
      }
    }
    add_definitions(openapi::kind_schemas(resource, version, Dialect::V2));
    if (version.scale) add_definitions(openapi::scale_schemas(Dialect::V2));
  }

  void add_definitions(json::ValueMap schemas) {
    for (auto& member : schemas) {
      std::string name(member.key());
      if (seen_.insert(name).second) take_definition_(name, std::move(member.value()));
    }
  }

  Take take_path_, take_definition_;
  std::set<std::string> seen_;  // Paths begin with a slash and names do not.
};

}  // namespace

json::Value openapi_v2(const Registry& registry) {
  json::ValueMap paths;
  json::ValueMap definitions;
  Walk([&](const std::string& path, json::Value item) { paths.emplace(path, std::move(item)); },
       [&](const std::string& name, json::Value schema) {
         definitions.emplace(name, std::move(schema));
       })
      .over(registry);
  return json::ValueMap{{"swagger", "2.0"},
                        {"info", information()},
                        {"paths", std::move(paths)},
                        {"definitions", std::move(definitions)}};
}

std::string openapi_v2_protobuf(const Registry& registry) {
  openapi::GnosticDocument document;
  Walk([&](const std::string& path, const json::Value& item) { document.add_path(path, item); },
       [&](const std::string& name, const json::Value& schema) {
         document.add_definition(name, schema);
       })
      .over(registry);
  return document.take(information());
}

}  // namespace telltale::server
