// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which fields differ between two states of an object.

#include "json/value.h"
#include "schema/fields/field_set.h"
#include "schema/fields/typed.h"

namespace telltale::schema {

struct ChangedFields {
  FieldSet gained = {};  // what is new or has another value, with the containers that are new
  FieldSet lost = {};    // what is no longer there

  bool empty() const { return gained.empty() && lost.empty(); }
};

// Either may be null for an object that is not there. metadata.managedFields are not looked at.
ChangedFields changed_fields(const json::Value& before, const json::Value& after,
                             const Typed& type);

}  // namespace telltale::schema
