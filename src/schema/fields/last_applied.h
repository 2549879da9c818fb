// SPDX-License-Identifier: Apache-2.0
#pragma once

// The annotation in which kubectl keeps what it applied on the client's side. It is what lets the
// same user move on to server-side apply without a conflict with the own past.

#include <string_view>

#include "json/value.h"
#include "schema/fields/field_set.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

inline constexpr std::string_view kubectl_manager = "kubectl";

// The fields that still are as the annotation of `live` has them: none when the annotation speaks
// another version.
FieldSet last_applied_fields(const json::Value& live, const Structure& structure,
                             std::string_view api_version);

// If the object has the annotation, it says now what was applied.
void renew_last_applied(json::Value& object, const json::Value& config);

}  // namespace telltale::schema
