// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenAPI version 2 (Swagger): one document of everything, for clients that are too old for version
// 3. They ask for it as protobuf (gnostic's openapi.v2.Document); people ask for JSON. Pure
// functions of a Registry.

#include <string>

#include "json/value.h"
#include "server/registry.h"

namespace telltale::server {

json::Value openapi_v2(const Registry& registry);
// The bytes of openapi.v2.Document. The content type of the answer must be one that Go can parse:
// application/octet-stream.
std::string openapi_v2_protobuf(const Registry& registry);

}  // namespace telltale::server
