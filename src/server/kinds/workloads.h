// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pods, which nothing here runs: they get the status that a new one has, and change as little as
// elsewhere.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

void prepare_pod(json::Value& object, const json::Value* old);
void validate_pod(const json::Value& object, const json::Value* old,
                  schema::FieldErrors& field_errors);
// Kinds with a status of their own that nobody may set while creating.
void prepare_without_status(json::Value& object, const json::Value* old);

}  // namespace telltale::server
