// SPDX-License-Identifier: Apache-2.0
#pragma once

// The API takes so many conditions on an object and no more. What others wrote stays; of what
// telltale says, the condition that sums up the object comes first, then the rest in telltale's
// order. Judging looks at all of them; what finds no room is told, never dropped in silence.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/judged.h"
#include "kube/condition.h"

namespace telltale {

// The types that telltale judged and that have no room, the most important first.
std::vector<std::string_view> left_out(const Judged& judged);

// "Machine default/m1 has room for 32 conditions; left out: Paused, UpToDate".
std::string tell_left_out(const Judged& judged, const std::vector<std::string_view>& types);

// Whether the condition that sums up such an object has this type.
bool sums_up(const Object& object, std::string_view type);

}  // namespace telltale
