// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the conditions of a kind are written, as data: each project has its own list type, its own
// limits and its own idea of what is worth a write.

#include <cstddef>

#include "condition/caps.h"
#include "kube/key.h"

namespace telltale {

struct ListRules {
  std::size_t conditions_max = conditions_per_object_max;
  bool tells_generation = true;  // its conditions have a field for the observed generation
  bool message_is_news = true;   // false: written for a new status or reason only
};

ListRules list_rules_of(const Key& key);

}  // namespace telltale
