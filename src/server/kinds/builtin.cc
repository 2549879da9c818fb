// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/builtin.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "schema/structural/named_schemas.h"
#include "server/embedded.h"
#include "server/kinds/kind_behavior.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;

// In the order in which discovery lists them.
constexpr std::string_view all_verbs[] = {"create", "delete", "deletecollection", "get",
                                          "list",   "patch",  "update",           "watch"};

// The files are part of the program, so whatever is wrong with them is a bug.
Value read_embedded(std::string_view text) {
  const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(text, dump::YamlReader::Wrapping::None);
  check(reader.next() == dump::YamlReader::Step::Document, "an embedded file is YAML");
  auto parsed = json::parse(reader.document().json.text());
  check(parsed.has_value(), "an embedded file becomes JSON");
  return *std::move(parsed);
}

std::vector<std::string> texts_at(const Value& object, std::string_view dotted) {
  std::vector<std::string> texts;
  for (const Value& item : list_at(object, dotted)) {
    if (item.is_string()) texts.emplace_back(item.get_string());
  }
  return texts;
}

// A kind whose cells no habit makes has them by path, as custom ones do.
std::shared_ptr<const JsonPath> builtin_path(std::string_view text) {
  if (text.empty()) return nullptr;
  auto path = parse_json_path(text);
  check(path.has_value(), "the path of a built-in column is one");
  return std::make_shared<const JsonPath>(*std::move(path));
}

std::vector<Column> builtin_columns(const Value& version) {
  std::vector<Column> columns;
  for (const Value& column : list_at(version, "additionalPrinterColumns")) {
    const std::string_view path = text_at(column, "jsonPath");
    columns.push_back({.name = std::string(text_at(column, "name")),
                       .type = std::string(text_at(column, "type")),
                       .format = std::string(text_at(column, "format")),
                       .description = std::string(text_at(column, "description")),
                       .priority = number_at(column, "priority"),
                       .json_path = std::string(path),
                       .path = builtin_path(path)});
  }
  return columns;
}

std::optional<Scale> builtin_scale(const Value& version) {
  const Value* scale = at(version, "subresources.scale");
  if (scale == nullptr) return std::nullopt;
  return Scale{.spec_replicas_path = std::string(text_at(*scale, "specReplicasPath")),
               .status_replicas_path = std::string(text_at(*scale, "statusReplicasPath")),
               .label_selector_path = std::string(text_at(*scale, "labelSelectorPath"))};
}

using SharedSchemas = std::shared_ptr<schema::NamedSchemas>;

SharedSchemas read_definitions() {
  json::ValueMap all;
  for (const EmbeddedFile& file : embedded_definitions()) {
    auto parsed = json::parse(file.text);
    check(parsed.has_value() && parsed->is_object(), "embedded definitions are JSON");
    for (auto& definition : parsed->get_object()) {
      all.emplace(definition.key(), std::move(definition.value()));
    }
  }
  return std::make_shared<schema::NamedSchemas>(std::move(all));
}

// The schema stands in the file of the kind, or is one of Kubernetes' own definitions.
void read_builtin_schema(const Value& written, const SharedSchemas& shared, Version& version) {
  const std::string_view definition = text_at(written, "definition");
  if (definition.empty()) {
    const Value* openapi = at(written, "schema.openAPIV3Schema");
    check(openapi != nullptr && openapi->is_object(), "a built-in version has a schema");
    version.structure = schema::compile(*openapi);
    version.openapi = std::make_shared<const Value>(*openapi);
    return;
  }
  const Value* openapi = shared->find(definition);
  check(openapi != nullptr, "the definition of a built-in kind is there");
  Value described = *openapi;
  described.get_object()["description"] = text_at(written, "description");
  version.structure = shared->compiled(definition);
  version.openapi = std::make_shared<const Value>(std::move(described));
  version.shared = shared;
}

Version builtin_version(const Value& written, const SharedSchemas& shared) {
  Version version{.name = std::string(text_at(written, "name")),
                  .storage = true,
                  .columns = builtin_columns(written),
                  .has_status = at(written, "subresources.status") != nullptr,
                  .scale = builtin_scale(written)};
  read_builtin_schema(written, shared, version);
  return version;
}

bool says_so(const Value& written, std::string_view name) {
  const Value* said = member(written, name);
  return said != nullptr && *said == Value(true);
}

// What the files of kinds say of their behavior, for those that have Kubernetes' own definitions.
void take_behavior(const Value& written, const Resource& resource, KindBehavior& behavior) {
  if (resource.versions.front().shared == nullptr) return;
  behavior.counts_generation = says_so(written, "countsGeneration");
  behavior.update_needs_version = says_so(written, "updateNeedsVersion");
  behavior.creates_on_update = says_so(written, "createsOnUpdate");
  behavior.drops_status = resource.versions.front().has_status && !says_so(written, "keepsStatus");
}

// Definitions, admission and joined servers belong to the hub alone.
bool stays_out_of_logical_clusters(const Value& written) {
  const Value* said = member(written, "inLogicalClusters");
  return said != nullptr && *said == Value(false);
}

Resource builtin_resource(std::string_view group, const Value& written,
                          const SharedSchemas& shared) {
  Resource resource{.group = std::string(group),
                    .plural = std::string(text_at(written, "names.plural")),
                    .singular = std::string(text_at(written, "names.singular")),
                    .kind = std::string(text_at(written, "names.kind")),
                    .list_kind = format("{}List", text_at(written, "names.kind")),
                    .short_names = texts_at(written, "names.shortNames"),
                    .categories = texts_at(written, "names.categories"),
                    .namespaced = text_at(written, "scope") == "Namespaced",
                    .verbs = texts_at(written, "verbs")};
  if (resource.verbs.empty()) resource.verbs.assign(std::begin(all_verbs), std::end(all_verbs));
  for (const Value& version : list_at(written, "versions")) {
    resource.versions.push_back(builtin_version(version, shared));
  }
  check(resource.versions.size() == 1, "a built-in kind has one version");
  KindBehavior behavior = behavior_of(resource.group, resource.plural);
  take_behavior(written, resource, behavior);
  // Events have two views and one place in the store, that of the core group.
  if (behavior.virtual_view) resource.stored_under = format("/{}", resource.plural);
  resource.behavior = std::make_shared<const KindBehavior>(std::move(behavior));
  resource.in_logical_clusters = !stays_out_of_logical_clusters(written);
  return resource;
}

}  // namespace

std::vector<std::shared_ptr<const Resource>> builtin_resources() {
  std::vector<std::shared_ptr<const Resource>> resources;
  const SharedSchemas shared = read_definitions();
  for (const EmbeddedFile& file : embedded_kinds()) {
    const Value written = read_embedded(file.text);
    for (const Value& resource : list_at(written, "resources")) {
      resources.push_back(std::make_shared<const Resource>(
          builtin_resource(text_at(written, "group"), resource, shared)));
    }
  }
  return resources;
}

}  // namespace telltale::server
