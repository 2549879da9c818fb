// SPDX-License-Identifier: Apache-2.0
#pragma once

// Objects in another version of their resource: by rewriting apiVersion, by our own conversion, or
// by somebody's webhook (which blocks, so only worker threads ask for those).

#include <cstddef>
#include <vector>

#include "json/value.h"
#include "server/request/status_error.h"
#include "server/resource.h"

namespace telltale::server {

// What one review may hold: callers with more ask in several steps.
inline constexpr std::size_t review_objects_max = 500;
inline constexpr std::size_t review_bytes_max = std::size_t{4} << 20;

[[nodiscard]] Outcome<json::Value> converted(json::Value object, const Resource& resource,
                                             const Version& to);
// Each of them, in order: of a webhook's kinds by one review for all. One that the webhook refuses
// costs only itself: the rest is asked for again without it.
[[nodiscard]] std::vector<Outcome<json::Value>> converted_each(std::vector<json::Value> objects,
                                                               const Resource& resource,
                                                               const Version& to);
inline bool conversion_blocks(const Resource& resource) {
  return resource.conversion == Conversion::Webhook;
}

}  // namespace telltale::server
