// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the value of one field goes through between the versions. A value that cannot be changed is
// never lost: it stays where it stood, and an error says why.

#include <optional>
#include <string>
#include <string_view>

#include "convert/fields.h"
#include "json/value.h"

namespace telltale::convert {

struct Changed {
  std::optional<json::Value> value = {};  // nothing: the other version does not say it
  std::string error = {};                 // not empty: the value stays as it was
};

// From v1beta1 to v1beta2.
Changed change_up(Change change, const json::Value& value);
// From v1beta2 to v1beta1. References get the namespace of the object they stand in.
Changed change_down(Change change, const json::Value& value, std::string_view own_namespace);

// What the version must say where the other one says nothing.
std::optional<json::Value> absent_up(Change change);
std::optional<json::Value> absent_down(Change change);

// A spoke value in the one form that all ways of writing it share, to see whether two are the same.
void make_canonical(Change change, json::Value& value, std::string_view own_namespace);

// Whether the value says no more than an absent one: null, false, zero, "" or empty.
bool is_zero(const json::Value& value);

}  // namespace telltale::convert
