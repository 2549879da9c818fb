// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two halves of an apply: the configuration is laid over the object, and what its manager no
// longer wants is taken out.

#include "json/value.h"
#include "schema/fields/field_set.h"
#include "schema/fields/typed.h"

namespace telltale::schema {

// Removes nothing: maps are merged, lists of type set and map item by item, everything else is
// replaced. Shared items come in the configuration's order; items that only the object has stay
// beside their neighbours.
void merge_config(json::Value& object, const json::Value& config, const Typed& type);

// Takes fields out of an object, with everything below them. Containers that become empty stay;
// whether they go too is a question of ownership.
void remove_fields(json::Value& object, const FieldSet& set, const Typed& type);

}  // namespace telltale::schema
