// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_bodies.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "json/parse.h"
#include "json/print.h"
#include "server/access/rbac/reading.h"
#include "server/request/body.h"
#include "server/request/nesting.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

constexpr std::string_view left_out = "[left out]";
// Annotations are none of it: kubectl keeps a copy of the whole object in one.
constexpr std::array<std::string_view, 9> harmless_metadata{
    "name",       "namespace",       "generateName",     "uid", "resourceVersion", "labels",
    "finalizers", "ownerReferences", "creationTimestamp"};
constexpr std::array<std::string_view, 4> harmless_of_secret{"apiVersion", "kind", "type",
                                                             "immutable"};

bool is_about(const Attributes& about, std::string_view group, std::string_view resource) {
  return about.group == group && about.resource == resource;
}

ValueMap chosen(const Value& value, std::span<const std::string_view> names) {
  ValueMap kept;
  for (const std::string_view name : names) {
    if (const Value* found = member_of(value, name)) kept[name] = *found;
  }
  return kept;
}

Value keys_alone(const Value& values) {
  if (!values.is_object()) return Value(left_out);
  ValueMap keys;
  for (const auto& entry : values.get_object()) keys[entry.key()] = left_out;
  return keys;
}

// An object or a merge patch; of anything else nothing is known to be harmless.
Value without_values(const Value& secret) {
  ValueMap kept = chosen(secret, harmless_of_secret);
  kept["metadata"] = chosen(member_or_null(secret, "metadata"), harmless_metadata);
  for (const std::string_view name : {"data", "stringData"}) {
    if (const Value* values = member_of(secret, name)) kept[name] = keys_alone(*values);
  }
  return kept;
}

Value hide_in_patch(const ValueList& operations) {
  ValueList kept;
  for (const Value& operation : operations) {
    ValueMap one = chosen(operation, std::array<std::string_view, 3>{"op", "path", "from"});
    if (has_member(operation, "value")) one["value"] = left_out;
    kept.push_back(std::move(one));
  }
  return kept;
}

Value hide_secret(const Value& value) {
  if (value.is_array()) return hide_in_patch(value.get_array());
  if (text_member(value, "kind") == "Status") return value;
  if (!has_member(value, "items")) return without_values(value);
  ValueMap list = chosen(value, std::array<std::string_view, 3>{"apiVersion", "kind", "metadata"});
  ValueList items;
  for (const Value& item : list_member(value, "items")) items.push_back(without_values(item));
  list["items"] = std::move(items);
  return list;
}

void hide_member(Value& value, std::string_view parent, std::string_view name) {
  ValueMap* map = value.if_object();
  Value* inner = map == nullptr ? nullptr : map->if_contains(parent);
  if (inner == nullptr || !inner->is_object()) return;
  if (inner->get_object().contains(name)) inner->get_object()[name] = left_out;
}

void hide(Value& value, const Attributes& about) {
  if (is_about(about, "", "secrets")) value = hide_secret(value);
  if (is_about(about, "authentication.k8s.io", "tokenreviews")) hide_member(value, "spec", "token");
}

void drop_managed_fields(Value& value) {
  ValueMap* map = value.if_object();
  if (map == nullptr) return;
  Value* metadata = map->if_contains("metadata");
  if (metadata != nullptr && metadata->is_object()) metadata->get_object().erase("managedFields");
  Value* items = map->if_contains("items");
  if (items == nullptr || !items->is_array()) return;
  for (Value& item : items->get_array()) drop_managed_fields(item);
}

// The items that fit, from the first on.
Value cut_list(const Value& list) {
  ValueMap cut = chosen(list, std::array<std::string_view, 3>{"apiVersion", "kind", "metadata"});
  ValueList items;
  std::size_t bytes = json::print(cut).size();
  for (const Value& item : list_member(list, "items")) {
    bytes += json::print(item).size() + 1;
    if (bytes > audit_object_bytes_max) break;
    items.push_back(item);
  }
  cut["items"] = std::move(items);
  return cut;
}

Value cut_object(const Value& value) {
  if (has_member(value, "items")) {
    Value list = cut_list(value);
    if (json::print(list).size() <= audit_object_bytes_max + 64) return list;
  }
  constexpr std::array<std::string_view, 3> names{"name", "namespace", "uid"};
  ValueMap kept = chosen(value, std::array<std::string_view, 2>{"apiVersion", "kind"});
  kept["metadata"] = chosen(member_or_null(value, "metadata"), names);
  return json::print(kept).size() <= audit_object_bytes_max ? Value(std::move(kept))
                                                            : Value(ValueMap());
}

AuditedBody fit_for_audit(Value value, const Attributes& about, const AuditRuling& ruling) {
  hide(value, about);
  if (ruling.omit_managed_fields) drop_managed_fields(value);
  if (json::print(value).size() <= audit_object_bytes_max) return {.object = std::move(value)};
  return {.object = cut_object(value), .is_cut = true};
}

std::optional<Value> read_request(const http::Request& request) {
  const BodyType type = body_type_of(request.header("Content-Type").value_or(""));
  const bool patch = type == BodyType::JsonPatch || type == BodyType::MergePatch ||
                     type == BodyType::StrategicMergePatch || type == BodyType::Apply;
  auto body = patch ? read_patch(request.body, type)
                    : read_body(request.body, type, "an object", Protobuf::Taken);
  return body ? std::optional(std::move(body->object)) : std::nullopt;
}

std::size_t bytes_in(const http::Response& response) {
  std::size_t bytes = response.body.size();
  for (const auto& piece : response.pieces) bytes += piece->size();
  return bytes;
}

}  // namespace

AuditedBody audited_request(const http::Request& request, const Attributes& about,
                            const AuditRuling& ruling) {
  if (ruling.level < AuditLevel::Request || about.resource.empty() || request.body.empty()) {
    return {};
  }
  if (request.body.size() > audit_body_bytes_max) return {.is_cut = true};
  auto object = read_request(request);
  return object ? fit_for_audit(std::move(*object), about, ruling) : AuditedBody{};
}

AuditedBody audited_response(const http::Response& response, const Attributes& about,
                             const AuditRuling& ruling) {
  const bool tells = ruling.level >= AuditLevel::RequestResponse && !about.resource.empty();
  const bool token = is_about(about, "", "serviceaccounts") && about.subresource == "token";
  if (!tells || token) return {};
  if (bytes_in(response) > audit_body_bytes_max) return {.is_cut = true};
  std::string text = response.body;
  for (const auto& piece : response.pieces) text += *piece;
  if (response.content_type.find("yaml") != std::string::npos) {
    auto body = read_body(text, BodyType::Yaml, "an object", Protobuf::Refused);
    return body ? fit_for_audit(std::move(body->object), about, ruling) : AuditedBody{};
  }
  auto object = json::parse(text, served_limits);
  return object ? fit_for_audit(std::move(*object), about, ruling) : AuditedBody{};
}

}  // namespace telltale::server
