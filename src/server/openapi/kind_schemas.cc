// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/kind_schemas.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"
#include "schema/members.h"
#include "schema/structural/structure.h"

namespace telltale::server::openapi {
namespace {

constexpr std::string_view embedded_resource = "x-kubernetes-embedded-resource";
constexpr std::string_view preserve_unknown = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view int_or_string = "x-kubernetes-int-or-string";

constexpr std::string_view api_version_words =
    "The version of the schema of this object: group/version, or v1.";
constexpr std::string_view kind_words = "What this object is, in CamelCase.";
constexpr std::string_view metadata_words = "Metadata that every stored object has.";

bool is_true(const json::ValueMap& map, std::string_view name) {
  const json::Value* member = map.if_contains(name);
  return member != nullptr && member->is_bool() && member->get_bool();
}

std::string_view type_of(const json::ValueMap& schema) {
  const json::Value* type = schema.if_contains("type");
  return type != nullptr && type->is_string() ? std::string_view(type->get_string())
                                              : std::string_view{};
}

json::Value text_schema(std::string_view description) {
  return json::ValueMap{{"type", "string"}, {"description", description}};
}

// Everything that is an object of the API has these, whatever its schema says of them.
void add_type_and_metadata(json::ValueMap& schema, Dialect dialect) {
  json::Value& properties = schema["properties"];
  if (!properties.is_object()) properties = json::ValueMap{};
  json::ValueMap& fields = properties.get_object();
  fields["apiVersion"] = text_schema(api_version_words);
  fields["kind"] = text_schema(kind_words);
  fields["metadata"] = described_reference(metadata_words, meta_name("ObjectMeta"), dialect);
}

// Whether a schema may refer to others by name: only Kubernetes' own do.
enum class References : std::uint8_t { Dropped, Kept };

// Walks a schema. One level of it is one call, and hostile depth ends in a schema that says
// nothing.
class Publisher {
 public:
  explicit Publisher(Dialect dialect, References references = References::Dropped)
      : dialect_(dialect), references_(references) {}

  json::Value publish(const json::Value& schema, std::size_t depth) const {
    const json::ValueMap* map = schema.if_object();
    if (map == nullptr || depth > schema::schema_depth_max) return json::ValueMap{};
    if (references_ == References::Kept && map->contains("$ref")) return referring(*map);
    return dialect_ == Dialect::V2 ? reduced(*map, depth) : kept(*map, depth);
  }

 private:
  json::Value referring(const json::ValueMap& schema) const;
  json::Value kept(const json::ValueMap& schema, std::size_t depth) const;
  json::Value reduced(const json::ValueMap& schema, std::size_t depth) const;
  void reduce_shape(const json::ValueMap& schema, json::ValueMap& out, std::size_t depth) const;
  json::Value each(const json::ValueMap& schemas, std::size_t depth) const;

  Dialect dialect_;
  References references_;
};

// Version 2 has room for words beside a reference, version 3 only around it.
json::Value Publisher::referring(const json::ValueMap& schema) const {
  const json::Value& named = schema.at("$ref");
  const json::Value target = reference(std::string_view(named.get_string()), dialect_);
  json::ValueMap out;
  for (const auto& [name, value] : schema) {
    if (name == "$ref" || (dialect_ == Dialect::V2 && name == "default")) continue;
    out.emplace(name, value);
  }
  if (dialect_ == Dialect::V2) {
    out["$ref"] = target.at("$ref");
  } else if (out.empty()) {
    return target;
  } else {
    out["allOf"] = json::ValueList{target};
  }
  return out;
}

json::Value Publisher::each(const json::ValueMap& schemas, std::size_t depth) const {
  json::ValueMap out;
  for (const auto& [name, schema] : schemas) out.emplace(name, publish(schema, depth + 1));
  return out;
}

json::Value Publisher::kept(const json::ValueMap& schema, std::size_t depth) const {
  json::ValueMap out;
  for (const auto& [name, member] : schema) {
    if (name == "properties" && member.is_object()) {
      out.emplace(name, each(member.get_object(), depth));
    } else if ((name == "items" || name == "additionalProperties") && member.is_object()) {
      out.emplace(name, publish(member, depth + 1));
    } else if (name != "$ref") {  // A definition may not refer to what others published.
      out.emplace(name, member);
    }
  }
  if (is_true(schema, embedded_resource)) add_type_and_metadata(out, dialect_);
  return out;
}

// What Swagger knows of values, besides their type and what they are made of.
constexpr std::array<std::string_view, 18> value_words{
    "default",   "description",   "enum",      "exclusiveMaximum", "exclusiveMinimum", "example",
    "format",    "maxItems",      "maxLength", "maxProperties",    "maximum",          "minItems",
    "minLength", "minProperties", "minimum",   "multipleOf",       "pattern",          "title"};

bool is_free_form(const json::ValueMap& schema) {
  return is_true(schema, "nullable") || is_true(schema, preserve_unknown) ||
         is_true(schema, int_or_string);
}

json::Value Publisher::reduced(const json::ValueMap& schema, std::size_t depth) const {
  json::ValueMap out;
  for (const auto& [name, member] : schema) {
    const bool known = std::ranges::find(value_words, std::string_view(name)) != value_words.end();
    if (known || name.starts_with("x-kubernetes-")) out.emplace(name, member);
  }
  if (!is_free_form(schema)) {
    reduce_shape(schema, out, depth);
  } else if (type_of(schema) == "object" && !is_true(schema, "nullable")) {
    // A map of anything. Of one without a type old clients believe that lists in it are replaced by
    // a patch, which the server's own knowledge of built-in kinds would prove wrong.
    out["type"] = "object";
  }
  if (is_true(schema, embedded_resource) && out.contains("properties")) {
    add_type_and_metadata(out, dialect_);
  }
  return out;
}

void Publisher::reduce_shape(const json::ValueMap& schema, json::ValueMap& out,
                             std::size_t depth) const {
  const std::string_view type = type_of(schema);
  if (type == "object") {
    const json::ValueMap* fields = schema::map_of(schema, "properties");
    const json::Value* additional = schema.if_contains("additionalProperties");
    out["type"] = "object";
    // Old clients take told fields for the only ones, so both together are told as a free map.
    if (fields != nullptr && additional == nullptr) {
      out["properties"] = each(*fields, depth);
      if (const json::Value* required = schema.if_contains("required")) out["required"] = *required;
    } else if (fields == nullptr && additional != nullptr && additional->is_object()) {
      out["additionalProperties"] = publish(*additional, depth + 1);
    }
  } else if (type == "array") {
    const json::Value* items = schema.if_contains("items");
    out["type"] = "array";
    out["items"] = items == nullptr ? json::Value(json::ValueMap{}) : publish(*items, depth + 1);
  } else if (type == "string" || type == "integer" || type == "number" || type == "boolean") {
    out["type"] = type;
  }
}

json::Value whole_kind(const Resource& resource, const Version& version, Dialect dialect) {
  json::ValueMap schema{{"type", "object"}};
  const json::ValueMap* given = version.openapi ? version.openapi->if_object() : nullptr;
  // Without a schema nothing is told of fields: old clients would take them for the only ones.
  const bool free_form =
      given == nullptr || (dialect == Dialect::V2 && is_true(*given, preserve_unknown));
  if (!free_form) {
    const References references = version.shared ? References::Kept : References::Dropped;
    schema = Publisher(dialect, references).publish(*version.openapi, 0).get_object();
    schema["type"] = "object";
    add_type_and_metadata(schema, dialect);
  } else if (given != nullptr && given->contains("description")) {
    schema["description"] = given->at("description");
  }
  json::ValueList kinds;
  kinds.push_back(group_version_kind(resource, version, resource.kind));
  schema["x-kubernetes-group-version-kind"] = std::move(kinds);
  json::ValueList selectable;
  for (const std::string& path : version.selectable) {
    selectable.push_back(json::ValueMap{{"fieldPath", path}});
  }
  if (!selectable.empty()) schema["x-kubernetes-selectable-fields"] = std::move(selectable);
  return schema;
}

json::Value list_of_kind(const Resource& resource, const Version& version, Dialect dialect) {
  json::ValueMap items{
      {"type", "array"},
      {"description", format("The {}.", resource.plural)},
      {"items", reference(schema_name(resource, version, resource.kind), dialect)}};
  json::ValueMap fields{
      {"apiVersion", text_schema(api_version_words)},
      {"kind", text_schema(kind_words)},
      {"metadata", described_reference("Metadata of lists.", meta_name("ListMeta"), dialect)},
      {"items", std::move(items)}};
  json::ValueList kinds;
  kinds.push_back(group_version_kind(resource, version, resource.list_kind));
  return json::ValueMap{
      {"type", "object"},
      {"description", format("{} is a list of {}", resource.list_kind, resource.kind)},
      {"required", json::ValueList{"items"}},
      {"properties", std::move(fields)},
      {"x-kubernetes-group-version-kind", std::move(kinds)}};
}

bool tells_fields(const json::Value& value, std::size_t depth) {
  const json::ValueMap* schema = value.if_object();
  if (schema == nullptr || depth > schema::schema_depth_max) return false;
  if (is_true(*schema, int_or_string)) return true;
  const std::string_view type = type_of(*schema);
  if (is_true(*schema, preserve_unknown) || type.empty()) return false;
  if (type == "array") {
    const json::Value* items = schema->if_contains("items");
    return items != nullptr && tells_fields(*items, depth + 1);
  }
  if (type != "object") return true;
  if (const json::ValueMap* fields = schema::map_of(*schema, "properties")) {
    return std::ranges::all_of(
        *fields, [&](const auto& field) { return tells_fields(field.value(), depth + 1); });
  }
  const json::Value* additional = schema->if_contains("additionalProperties");
  return additional != nullptr && tells_fields(*additional, depth + 1);
}

}  // namespace

json::Value published(const json::Value& schema, Dialect dialect) {
  return Publisher(dialect).publish(schema, 0);
}

bool tells_every_field(const json::Value& schema) {
  const json::ValueMap* root = schema.if_object();
  if (root == nullptr || is_true(*root, preserve_unknown)) return false;
  const json::ValueMap* fields = schema::map_of(*root, "properties");
  return fields != nullptr && std::ranges::all_of(*fields, [](const auto& field) {
           return field.key() == "metadata" || tells_fields(field.value(), 1);
         });
}

json::ValueMap kind_schemas(const Resource& resource, const Version& version, Dialect dialect) {
  json::ValueMap schemas;
  schemas.emplace(schema_name(resource, version, resource.kind),
                  whole_kind(resource, version, dialect));
  if (version.shared != nullptr) {
    const Publisher publisher(dialect, References::Kept);
    for (const std::string& name : version.shared->reached_from(*version.openapi)) {
      schemas.emplace(name, publisher.publish(*version.shared->find(name), 0));
    }
  }
  if (resource.behavior == nullptr || !resource.behavior->review) {
    schemas.emplace(schema_name(resource, version, resource.list_kind),
                    list_of_kind(resource, version, dialect));
  }
  return schemas;
}

}  // namespace telltale::server::openapi
