// SPDX-License-Identifier: Apache-2.0
#include "json/patch/merge_patch.h"

namespace telltale::json {

void merge_patch(Value& target, const Value& patch) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object()) target.emplace_object();
  ValueMap& map = target.get_object();
  for (const auto& [name, change] : patch.get_object()) {
    if (change.is_null()) {
      map.erase(name);
    } else {
      merge_patch(map[name], change);
    }
  }
}

}  // namespace telltale::json
