// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words a schema may be written in: apiextensions v1's JSONSchemaProps.

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::schema {

// Takes away what is no word of a schema, as decoding does. Returns the paths below `path`, sorted,
// no more than `unknown_fields_max` of them.
std::vector<std::string> prune_keywords(json::Value& openapi, std::string_view path);

// Words that hold a value of another kind than they must: `required: true`.
FieldErrors check_keyword_kinds(const json::Value& openapi, std::string_view path);

}  // namespace telltale::schema
