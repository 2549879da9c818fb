// SPDX-License-Identifier: Apache-2.0
#pragma once

// The answer to a ConversionReview (apiextensions.k8s.io/v1), which an API server sends when a CRD
// names a conversion webhook. Pure: a document in, a document out; a socket is somebody else's.

#include <cstddef>
#include <optional>

#include "convert/dialect.h"
#include "json/value.h"

namespace telltale::convert {

inline constexpr std::size_t review_objects_max = 10'000;

// All objects are converted, in order, or none: one that cannot be fails the review and is named.
// A request that makes no sense gets a failed review too, with its uid where it has one. No
// dialect: each object keeps its own.
json::Value review(const json::Value& request, std::optional<DialectName> dialect = {});

}  // namespace telltale::convert
