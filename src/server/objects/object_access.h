// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading and writing members of a mutable object without ceremony: what is not there, or is of
// another type, is empty or null, never an exception.

#include <string>
#include <string_view>

#include "json/value.h"

namespace telltale::server {

// The member, or null.
const json::Value* member(const json::Value& object, std::string_view name);
json::Value* member(json::Value& object, std::string_view name);
// metadata.<name> and so on: "metadata.labels" steps through maps.
const json::Value* at(const json::Value& object, std::string_view dotted);
// The text there; empty when there is none.
std::string_view text_at(const json::Value& object, std::string_view dotted);
std::int64_t number_at(const json::Value& object, std::string_view dotted);
// The map there; an empty one when there is none.
const json::ValueMap& map_at(const json::Value& object, std::string_view dotted);
const json::ValueList& list_at(const json::Value& object, std::string_view dotted);

// The map of that name, made if it is not there or something else.
json::ValueMap& make_map(json::Value& object, std::string_view name);
json::ValueMap& metadata_of(json::Value& object);
bool is_deleting(const json::Value& object);
bool has_finalizer(const json::Value& object, std::string_view finalizer);
std::size_t finalizer_count(const json::Value& object);
void add_finalizer(json::Value& object, std::string_view finalizer);
void remove_finalizer(json::Value& object, std::string_view finalizer);

}  // namespace telltale::server
