// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whole objects between the API versions v1beta1 and v1beta2, without loss in either direction.
// v1beta2 is the hub. On the way down the hub object is remembered in an annotation; on the way up
// whatever v1beta1 could not express comes back from it, and whatever somebody has changed in
// v1beta1 since then stays changed. What the hub cannot express is remembered the same way, under a
// name of our own, only where there is such a thing.
//
//   auto converted = convert::convert_object(machine, {.to = Stage::V1Beta2});
//   if (!converted) return fail(converted.error());
//
// Pure functions; safe to call from any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "convert/dialect.h"
#include "json/value.h"

namespace telltale::convert {

inline constexpr std::string_view hub_annotation = "cluster.x-k8s.io/conversion-data";
inline constexpr std::string_view spoke_annotation = "telltale.dev/conversion-data";
// All annotations of an object together may not be larger; the API server would refuse it.
inline constexpr std::size_t annotation_bytes_max = 256 * 1024;

enum class Stage : std::uint8_t {
  V1Beta1,              // the old fields, and the new ones as a preview
  V1Beta2,              // the new fields on top, the old ones in the compatibility struct
  V1Beta2AfterRemoval,  // the compatibility struct is gone
};

struct Conversion {
  Stage to = Stage::V1Beta2;
  // Nothing: as the object speaks, and as the proposal does where it shows no dialect.
  std::optional<DialectName> dialect = {};
};

struct Converted {
  json::Value object;
  std::vector<std::string> warnings = {};  // sentences without a final period
};

// Kinds that do not differ between the versions, and kinds of others, come back as they are.
// Invalid when this is no Kubernetes object, or one of a version that is neither v1beta1 nor
// v1beta2.
[[nodiscard]] Result<Converted> convert_object(const json::Value& object,
                                               const Conversion& conversion);

}  // namespace telltale::convert
