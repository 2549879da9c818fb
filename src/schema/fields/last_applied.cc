// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/last_applied.h"

#include <string>
#include <utility>

#include "json/parse.h"
#include "json/print.h"
#include "schema/fields/applied_fields.h"
#include "schema/fields/changed_fields.h"
#include "schema/fields/typed.h"

namespace telltale::schema {
namespace {

constexpr std::string_view annotation = "kubectl.kubernetes.io/last-applied-configuration";

json::Value* member(json::Value* map, std::string_view name) {
  if (map == nullptr || !map->is_object()) return nullptr;
  return map->get_object().if_contains(name);
}
const json::Value* member(const json::Value* map, std::string_view name) {
  if (map == nullptr || !map->is_object()) return nullptr;
  return map->get_object().if_contains(name);
}

}  // namespace

FieldSet last_applied_fields(const json::Value& live, const Structure& structure,
                             std::string_view api_version) {
  const json::Value* text = member(member(member(&live, "metadata"), "annotations"), annotation);
  if (text == nullptr || !text->is_string()) return {};
  const auto last = json::parse(std::string_view(text->get_string()));
  if (!last || !last->is_object()) return {};
  const json::Value* version = member(&*last, "apiVersion");
  if (version == nullptr || !version->is_string() || version->get_string() != api_version)
    return {};

  const Typed type = resource_of(structure);
  FieldSet own = applied_fields(*last, type);
  const ChangedFields changed = changed_fields(*last, live, type);
  subtract_fields(own, changed.gained);
  subtract_fields(own, changed.lost);
  return own;
}

void renew_last_applied(json::Value& object, const json::Value& config) {
  json::Value* text = member(member(member(&object, "metadata"), "annotations"), annotation);
  if (text == nullptr || !text->is_string() || text->get_string().empty()) return;
  json::Value applied = config;
  json::Value* annotations = member(member(&applied, "metadata"), "annotations");
  if (annotations != nullptr && annotations->is_object())
    annotations->get_object().erase(annotation);
  *text = json::print(applied) + '\n';
}

}  // namespace telltale::schema
