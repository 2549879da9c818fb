// SPDX-License-Identifier: Apache-2.0
#pragma once

// What plain writes and applying have in common: keeping fields that an endpoint resets out of
// everything, and taking what was changed from those who owned it.

#include "json/value.h"
#include "schema/fields/changed_fields.h"
#include "schema/fields/entries.h"
#include "schema/fields/managed_fields.h"

namespace telltale::schema {

// Whether the endpoint lets anybody own or change that top-level member.
bool is_open(const ResetFields& reset, std::string_view member);
void narrow(FieldSet& set, const ResetFields& reset);

// What changed and what is gone no longer belongs to anybody.
void take_changed(Entries& entries, const ChangedFields& changed);

// A plain write, recorded: the writer's entry gains what changed, everybody else loses it.
void record_changes(Entries& entries, ChangedFields changed, const Writer& writer);

}  // namespace telltale::schema
