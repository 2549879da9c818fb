// SPDX-License-Identifier: Apache-2.0
#pragma once

// Times with microseconds, "2026-01-02T03:04:05.000000Z", as leases and events carry them. The API
// takes no other: six digits, neither more nor less.

#include <string_view>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// Brings the member into UTC. What is no such time stays, to be refused.
void settle_micro_time(json::ValueMap& map, std::string_view name);

// Refuses what is no such time at the path: it has no type, so that nothing of the object is read.
void check_micro_time(const json::Value& object, std::string_view path,
                      schema::FieldErrors& field_errors);

}  // namespace telltale::server
