// SPDX-License-Identifier: Apache-2.0
#pragma once

// Places in a mutable document, as dotted paths: "status.deprecated.v1beta1.conditions". Fields
// that move between versions are taken at one place and put at another; maps that were only on the
// way are made and removed as needed.

#include <optional>
#include <string_view>

#include "json/value.h"

namespace telltale::convert {

// Nothing when the path ends early, or leads through something that is no map.
const json::Value* find(const json::Value& root, std::string_view path);
json::Value* find(json::Value& root, std::string_view path);
const json::Value* find(const json::ValueMap& root, std::string_view path);
// The same for a map; an empty path is the root itself.
json::ValueMap* find_map(json::Value& root, std::string_view path);

// The string that is there, or nothing.
std::string_view text_at(const json::Value& root, std::string_view path);

// Removes the value, and the maps above it that it leaves empty; `map` itself stays.
std::optional<json::Value> take(json::ValueMap& map, std::string_view path);

// Moves the value to its place. What is there already is merged with it where both are maps, and
// gives way otherwise. False, with everything as it was, when something that is no map is in the
// way.
bool put(json::ValueMap& map, std::string_view path, json::Value& value);

}  // namespace telltale::convert
