// SPDX-License-Identifier: Apache-2.0
#pragma once

// One object in another version of its resource: by rewriting apiVersion, by our own conversion, or
// by somebody's webhook (which blocks, so only worker threads ask for those).

#include "json/value.h"
#include "server/failure.h"
#include "server/resource.h"

namespace telltale::server {

[[nodiscard]] Outcome<json::Value> converted(json::Value object, const Resource& resource,
                                             const Version& to);
inline bool conversion_blocks(const Resource& resource) {
  return resource.conversion == Conversion::Webhook;
}

}  // namespace telltale::server
