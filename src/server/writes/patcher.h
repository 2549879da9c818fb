// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an object becomes when a patch is put on it: JSON patch, merge patch or strategic merge.
// Server-side apply is not one of them; it needs to know who owns what.

#include "json/value.h"
#include "server/request/negotiate.h"
#include "server/request/status_error.h"
#include "server/resource.h"

namespace telltale::server {

// The media types that the resource takes as patches, for a 415.
std::string_view patch_types_of(const Resource& resource);
bool takes_patch(const Resource& resource, BodyType type);

Outcome<json::Value> patched(const json::Value& target, const json::Value& patch, BodyType type,
                             const schema::Structure& structure);

}  // namespace telltale::server
