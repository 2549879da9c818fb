// SPDX-License-Identifier: Apache-2.0
#pragma once

// The condition lists of an object, wherever its API version keeps them. Follows Cluster API's
// reading of unstructured objects, except that a field of the wrong type is an error, not a crash.

#include <cstddef>
#include <span>
#include <string_view>

#include "json/tree/tree.h"
#include "kube/object.h"
#include "kube/reading.h"

namespace telltale {

inline constexpr std::size_t conditions_max = 256;  // in one list

// A member below status that is a condition list (it has a path), or leads to one.
struct ConditionPlace {
  std::string_view name;
  std::string_view path;
  std::span<const ConditionPlace> below;
};

// Everything below status where a condition list may stand.
std::span<const ConditionPlace> condition_places();

// What a condition without a reason gets. Kubelets leave it out as a matter of course, so a Node's
// stays empty; elsewhere Cluster API puts a word in its place.
enum class MissingReason { StaysEmpty, NoReasonReported };

std::span<const ConditionList> read_condition_lists(const json::Tree& status, MissingReason rule,
                                                    const Reading& reading);

}  // namespace telltale
