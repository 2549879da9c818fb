// SPDX-License-Identifier: Apache-2.0
#pragma once

// Most writes change what their writer already owns: a controller its status, over and over. Then
// nothing about ownership changes but a time, and this is seen without reading the sets of fields.

#include "json/value.h"
#include "schema/fields/changed_fields.h"
#include "schema/fields/managed_fields.h"

namespace telltale::schema {

// True when only the writer's own entry can be touched, and only its time; `updated` then has the
// entries of `live` with that time. False: nothing was done, the entries have to be read.
bool record_settled(const json::Value& live, json::Value& updated, const ChangedFields& changed,
                    const Writer& writer);

}  // namespace telltale::schema
