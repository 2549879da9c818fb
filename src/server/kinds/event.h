// SPDX-License-Identifier: Apache-2.0
#pragma once

// Events, in the words of the core group and in those of events.k8s.io. The store has the former.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// From the stored form into that of events.k8s.io/v1, and back.
void to_new_event(json::Value& object);
void to_core_event(json::Value& object);

// Both take either form.
void prepare_event(json::Value& object, const json::Value* old);
void validate_event(const json::Value& object, const json::Value* old,
                    schema::FieldErrors& field_errors);
// What events.k8s.io asks for besides.
void validate_new_event(const json::Value& object, const json::Value* old,
                        schema::FieldErrors& field_errors);

}  // namespace telltale::server
