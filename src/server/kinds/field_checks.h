// SPDX-License-Identifier: Apache-2.0
#pragma once

// What several built-in kinds check of a field, by its dotted path.

#include <initializer_list>
#include <string_view>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// One of the known words; an empty or missing one is for the defaults.
void check_known(const json::Value& object, std::string_view path,
                 std::initializer_list<std::string_view> known, schema::FieldErrors& out);
// "field is immutable". Nothing is checked of an object that is new.
void check_unchanged(const json::Value& object, const json::Value* old, std::string_view path,
                     schema::FieldErrors& out);
// The same where a kind has words of its own.
void forbid_change(const json::Value& object, const json::Value* old, std::string_view path,
                   std::string_view why, schema::FieldErrors& out);

}  // namespace telltale::server
