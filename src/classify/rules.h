// SPDX-License-Identifier: Apache-2.0
#pragma once

// What follows from the roles that were seen in one text. The rules are asked from the top, and the
// first that holds decides. They stand by the rank of their evidence: documented codes, sentences,
// words, the HTTP status; a cause before what wraps it, the particular before the general.

#include <bitset>
#include <functional>
#include <initializer_list>
#include <span>

#include "classify/classify.h"
#include "classify/patterns/patterns.h"

namespace telltale {

using Roles = std::bitset<role_count>;
inline bool has(const Roles& roles, Role role) { return roles[static_cast<std::size_t>(role)]; }

struct Rule {
  FailureClass failure = FailureClass::None;
  Role role = Role::Harmless;                // must be seen; its pattern gives the verdict's name
  std::initializer_list<Role> with = {};     // must be seen too
  std::initializer_list<Role> without = {};  // must not be seen
};

// The rule that decides, or nothing when none holds. Roles are asked for only as far as needed.
const Rule* decide(const std::function<bool(Role)>& is_seen);
const Rule* decide(const Roles& seen);
std::span<const Rule> classification_rules();

}  // namespace telltale
