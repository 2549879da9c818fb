// SPDX-License-Identifier: Apache-2.0
#pragma once

// Namespaces: every one has its name as a label, and a finalizer that keeps it until it is empty.

#include "json/value.h"

namespace telltale::server {

void prepare_namespace(json::Value& object, const json::Value* old);

}  // namespace telltale::server
