// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/builtin.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "dump/yaml_to_json.h"
#include "json/parse.h"
#include "server/embedded.h"
#include "server/kinds/habits.h"
#include "server/object_access.h"

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

std::vector<Column> builtin_columns(const Value& version) {
  std::vector<Column> columns;
  for (const Value& column : list_at(version, "additionalPrinterColumns")) {
    columns.push_back({.name = std::string(text_at(column, "name")),
                       .type = std::string(text_at(column, "type")),
                       .format = std::string(text_at(column, "format")),
                       .description = std::string(text_at(column, "description")),
                       .priority = number_at(column, "priority")});
  }
  return columns;
}

Version builtin_version(const Value& written) {
  const Value* openapi = at(written, "schema.openAPIV3Schema");
  check(openapi != nullptr && openapi->is_object(), "a built-in version has a schema");
  return {.name = std::string(text_at(written, "name")),
          .storage = true,
          .structure = schema::compile(*openapi),
          .openapi = std::make_shared<const Value>(*openapi),
          .columns = builtin_columns(written),
          .has_status = at(written, "subresources.status") != nullptr};
}

// Definitions, admission and joined servers belong to the hub alone.
bool stays_out_of_logical_clusters(const Value& written) {
  const Value* said = member(written, "inLogicalClusters");
  return said != nullptr && *said == Value(false);
}

Resource builtin_resource(std::string_view group, const Value& written) {
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
    resource.versions.push_back(builtin_version(version));
  }
  check(resource.versions.size() == 1, "a built-in kind has one version");
  Habits habits = habits_of(resource.group, resource.plural);
  // Events have two views and one place in the store, that of the core group.
  if (habits.virtual_view) resource.stored_under = format("/{}", resource.plural);
  resource.habits = std::make_shared<const Habits>(std::move(habits));
  resource.in_logical_clusters = !stays_out_of_logical_clusters(written);
  return resource;
}

}  // namespace

std::vector<std::shared_ptr<const Resource>> builtin_resources() {
  std::vector<std::shared_ptr<const Resource>> resources;
  for (const EmbeddedFile& file : embedded_kinds()) {
    const Value written = read_embedded(file.text);
    for (const Value& resource : list_at(written, "resources")) {
      resources.push_back(
          std::make_shared<const Resource>(builtin_resource(text_at(written, "group"), resource)));
    }
  }
  return resources;
}

}  // namespace telltale::server
