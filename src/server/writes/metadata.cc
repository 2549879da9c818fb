// SPDX-License-Identifier: Apache-2.0
#include "server/writes/metadata.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "json/print.h"
#include "kube/label_syntax.h"
#include "schema/path.h"
#include "schema/shape.h"
#include "server/objects/object_access.h"
#include "server/writes/names.h"

namespace telltale::server {
namespace {

constexpr std::size_t annotations_bytes_max = std::size_t{256} << 10;
constexpr std::size_t generated_prefix_max = 58;
constexpr std::size_t generated_letters = 5;
constexpr std::string_view generated_alphabet = "bcdfghjklmnpqrstvwxz2456789";

enum class Type : std::uint8_t { String, Number, Map, List };
struct Known {
  std::string_view name;
  Type type;
};
constexpr std::array<Known, 15> known_fields{{{"name", Type::String},
                                              {"generateName", Type::String},
                                              {"namespace", Type::String},
                                              {"selfLink", Type::String},
                                              {"uid", Type::String},
                                              {"resourceVersion", Type::String},
                                              {"generation", Type::Number},
                                              {"creationTimestamp", Type::String},
                                              {"deletionTimestamp", Type::String},
                                              {"deletionGracePeriodSeconds", Type::Number},
                                              {"labels", Type::Map},
                                              {"annotations", Type::Map},
                                              {"ownerReferences", Type::List},
                                              {"finalizers", Type::List},
                                              {"managedFields", Type::List}}};

bool fits(const json::Value& value, Type type) {
  switch (type) {
    case Type::String:
      return value.is_string();
    case Type::Number:
      return value.is_number();
    case Type::Map:
      return value.is_object();
    case Type::List:
      return value.is_array();
  }
  return false;
}

std::string_view go_type(Type type) {
  switch (type) {
    case Type::String:
      return "string";
    case Type::Number:
      return "int64";
    case Type::Map:
      return "map[string]string";
    case Type::List:
      break;
  }
  return "[]string";
}

std::string_view json_word(const json::Value& value) {
  if (value.is_string()) return "string";
  if (value.is_bool()) return "bool";
  if (value.is_number()) return "number";
  return value.is_array() ? "array" : "object";
}

std::string cannot_read(const json::Value& value, std::string_view field, std::string_view type) {
  return format("json: cannot unmarshal {} into Go struct field ObjectMeta.metadata{}{} of type {}",
                json_word(value), field.empty() ? "" : ".", field, type);
}

bool is_text_or_null(const json::Value& value) { return value.is_string() || value.is_null(); }
bool is_flag_or_null(const json::Value& value) { return value.is_bool() || value.is_null(); }

std::optional<std::string> error_in_owner(const json::Value& owner) {
  for (const std::string_view name : {"apiVersion", "kind", "name", "uid"}) {
    const json::Value* value = member(owner, name);
    if (value == nullptr || is_text_or_null(*value)) continue;
    return cannot_read(*value, format("ownerReferences.{}", name), "string");
  }
  for (const std::string_view name : {"controller", "blockOwnerDeletion"}) {
    const json::Value* value = member(owner, name);
    if (value == nullptr || is_flag_or_null(*value)) continue;
    return cannot_read(*value, format("ownerReferences.{}", name), "bool");
  }
  return std::nullopt;
}

// The values of a map of metadata are text, the items of a list text or maps.
std::optional<std::string> error_in_parts(const json::Value& value, const Known& known) {
  if (known.type == Type::Map) {
    for (const auto& field : value.get_object()) {
      if (!is_text_or_null(field.value())) return cannot_read(field.value(), known.name, "string");
    }
  }
  if (known.type != Type::List) return std::nullopt;
  const bool texts = known.name == "finalizers";
  for (const json::Value& item : value.get_array()) {
    if (texts ? !item.is_string() : !item.is_object()) {
      return cannot_read(item, known.name, texts ? "string" : "map[string]interface {}");
    }
    if (known.name == "ownerReferences") {
      if (auto error = error_in_owner(item)) return error;
    }
  }
  return std::nullopt;
}

// To a client, a label whose value is null is one without a value.
void fill_null_values(json::ValueMap& metadata, std::string_view name) {
  json::Value* values = metadata.if_contains(name);
  if (values == nullptr || !values->is_object()) return;
  for (auto& field : values->get_object()) {
    if (field.value().is_null()) field.value() = json::ValueString();
  }
}

std::string as_json(std::string_view text) {
  return json::print(json::Value(truncate_utf8(text, schema::shown_bytes_max)));
}

void check_name(const json::Value& object, const Resource& resource,
                schema::FieldErrors& field_errors) {
  const std::string_view name = text_at(object, "metadata.name");
  const std::string_view prefix = text_at(object, "metadata.generateName");
  const NameRule rule = rule_for(resource);
  if (!prefix.empty()) {
    if (const auto why = error_in_prefix(prefix, rule)) {
      field_errors.push_back(schema::invalid("metadata.generateName", as_json(prefix), *why));
    }
  }
  if (name.empty()) {
    field_errors.push_back(schema::required("metadata.name", "name or generateName is required"));
  } else if (const auto why = error_in_name(name, rule)) {
    field_errors.push_back(schema::invalid("metadata.name", as_json(name), *why));
  }
}

void check_labels(const json::Value& object, schema::FieldErrors& field_errors) {
  for (const auto& [key, value] : map_at(object, "metadata.labels")) {
    if (const auto why = error_in_label_key(key)) {
      field_errors.push_back(schema::invalid("metadata.labels", as_json(key), *why));
    }
    const std::string_view text =
        value.is_string() ? std::string_view(value.get_string()) : std::string_view{};
    if (const auto why = error_in_label_value(text)) {
      field_errors.push_back(schema::invalid("metadata.labels", as_json(text), *why));
    }
  }
}

void check_annotations(const json::Value& object, schema::FieldErrors& field_errors) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : map_at(object, "metadata.annotations")) {
    if (const auto why = error_in_label_key(key)) {
      field_errors.push_back(schema::invalid("metadata.annotations", as_json(key), *why));
    }
    bytes += key.size() + (value.is_string() ? value.get_string().size() : 0);
  }
  if (bytes > annotations_bytes_max) {
    field_errors.push_back(
        {.field = "metadata.annotations",
         .kind = schema::FieldError::Kind::TooLong,
         .message = format("Too long: may not be more than {} bytes", annotations_bytes_max)});
  }
}

void check_owner(const json::Value& owner, const std::string& path,
                 schema::FieldErrors& field_errors) {
  for (const std::string_view field : {"apiVersion", "kind", "name", "uid"}) {
    if (text_at(owner, field).empty()) {
      field_errors.push_back(
          schema::invalid(format("{}.{}", path, field), "\"\"", "must not be empty"));
    }
  }
}

void check_owners(const json::Value& object, schema::FieldErrors& field_errors) {
  const json::ValueList& owners = list_at(object, "metadata.ownerReferences");
  std::size_t controllers = 0;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    check_owner(owners[i], format("metadata.ownerReferences[{}]", i), field_errors);
    const json::Value* controller = member(owners[i], "controller");
    controllers += controller != nullptr && controller->is_bool() && controller->get_bool() ? 1 : 0;
  }
  if (controllers > 1) {
    field_errors.push_back(schema::invalid("metadata.ownerReferences",
                                           schema::shown(json::Value(owners)),
                                           "Only one reference can have Controller set to true."));
  }
}

void check_finalizers(const json::Value& object, schema::FieldErrors& field_errors) {
  const json::ValueList& finalizers = list_at(object, "metadata.finalizers");
  for (std::size_t i = 0; i < finalizers.size(); ++i) {
    const std::string_view text = finalizers[i].is_string()
                                      ? std::string_view(finalizers[i].get_string())
                                      : std::string_view{};
    if (const auto why = error_in_label_key(text)) {
      field_errors.push_back(schema::invalid("metadata.finalizers", as_json(text), *why));
    }
  }
}

std::set<std::string> finalizers_of(const json::Value& object) {
  std::set<std::string> found;
  for (const json::Value& item : list_at(object, "metadata.finalizers")) {
    if (item.is_string()) found.emplace(item.get_string());
  }
  return found;
}

// As the real server's types do, nothing is kept as nothing.
void drop_empty_members(json::ValueMap& metadata) {
  for (const std::string_view name : {"labels", "annotations", "ownerReferences", "finalizers"}) {
    const json::Value* value = metadata.if_contains(name);
    const bool empty = value != nullptr && ((value->is_array() && value->get_array().empty()) ||
                                            (value->is_object() && value->get_object().empty()));
    if (empty) metadata.erase(name);
  }
}

}  // namespace

std::optional<std::string> metadata_type_error(const json::Value& object) {
  const json::Value* metadata = member(object, "metadata");
  if (metadata == nullptr || metadata->is_null()) return std::nullopt;
  if (!metadata->is_object()) return cannot_read(*metadata, "", "ObjectMeta");
  for (const Known& known : known_fields) {
    const json::Value* value = member(*metadata, known.name);
    if (value == nullptr || value->is_null()) continue;
    if (!fits(*value, known.type)) return cannot_read(*value, known.name, go_type(known.type));
    if (auto error = error_in_parts(*value, known)) return error;
  }
  return std::nullopt;
}

std::vector<std::string> prune_metadata(json::Value& object) {
  std::vector<std::string> removed;
  json::ValueMap& metadata = metadata_of(object);
  std::vector<std::string> unknown;
  std::vector<std::string> misshapen;
  for (const auto& field : metadata) {
    const auto known = std::ranges::find(known_fields, std::string_view(field.key()), &Known::name);
    if (known == known_fields.end()) {
      unknown.emplace_back(field.key());
    } else if (!fits(field.value(), known->type)) {
      misshapen.emplace_back(field.key());
    }
  }
  for (const std::string& name : unknown) {
    if (removed.size() == schema::unknown_fields_max) break;
    removed.push_back(schema::field_below("metadata", name));
  }
  for (const auto& names : {unknown, misshapen}) {
    for (const std::string& name : names) metadata.erase(name);
  }
  fill_null_values(metadata, "labels");
  fill_null_values(metadata, "annotations");
  return removed;
}

schema::FieldErrors metadata_errors(const json::Value& object, const Resource& resource) {
  schema::FieldErrors field_errors;
  check_name(object, resource, field_errors);
  check_labels(object, field_errors);
  check_annotations(object, field_errors);
  check_owners(object, field_errors);
  check_finalizers(object, field_errors);
  return field_errors;
}

schema::FieldErrors metadata_change_errors(const json::Value& object, const json::Value& old,
                                           const Resource&) {
  schema::FieldErrors field_errors;
  if (!is_deleting(old)) return field_errors;
  const std::set<std::string> had = finalizers_of(old);
  for (const std::string& finalizer : finalizers_of(object)) {
    if (!had.contains(finalizer)) {
      field_errors.push_back(schema::forbidden(
          "metadata.finalizers",
          format("no new finalizers can be added if the object is being deleted, found new "
                 "finalizers []string{{\"{}\"}}",
                 finalizer)));
    }
  }
  return field_errors;
}

std::string generated_name(std::string_view prefix, Entropy& entropy) {
  return std::string(prefix.substr(0, generated_prefix_max)) +
         random_letters(entropy, generated_alphabet, generated_letters);
}

void begin_metadata(json::Value& object, const Resource& resource, Instant now, Entropy& entropy) {
  json::ValueMap& metadata = metadata_of(object);
  for (const std::string_view name : {"selfLink", "deletionTimestamp", "deletionGracePeriodSeconds",
                                      "resourceVersion", "generation"}) {
    metadata.erase(name);
  }
  metadata["uid"] = random_uuid(entropy);
  metadata["creationTimestamp"] = format_rfc3339(now);
  if (resource.custom() || resource.behavior->counts_generation) metadata["generation"] = 1;
  drop_empty_members(metadata);
}

void keep_metadata(json::Value& object, const json::Value& old) {
  json::ValueMap& metadata = metadata_of(object);
  for (const std::string_view name :
       {"name", "namespace", "selfLink", "uid", "generation", "creationTimestamp",
        "deletionTimestamp", "deletionGracePeriodSeconds", "generateName", "resourceVersion"}) {
    const json::Value* kept = at(old, format("metadata.{}", name));
    if (kept == nullptr) {
      metadata.erase(name);
    } else {
      metadata[name] = *kept;
    }
  }
  drop_empty_members(metadata);
}

bool desires_differ(const json::Value& one, const json::Value& other, StatusCounts status) {
  const auto counts = [&](std::string_view name) {
    return name != "metadata" && name != "apiVersion" && name != "kind" &&
           (status == StatusCounts::Yes || name != "status");
  };
  const auto covers = [&](const json::Value& first, const json::Value& second) {
    return std::ranges::all_of(first.get_object(), [&](const auto& field) {
      if (!counts(field.key())) return true;
      const json::Value* same = member(second, field.key());
      return same != nullptr && *same == field.value();
    });
  };
  return !covers(one, other) || !covers(other, one);
}

}  // namespace telltale::server
