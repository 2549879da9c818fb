// SPDX-License-Identifier: Apache-2.0
#pragma once

// A kind that has one field of every sort, and short ways to write objects, for the tests of
// ownership.

#include <string>
#include <string_view>

#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"
#include "schema/fields/managed_fields.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

inline json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  return value ? *std::move(value) : json::Value("no JSON: " + std::string(text));
}

inline StructurePtr gadget_structure() {
  return compile(parsed(R"({"type":"object","properties":{
    "spec":{"type":"object","properties":{
      "size":{"type":"integer"},
      "ratio":{"type":"number"},
      "color":{"type":"string","default":"blue"},
      "paused":{"type":"boolean"},
      "tags":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"},
      "steps":{"type":"array","items":{"type":"string"}},
      "limits":{"type":"object","additionalProperties":{"type":"integer"}},
      "frozen":{"type":"object","x-kubernetes-map-type":"atomic",
                "properties":{"a":{"type":"string"},"b":{"type":"string"}}},
      "settings":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
      "ports":{"type":"array","x-kubernetes-list-type":"map",
        "x-kubernetes-list-map-keys":["port","protocol"],
        "items":{"type":"object","properties":{
          "port":{"type":"integer"},
          "protocol":{"type":"string","default":"TCP"},
          "name":{"type":"string"}}}}}},
    "status":{"type":"object","properties":{
      "replicas":{"type":"integer"},
      "conditions":{"type":"array","x-kubernetes-list-type":"map",
        "x-kubernetes-list-map-keys":["type"],
        "items":{"type":"object","properties":{
          "type":{"type":"string"},"status":{"type":"string"},"reason":{"type":"string"},
          "message":{"type":"string"},"lastTransitionTime":{"type":"string"}}}}}}}})"));
}

inline constexpr std::string_view gadget_version = "ref.example.com/v1";

inline constexpr std::string_view early = "2026-01-01T00:00:00Z";
inline constexpr std::string_view late = "2026-01-01T01:00:00Z";

inline Writer writer_named(std::string_view manager, std::string_view time = early,
                           std::string_view subresource = {}) {
  return {.manager = std::string(manager),
          .api_version = std::string(gadget_version),
          .subresource = std::string(subresource),
          .time = std::string(time)};
}

// A Gadget g1 with the given spec and, if not empty, status.
inline json::Value gadget(std::string_view spec, std::string_view status = {}) {
  json::Value object =
      parsed(R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"name":"g1"}})");
  if (!spec.empty()) object.get_object()["spec"] = parsed(spec);
  if (!status.empty()) object.get_object()["status"] = parsed(status);
  return object;
}

// The fields of a manager's entry, as text; empty when it has none.
inline std::string owned_by(const json::Value& object, std::string_view manager) {
  const json::Value& metadata = object.at("metadata");
  const json::Value* managed = metadata.get_object().if_contains("managedFields");
  if (managed == nullptr) return {};
  for (const json::Value& entry : managed->get_array()) {
    if (entry.at("manager").get_string() == manager) return json::print(entry.at("fieldsV1"));
  }
  return {};
}

inline std::string part(const json::Value& object, std::string_view name) {
  const json::Value* value = object.get_object().if_contains(name);
  return value == nullptr ? std::string() : json::print(*value);
}

}  // namespace telltale::schema
