// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every object has without a schema saying so.

#include <algorithm>
#include <array>
#include <string_view>

namespace telltale::schema {

inline bool is_type_or_meta(std::string_view name) {
  return name == "apiVersion" || name == "kind" || name == "metadata";
}

inline bool is_object_meta_field(std::string_view name) {
  constexpr std::array<std::string_view, 15> fields = {"name",
                                                       "generateName",
                                                       "namespace",
                                                       "selfLink",
                                                       "uid",
                                                       "resourceVersion",
                                                       "generation",
                                                       "creationTimestamp",
                                                       "deletionTimestamp",
                                                       "deletionGracePeriodSeconds",
                                                       "labels",
                                                       "annotations",
                                                       "ownerReferences",
                                                       "finalizers",
                                                       "managedFields"};
  return std::ranges::find(fields, name) != fields.end();
}

}  // namespace telltale::schema
