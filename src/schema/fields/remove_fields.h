// SPDX-License-Identifier: Apache-2.0
#pragma once

// Takes fields out of an object, with everything below them. Containers that become empty stay;
// whether they go too is a question of ownership.

#include "json/value.h"
#include "schema/fields/field_set.h"
#include "schema/fields/typed.h"

namespace telltale::schema {

void remove_fields(json::Value& object, const FieldSet& set, const Typed& type);

}  // namespace telltale::schema
