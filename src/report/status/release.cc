// SPDX-License-Identifier: Apache-2.0
#include "report/status/release.h"

#include <algorithm>
#include <utility>

#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"
#include "report/status/ownership.h"

namespace telltale {
namespace {

using json::Value;
using json::ValueMap;

constexpr std::string_view key_of_item = "k:";
constexpr std::string_view of_itself = ".";

ValueMap* map_in(ValueMap& map, std::string_view name) {
  Value* found = map.if_contains(name);
  return found == nullptr ? nullptr : found->if_object();
}

std::string_view text_in_entry(const ValueMap& map, std::string_view name) {
  const Value* found = map.if_contains(name);
  const json::ValueString* text = found == nullptr ? nullptr : found->if_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

bool names_one_of(std::string_view key, std::span<const std::string> types) {
  if (!key.starts_with(key_of_item)) return false;
  const auto names = json::parse(key.substr(key_of_item.size()));
  const ValueMap* map = names ? names->if_object() : nullptr;
  return map != nullptr && std::ranges::find(types, text_in_entry(*map, "type")) != types.end();
}

// A member that says nothing but that it is there goes with its last content: owning an empty list
// would mean to remove it, with whatever others put into it.
void drop_if_bare(ValueMap& map, std::string_view name) {
  const ValueMap* inner = map_in(map, name);
  if (inner == nullptr) return;
  const bool bare =
      std::ranges::all_of(*inner, [](const auto& member) { return member.key() == of_itself; });
  if (bare) map.erase(name);
}

bool drop_items(ValueMap& map, std::string_view name, std::span<const std::string> types) {
  ValueMap* list = map_in(map, name);
  if (list == nullptr) return false;
  std::vector<std::string> leaving;
  for (const auto& member : *list) {
    if (names_one_of(member.key(), types)) leaving.emplace_back(member.key());
  }
  for (const std::string& key : leaving) list->erase(key);
  if (!leaving.empty()) drop_if_bare(map, name);
  return !leaving.empty();
}

bool release_in(ValueMap& fields, std::span<const std::string> types) {
  ValueMap* status = map_in(fields, "f:status");
  if (status == nullptr) return false;
  bool changed = drop_items(*status, "f:conditions", types);
  changed |= drop_items(*status, "f:experimentalConditions", types);
  if (ValueMap* newer = map_in(*status, "f:v1beta2")) {
    changed |= drop_items(*newer, "f:conditions", types);
    if (changed) drop_if_bare(*status, "f:v1beta2");
  }
  if (changed) drop_if_bare(fields, "f:status");
  return changed;
}

bool applied_by_telltale(const ValueMap& entry) {
  return text_in_entry(entry, "manager") == field_manager &&
         text_in_entry(entry, "operation") == "Apply";
}

}  // namespace

std::optional<std::string> release_patch(std::string_view document,
                                         std::span<const std::string> types) {
  auto object = json::parse(document);
  ValueMap* map = object ? object->if_object() : nullptr;
  ValueMap* metadata = map == nullptr ? nullptr : map_in(*map, "metadata");
  Value* found = metadata == nullptr ? nullptr : metadata->if_contains("managedFields");
  json::ValueList* entries = found == nullptr ? nullptr : found->if_array();
  if (entries == nullptr) return std::nullopt;
  bool changed = false;
  for (auto at = entries->begin(); at != entries->end();) {
    ValueMap* entry = at->if_object();
    ValueMap* fields = entry == nullptr ? nullptr : map_in(*entry, "fieldsV1");
    const bool here =
        fields != nullptr && applied_by_telltale(*entry) && release_in(*fields, types);
    changed |= here;
    at = here && fields->empty() ? entries->erase(at) : at + 1;
  }
  if (!changed) return std::nullopt;
  // An empty list says nothing to an API server; this says "none".
  if (entries->empty()) entries->emplace_back(ValueMap());
  ValueMap patch;
  patch["resourceVersion"] = json::ValueString(text_in_entry(*metadata, "resourceVersion"));
  patch["managedFields"] = std::move(*entries);
  return json::print(ValueMap{{"metadata", std::move(patch)}});
}

}  // namespace telltale
