// SPDX-License-Identifier: Apache-2.0
#pragma once

// How deep objects are nested: what a request may bring lies well below what is read from the
// store. What the server adds (managedFields mirror the object five levels further down, lists put
// it two levels further in) must never make an object that nobody can read again.

#include <cstddef>

#include "json/parse.h"
#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

inline constexpr std::size_t request_depth_max = 80;
inline constexpr std::size_t stored_depth_max = 256;
// Of what is made of stored objects: lists and tables hold them.
inline constexpr json::ParseLimits served_limits{.depth = stored_depth_max + 8};

// Maps and lists in each other, 0 for a scalar; managedFields, which the server writes, apart.
std::size_t nesting_of(const json::Value& object);

// What is wrong with an object that would be stored; `old` is what is stored, if anything. What
// lies there already may stay as deep as it is.
void check_nesting(const json::Value& object, const json::Value* old, schema::FieldErrors& out);

}  // namespace telltale::server
