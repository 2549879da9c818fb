// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/named_schemas.h"

#include <vector>

namespace telltale::schema {
namespace {

void collect_references(const json::Value& schema, std::vector<std::string>& found) {
  if (const json::ValueList* list = schema.if_array()) {
    for (const json::Value& item : *list) collect_references(item, found);
    return;
  }
  const json::ValueMap* map = schema.if_object();
  if (map == nullptr) return;
  for (const auto& [name, value] : *map) {
    if (name == "$ref" && value.is_string()) {
      found.emplace_back(value.get_string());
    } else if (name != "default") {
      collect_references(value, found);
    }
  }
}

}  // namespace

StructurePtr NamedSchemas::compiled(std::string_view name) {
  if (const auto known = compiled_.find(name); known != compiled_.end()) return known->second;
  const json::Value* schema = find(name);
  if (schema == nullptr) return nullptr;
  if (!under_way_.emplace(name).second) {
    Structure anything;
    anything.preserve_unknown = true;
    return std::make_shared<const Structure>(std::move(anything));
  }
  StructurePtr made =
      compile(*schema, [this](std::string_view referred) { return compiled(referred); });
  under_way_.erase(under_way_.find(name));
  compiled_.emplace(name, made);
  return made;
}

std::set<std::string> NamedSchemas::reached_from(const json::Value& schema) const {
  std::set<std::string> reached;
  std::vector<std::string> waiting;
  collect_references(schema, waiting);
  while (!waiting.empty()) {
    std::string name = std::move(waiting.back());
    waiting.pop_back();
    const json::Value* next = find(name);
    if (next == nullptr || !reached.insert(std::move(name)).second) continue;
    collect_references(*next, waiting);
  }
  return reached;
}

}  // namespace telltale::schema
