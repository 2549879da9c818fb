// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a CustomResourceDefinition wants its versions converted into each other.

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// `conversion` is spec.conversion.
void check_conversion(const json::ValueMap& conversion, schema::FieldErrors& out);

}  // namespace telltale::server
