// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading members of objects that may be of any shape: what is not there, or is of another type,
// reads as empty. Whether that is an error is decided by the schema, not here.

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace telltale::server {

using Texts = std::vector<std::string>;

// Null when `value` is no object or has no such member.
const json::Value* member_of(const json::Value& value, std::string_view name);
// The member, or null as a value.
const json::Value& member_or_null(const json::Value& value, std::string_view name);
// The member's items, or none.
const json::ValueList& list_member(const json::Value& value, std::string_view name);
std::string text_member(const json::Value& value, std::string_view name);
Texts texts_member(const json::Value& value, std::string_view name);
// Whether the member is there and says something: not null.
bool has_member(const json::Value& value, std::string_view name);

json::Value to_list(const Texts& texts);
// Quoted as Go's %q does: "a", and ["a" "b"].
std::string go_quoted(std::string_view text);
std::string go_quoted(const Texts& texts);

}  // namespace telltale::server
