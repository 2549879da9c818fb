// SPDX-License-Identifier: Apache-2.0
#pragma once

// One version of a CustomResourceDefinition: its schema, subresources, columns and deprecation.

#include <string>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// `path` is "spec.versions[0]".
void check_version(const json::ValueMap& version, const std::string& path,
                   schema::FieldErrors& out);

}  // namespace telltale::server
