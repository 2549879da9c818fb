// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fields an applied configuration speaks about: its leaves and the items of its lists. Unlike a
// plain write, applying does not claim the maps that lead there, so that several may share them.

#include "json/value.h"
#include "schema/fields/field_set.h"
#include "schema/fields/typed.h"

namespace telltale::schema {

FieldSet applied_fields(const json::Value& config, const Typed& type);

// The set and the named fields on the way to its members: what goes when all below it goes.
FieldSet with_named_fields(const FieldSet& set, const Typed& type);

// Takes out what nobody owns: apiVersion, kind, and the metadata that the server keeps.
void strip_unowned(FieldSet& set);

}  // namespace telltale::schema
