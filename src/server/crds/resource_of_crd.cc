// SPDX-License-Identifier: Apache-2.0
#include "server/crds/resource_of_crd.h"

#include <algorithm>
#include <utility>

#include "base/encoding.h"
#include "base/text.h"
#include "server/conversion/version_order.h"
#include "server/crds/crd_reading.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;
using schema::text_of;

std::string text_of_either(const ValueMap& first, const ValueMap& second, std::string_view name) {
  const std::string text = text_of(first, name);
  return text.empty() ? text_of(second, name) : text;
}

Column column_of(const ValueMap& map) {
  Column column{.name = text_of(map, "name"),
                .type = text_of(map, "type"),
                .format = text_of(map, "format"),
                .description = text_of(map, "description"),
                .json_path = text_of(map, "jsonPath")};
  if (column.description.empty()) {
    column.description =
        format("Custom resource definition column (in JSONPath format): {}", column.json_path);
  }
  const Value* priority = map.if_contains("priority");
  if (priority != nullptr && priority->is_int64()) column.priority = priority->get_int64();
  if (auto path = parse_json_path(column.json_path)) {
    column.path = std::make_shared<const JsonPath>(std::move(*path));
  }
  return column;
}

std::vector<Column> columns_of(const ValueMap& version) {
  std::vector<Column> columns;
  const json::ValueList* list = schema::list_of(version, "additionalPrinterColumns");
  if (list == nullptr) return columns;
  for (const Value& item : *list) {
    if (const ValueMap* map = item.if_object()) columns.push_back(column_of(*map));
  }
  return columns;
}

void read_subresources(const ValueMap& map, Version& version) {
  const ValueMap* subresources = schema::map_of(map, "subresources");
  if (subresources == nullptr) return;
  version.has_status = schema::map_of(*subresources, "status") != nullptr;
  const ValueMap* scale = schema::map_of(*subresources, "scale");
  if (scale == nullptr) return;
  version.scale = Scale{.spec_replicas_path = text_of(*scale, "specReplicasPath"),
                        .status_replicas_path = text_of(*scale, "statusReplicasPath"),
                        .label_selector_path = text_of(*scale, "labelSelectorPath")};
}

void read_selectable(const ValueMap& map, Version& version) {
  const json::ValueList* fields = schema::list_of(map, "selectableFields");
  for (std::size_t i = 0; fields != nullptr && i < fields->size(); ++i) {
    const ValueMap* field = (*fields)[i].if_object();
    const std::string path = field == nullptr ? std::string() : text_of(*field, "jsonPath");
    if (path.starts_with('.')) version.selectable.push_back(path.substr(1));
  }
}

void read_schema(const ValueMap& map, Version& version) {
  const ValueMap* holder = schema::map_of(map, "schema");
  const Value* openapi = holder != nullptr ? holder->if_contains("openAPIV3Schema") : nullptr;
  version.openapi =
      std::make_shared<const Value>(openapi != nullptr ? *openapi : Value(ValueMap()));
  version.structure = schema::compile(*version.openapi);
}

Version custom_version(const ValueMap& map, const Resource& resource) {
  Version version{.name = text_of(map, "name"),
                  .served = schema::flag_of(map, "served"),
                  .storage = schema::flag_of(map, "storage"),
                  .columns = columns_of(map)};
  if (schema::flag_of(map, "deprecated")) {
    const std::string warning = text_of(map, "deprecationWarning");
    version.deprecation_warning = warning.empty() ? format("{}/{} {} is deprecated", resource.group,
                                                           version.name, resource.kind)
                                                  : warning;
  }
  read_schema(map, version);
  read_subresources(map, version);
  read_selectable(map, version);
  return version;
}

std::string url_of(const ValueMap& config) {
  const ValueMap* service = schema::map_of(config, "service");
  if (service == nullptr) return text_of(config, "url");
  const Value* given = service->if_contains("port");
  const std::int64_t port = given != nullptr && given->is_int64() ? given->get_int64() : 443;
  return format("https://{}.{}.svc:{}{}", text_of(*service, "name"), text_of(*service, "namespace"),
                port, text_of(*service, "path"));
}

void read_conversion(const ValueMap& spec, Resource& resource) {
  const ValueMap* conversion = schema::map_of(spec, "conversion");
  if (conversion == nullptr || text_of(*conversion, "strategy") != "Webhook") return;
  const ValueMap* webhook = schema::map_of(*conversion, "webhook");
  const ValueMap* config = webhook != nullptr ? schema::map_of(*webhook, "clientConfig") : nullptr;
  if (config == nullptr) return;
  resource.conversion = Conversion::Webhook;
  resource.webhook =
      Webhook{.url = url_of(*config),
              .ca_pem = from_base64(text_of(*config, "caBundle")).value_or(std::string()),
              .review_versions = schema::texts_of(*webhook, "conversionReviewVersions")};
}

}  // namespace

Resource resource_of_crd(const json::Value& crd) {
  const CrdParts parts(crd);
  const ValueMap& accepted = map_at(parts.status, "acceptedNames", parts.names);
  Resource resource;
  resource.group = text_of(parts.spec, "group");
  resource.plural = text_of(parts.names, "plural");
  resource.singular = text_of_either(accepted, parts.names, "singular");
  resource.kind = text_of_either(accepted, parts.names, "kind");
  resource.list_kind = text_of_either(accepted, parts.names, "listKind");
  resource.short_names = schema::texts_of(accepted, "shortNames");
  resource.categories = schema::texts_of(accepted, "categories");
  resource.namespaced = text_of(parts.spec, "scope") == "Namespaced";
  for (const ValueMap& version : versions_of(parts.spec)) {
    resource.versions.push_back(custom_version(version, resource));
  }
  std::ranges::sort(resource.versions, [](const Version& one, const Version& other) {
    return preferred_version_first(one.name, other.name);
  });
  read_conversion(parts.spec, resource);
  return resource;
}

}  // namespace telltale::server
