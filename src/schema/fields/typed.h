// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the schema says about the value at one place of an object, as far as ownership and merging
// are concerned. Where it says nothing, maps are granular and lists are one value.

#include <cstdint>
#include <string_view>

#include "json/value.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

// Cheap to copy; the structure must outlive it.
struct Typed {
  enum class Role : std::uint8_t {
    Value,
    Resource,  // apiVersion, kind and metadata are what they are everywhere
  };
  const Structure* structure = nullptr;  // null: anything may be here
  Role role = Role::Value;
};

inline Typed resource_of(const Structure& structure) {
  return {.structure = &structure, .role = Typed::Role::Resource};
}

struct TypedMember {
  Typed type = {};
  bool named = false;     // a field of its own, not a key of a map
  bool declared = false;  // the schema lets it be there
};

TypedMember member_of(const Typed& type, std::string_view name);
Typed item_of(const Typed& type);

enum class Form : std::uint8_t {
  Leaf,   // owned as a whole: scalars, atomic lists and maps, null
  Map,    // owned member by member
  Items,  // a list of type set or map, owned item by item
};
Form form_of(const json::Value& value, const Typed& type);
// Whether a value of this form has members or items of its own.
bool is_filled(const json::Value& value, Form form);

// The fields of ObjectMeta, for every kind: how they merge and who may own parts of them.
const Structure& metadata_structure();

}  // namespace telltale::schema
