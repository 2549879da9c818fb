// SPDX-License-Identifier: Apache-2.0
#pragma once

// Request bodies in Kubernetes' protobuf, which generated clients send for built-in kinds, turned
// into the JSON that the same client would have sent otherwise. Answers are JSON only.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace telltale::server {

// What the URL makes us expect; it counts where the body does not say its kind.
struct ExpectedKind {
  std::string api_version = {};
  std::string kind = {};
};

// Levels of the resulting JSON, below what the JSON reader takes.
inline constexpr std::size_t protobuf_depth_max = 90;
// Two bytes can stand for a whole object, so bytes alone do not limit memory.
inline constexpr std::size_t protobuf_values_max = 400'000;

// NotFound: a kind that has no protobuf here. Invalid: not protobuf at all, or broken.
// TooLarge: more values than we take.
[[nodiscard]] Result<json::Value> decode_protobuf(std::string_view body,
                                                  const ExpectedKind& expected = {});

}  // namespace telltale::server
