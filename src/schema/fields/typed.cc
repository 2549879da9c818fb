// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/typed.h"

#include <initializer_list>
#include <memory>
#include <utility>

#include "schema/meta_fields.h"

namespace telltale::schema {
namespace {

StructurePtr scalar(Structure::Type type) {
  return std::make_shared<const Structure>(Structure{.type = type});
}

StructurePtr texts_by_name() {
  Structure map{.type = Structure::Type::Object};
  map.additional = scalar(Structure::Type::String);
  return std::make_shared<const Structure>(std::move(map));
}

StructurePtr finalizers() {
  Structure list{.type = Structure::Type::Array};
  list.items = scalar(Structure::Type::String);
  list.list_type = Structure::ListType::Set;
  list.patch_merge = true;
  return std::make_shared<const Structure>(std::move(list));
}

StructurePtr owner_references() {
  Structure item{.type = Structure::Type::Object};
  for (const char* name : {"apiVersion", "kind", "name", "uid"}) {
    item.properties.emplace(name, scalar(Structure::Type::String));
  }
  for (const char* name : {"controller", "blockOwnerDeletion"}) {
    item.properties.emplace(name, scalar(Structure::Type::Boolean));
  }
  item.map_type = Structure::MapType::Atomic;
  Structure list{.type = Structure::Type::Array};
  list.items = std::make_shared<const Structure>(std::move(item));
  list.list_type = Structure::ListType::Map;
  list.list_map_keys.emplace_back("uid");
  list.patch_merge = true;
  list.patch_merge_key = "uid";
  return std::make_shared<const Structure>(std::move(list));
}

Structure build_metadata() {
  Structure metadata{.type = Structure::Type::Object};
  auto& fields = metadata.properties;
  for (const char* name : {"name", "generateName", "namespace", "selfLink", "uid",
                           "resourceVersion", "creationTimestamp", "deletionTimestamp"}) {
    fields.emplace(name, scalar(Structure::Type::String));
  }
  for (const char* name : {"generation", "deletionGracePeriodSeconds"}) {
    fields.emplace(name, scalar(Structure::Type::Integer));
  }
  fields.emplace("labels", texts_by_name());
  fields.emplace("annotations", texts_by_name());
  fields.emplace("finalizers", finalizers());
  fields.emplace("ownerReferences", owner_references());
  fields.emplace("managedFields", scalar(Structure::Type::Array));
  return metadata;
}

bool allows_any_member(const Structure& structure) {
  return structure.type != Structure::Type::Object || structure.preserve_unknown ||
         structure.additional_allowed || structure.additional != nullptr ||
         structure.properties.empty();
}

}  // namespace

const Structure& metadata_structure() {
  static const Structure structure = build_metadata();
  return structure;
}

TypedMember member_of(const Typed& type, std::string_view name) {
  const Structure* structure = type.structure;
  const bool resource =
      type.role == Typed::Role::Resource || (structure != nullptr && structure->embedded_resource);
  if (resource && name == "metadata") {
    return {.type = {.structure = &metadata_structure()}, .named = true, .declared = true};
  }
  if (resource && is_type_or_meta(name)) return {.named = true, .declared = true};
  if (structure == nullptr) return {.declared = true};
  const auto property = structure->properties.find(name);
  if (property != structure->properties.end()) {
    return {.type = {.structure = property->second.get()}, .named = true, .declared = true};
  }
  return {.type = {.structure = structure->additional.get()},
          .declared = allows_any_member(*structure)};
}

Typed item_of(const Typed& type) {
  return {.structure = type.structure == nullptr ? nullptr : type.structure->items.get()};
}

Form form_of(const json::Value& value, const Typed& type) {
  const Structure* structure = type.structure;
  if (value.is_object()) {
    const bool atomic =
        structure != nullptr &&
        (structure->map_type == Structure::MapType::Atomic ||
         (structure->type != Structure::Type::Object && structure->type != Structure::Type::Any));
    return atomic ? Form::Leaf : Form::Map;
  }
  if (!value.is_array() || structure == nullptr) return Form::Leaf;
  const bool keyed = structure->type == Structure::Type::Array &&
                     structure->list_type != Structure::ListType::Atomic;
  return keyed ? Form::Items : Form::Leaf;
}

bool is_filled(const json::Value& value, Form form) {
  if (form == Form::Map) return !value.get_object().empty();
  return form == Form::Items && !value.get_array().empty();
}

}  // namespace telltale::schema
