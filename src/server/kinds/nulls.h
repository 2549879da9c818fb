// SPDX-License-Identifier: Apache-2.0
#pragma once

// Go clients write `null` for what they leave empty ("creationTimestamp": null). For a built-in
// kind that means the same as leaving the field out.

#include "json/value.h"

namespace telltale::server {

// Members that are null leave every map; items of lists stay.
void drop_nulls(json::Value& value);

}  // namespace telltale::server
