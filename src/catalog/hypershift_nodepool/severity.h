// SPDX-License-Identifier: Apache-2.0
#pragma once

// HyperShift's conditions have a severity, which tells a failure from a pool that merely has
// nothing to do: both are Progressing=False.

#include <string_view>

#include "catalog/hypershift_nodepool/classes.h"
#include "catalog/kinds.h"
#include "kube/object.h"

namespace telltale::hypershift_nodepool {

inline constexpr std::string_view progressing = "Progressing";
inline constexpr std::string_view error_severity = "Error";

constexpr bool tells_failure(const Condition& condition) {
  return condition.type == progressing && condition.status == Status::False &&
         class_of_reason(condition.reason).has_value();
}

// HyperShift's proposal once misspelt it.
constexpr bool tells_recovery(const Condition& condition) {
  return condition.type == progressing && condition.status == Status::True &&
         (condition.reason == "Recovering" || condition.reason == "Recoverying");
}

// "Error", or nothing: for conditions of other kinds too.
inline std::string_view severity_of(const Object& pool, const Condition& condition) {
  if (!is_a(pool, hypershift_node_pool_kind)) return {};
  return tells_failure(condition) ? error_severity : std::string_view{};
}

}  // namespace telltale::hypershift_nodepool
