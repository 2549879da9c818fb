// SPDX-License-Identifier: Apache-2.0
#pragma once

// Services: what follows from their type, and what is wrong with them besides the schema. Their
// addresses are given out in server/writes/service_addresses.h.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

inline constexpr std::string_view headless = "None";

// What only the server writes, just before a Service is stored: families, and the list of addresses
// beside the single one.
void finish_service(json::Value& object);
void prepare_service(json::Value& object, const json::Value* old);
void validate_service(const json::Value& object, const json::Value* old,
                      schema::FieldErrors& field_errors);

}  // namespace telltale::server
