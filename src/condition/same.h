// SPDX-License-Identifier: Apache-2.0
#pragma once

// When two conditions say the same, whenever they began to say it.

#include "kube/condition.h"

namespace telltale {

constexpr bool same_state_except_generation(const Condition& one, const Condition& other) {
  return one.type == other.type && one.status == other.status && one.reason == other.reason &&
         one.message == other.message;
}

constexpr bool same_state(const Condition& one, const Condition& other) {
  return one.observed_generation == other.observed_generation &&
         same_state_except_generation(one, other);
}

}  // namespace telltale
