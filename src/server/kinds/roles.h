// SPDX-License-Identifier: Apache-2.0
#pragma once

// The four kinds of RBAC: rules that say something, subjects that can be somebody, and a role that
// never changes once it is given.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

void validate_role(const json::Value& object, const json::Value* old,
                   schema::FieldErrors& field_errors);
void validate_cluster_role(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);

// Fills in the API group where only one can be meant.
void prepare_binding(json::Value& object, const json::Value* old);
void validate_role_binding(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors);
void validate_cluster_role_binding(const json::Value& object, const json::Value* old,
                                   schema::FieldErrors& field_errors);

}  // namespace telltale::server
