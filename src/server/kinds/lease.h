// SPDX-License-Identifier: Apache-2.0
#pragma once

// Leases: times to the microsecond, and durations that are some.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

void prepare_lease(json::Value& object, const json::Value* old);
void validate_lease(const json::Value& object, const json::Value* old,
                    schema::FieldErrors& field_errors);

}  // namespace telltale::server
