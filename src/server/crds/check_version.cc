// SPDX-License-Identifier: Apache-2.0
#include "server/crds/check_crd.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/text.h"
#include "schema/members.h"
#include "schema/structural/structure.h"
#include "schema/validate/dns_names.h"
#include "server/crds/crd_reading.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;
using schema::add;
using schema::FieldErrors;
using schema::required;
using schema::text_of;

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

// With a status subresource the status is judged by its own part of the schema alone, so the root
// may say nothing that would be lost.
void check_root_for_status(const ValueMap& openapi, const std::string& path, FieldErrors& out) {
  static constexpr std::array<std::string_view, 22> allowed = {
      "description",
      "type",
      "format",
      "title",
      "maximum",
      "exclusiveMaximum",
      "minimum",
      "exclusiveMinimum",
      "maxLength",
      "minLength",
      "pattern",
      "maxItems",
      "minItems",
      "uniqueItems",
      "multipleOf",
      "required",
      "items",
      "properties",
      "externalDocs",
      "example",
      "x-kubernetes-preserve-unknown-fields",
      "x-kubernetes-validations"};
  const auto refused = [](const auto& member) {
    return !member.value().is_null() && member.value() != Value(false) &&
           std::ranges::find(allowed, std::string_view(member.key())) == allowed.end();
  };
  if (std::ranges::none_of(openapi, refused)) return;
  add(out,
      schema::invalid(path, schema::shown(openapi),
                      "only [Description Type Format Title Maximum ExclusiveMaximum Minimum "
                      "ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems "
                      "MultipleOf Required Items Properties ExternalDocs Example "
                      "XPreserveUnknownFields XValidations] fields are allowed at the root of the "
                      "schema if the status subresource is enabled"));
}

void check_schema(const ValueMap& version, const std::string& path, FieldErrors& out) {
  const ValueMap* schema_map = schema::map_of(version, "schema");
  const Value* openapi =
      schema_map != nullptr ? schema_map->if_contains("openAPIV3Schema") : nullptr;
  if (openapi == nullptr || openapi->is_null()) {
    add(out, required(path));
    return;
  }
  const ValueMap* subresources = schema::map_of(version, "subresources");
  const bool has_status =
      subresources != nullptr && schema::map_of(*subresources, "status") != nullptr;
  if (has_status && openapi->is_object()) {
    check_root_for_status(openapi->get_object(), path, out);
  }
  for (const schema::FieldError& field_error : schema::check_structural(*openapi, path)) {
    add(out, field_error);
  }
}

// False when something was said.
bool check_simple_path(const std::string& text, const std::string& path, FieldErrors& out) {
  if (text.starts_with('.')) return true;
  add(out,
      schema::invalid(path, schema::quoted(text), "must be a simple json path starting with ."));
  return false;
}

void check_scale_path(const ValueMap& scale, std::string_view name, const std::string& path,
                      FieldErrors& out) {
  const std::string text = text_of(scale, name);
  const std::string at = format("{}.scale.{}", path, name);
  const bool selector = name == "labelSelectorPath";
  if (text.empty()) {
    if (!selector) add(out, required(at));
    return;
  }
  if (!check_simple_path(text, at, out)) return;
  const bool in_spec = text.starts_with(".spec."), in_status = text.starts_with(".status.");
  if (name == "specReplicasPath" && !in_spec) {
    add(out, schema::invalid(at, schema::quoted(text), "should be a json path under .spec"));
  } else if (name == "statusReplicasPath" && !in_status) {
    add(out, schema::invalid(at, schema::quoted(text), "should be a json path under .status"));
  } else if (selector && !in_spec && !in_status) {
    add(out, schema::invalid(at, schema::quoted(text),
                             "should be a json path under either .spec or .status"));
  }
}

void check_subresources(const ValueMap& version, const std::string& path, FieldErrors& out) {
  const ValueMap* subresources = schema::map_of(version, "subresources");
  const ValueMap* scale =
      subresources != nullptr ? schema::map_of(*subresources, "scale") : nullptr;
  if (scale == nullptr) return;
  for (const std::string_view name :
       {"specReplicasPath", "statusReplicasPath", "labelSelectorPath"}) {
    check_scale_path(*scale, name, path, out);
  }
}

void check_column(const ValueMap& column, const std::string& path, FieldErrors& out) {
  static constexpr std::array<std::string_view, 5> types = {"boolean", "date", "integer", "number",
                                                            "string"};
  static constexpr std::array<std::string_view, 8> formats = {
      "byte", "date", "date-time", "double", "float", "int32", "int64", "password"};
  if (text_of(column, "name").empty()) add(out, required(path + ".name"));
  const std::string type = text_of(column, "type");
  const std::string type_words = format("must be one of {}", join(types, ","));
  if (type.empty()) {
    add(out, required(path + ".type", type_words));
  } else if (!is_one_of(type, types)) {
    add(out, schema::invalid(path + ".type", schema::quoted(type), type_words));
  }
  const std::string column_format = text_of(column, "format");
  if (!column_format.empty() && !is_one_of(column_format, formats)) {
    add(out, schema::invalid(path + ".format", schema::quoted(column_format),
                             format("must be one of {}", join(formats, ","))));
  }
  const std::string json_path = text_of(column, "jsonPath");
  if (json_path.empty()) {
    add(out, required(path + ".JSONPath"));
  } else {
    check_simple_path(json_path, path + ".JSONPath", out);
  }
}

void check_columns(const ValueMap& version, const std::string& path, FieldErrors& out) {
  const json::ValueList* columns = schema::list_of(version, "additionalPrinterColumns");
  for (std::size_t i = 0; columns != nullptr && i < columns->size(); ++i) {
    const ValueMap* column = (*columns)[i].if_object();
    check_column(column != nullptr ? *column : ValueMap(), format("{}[{}]", path, i), out);
  }
}

// The part of the schema that a path such as ".spec.color" leads to, through named fields alone.
const ValueMap* schema_at(const ValueMap& version, std::string_view path) {
  const ValueMap* holder = schema::map_of(version, "schema");
  const ValueMap* at = holder == nullptr ? nullptr : schema::map_of(*holder, "openAPIV3Schema");
  for (const std::string_view name : split(path.substr(1), '.')) {
    const ValueMap* fields = at == nullptr ? nullptr : schema::map_of(*at, "properties");
    at = fields == nullptr ? nullptr : schema::map_of(*fields, name);
  }
  return at;
}

void check_selectable_field(const ValueMap& version, const std::string& text,
                            const std::string& path, FieldErrors& out) {
  static constexpr std::array<std::string_view, 3> types = {"string", "boolean", "integer"};
  const auto say = [&](std::string_view why) {
    add(out, schema::invalid(path, schema::quoted(text), why));
  };
  const bool in_metadata = text.starts_with(".metadata.");
  const ValueMap* found = text.starts_with('.') ? schema_at(version, text) : nullptr;
  if (in_metadata) return say("must not point to fields in metadata");
  if (found == nullptr) return say("is an invalid path: does not refer to a valid field");
  if (!is_one_of(text_of(*found, "type"), types)) {
    say("must point to a field of type string, boolean or integer. Enum string fields and strings "
        "with formats are allowed.");
  }
}

void check_selectable(const ValueMap& version, const std::string& path, FieldErrors& out) {
  constexpr std::size_t selectable_max = 8;
  const json::ValueList* fields = schema::list_of(version, "selectableFields");
  std::set<std::string> seen;
  for (std::size_t i = 0; fields != nullptr && i < fields->size(); ++i) {
    const ValueMap* field = (*fields)[i].if_object();
    const std::string text = field == nullptr ? std::string() : text_of(*field, "jsonPath");
    const std::string at = format("{}[{}].jsonPath", path, i);
    if (text.empty()) {
      add(out, required(at));
      continue;
    }
    check_selectable_field(version, text, at, out);
    if (!seen.insert(text).second) add(out, schema::duplicate(at, schema::quoted(text)));
  }
  if (seen.size() > selectable_max) {
    add(out, schema::too_many(path, seen.size(), selectable_max));
  }
}

void check_deprecation(const ValueMap& version, const std::string& path, FieldErrors& out) {
  constexpr std::size_t warning_bytes_max = 256;
  const Value* warning = version.if_contains("deprecationWarning");
  if (warning == nullptr || warning->is_null()) return;
  const std::string text = text_of(version, "deprecationWarning");
  const auto say = [&](std::string_view why) {
    add(out, schema::invalid(path, schema::quoted(text), why));
  };
  if (!schema::flag_of(version, "deprecated"))
    return say("can only be set for deprecated versions");
  if (text.size() > warning_bytes_max) say("must be <= 256 characters long");
  if (text.empty()) say("must not be an empty string");
  const auto control = std::ranges::find_if(text, [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
  });
  if (control == text.end()) return;
  say(
      format("must only contain printable UTF-8 characters; non-printable character found at index "
             "{}",
             control - text.begin()));
}

}  // namespace

void check_version(const json::ValueMap& version, const std::string& path,
                   schema::FieldErrors& out) {
  const std::string name = text_of(version, "name");
  const auto errors = schema::errors_in_dns1035_label(name);
  if (!errors.empty()) {
    add(out, schema::invalid(path + ".name", schema::quoted(name), join(errors, ",")));
  }
  check_deprecation(version, path + ".deprecationWarning", out);
  check_schema(version, path + ".schema.openAPIV3Schema", out);
  check_subresources(version, path + ".subresources", out);
  check_columns(version, path + ".additionalPrinterColumns", out);
  check_selectable(version, path + ".selectableFields", out);
}

}  // namespace telltale::server
