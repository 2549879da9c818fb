// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lays an applied configuration over an object. Nothing is removed by it: maps are merged, lists of
// type set and map are merged item by item, everything else is replaced.

#include "json/value.h"
#include "schema/fields/typed.h"

namespace telltale::schema {

// Shared items come in the configuration's order; items that only the object has stay beside their
// neighbours.
void merge_config(json::Value& object, const json::Value& config, const Typed& type);

}  // namespace telltale::schema
