// SPDX-License-Identifier: Apache-2.0
#pragma once

// Leases: times to the microsecond, and durations that are some.

#include "json/value.h"
#include "schema/violation.h"

namespace telltale::server {

void prepare_lease(json::Value& object, const json::Value* old);
void validate_lease(const json::Value& object, const json::Value* old,
                    schema::Violations& violations);

}  // namespace telltale::server
