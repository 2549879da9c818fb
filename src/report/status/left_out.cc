// SPDX-License-Identifier: Apache-2.0
#include "report/status/left_out.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

Conditions stored_list_of(const Object& object) {
  if (object.key.group.ends_with("cluster.x-k8s.io")) return shapes::conditions(object);
  const ConditionList* list = object.conditions_at("status.conditions");
  return list == nullptr ? Conditions() : list->conditions;
}

}  // namespace

bool sums_up(const Object& object, std::string_view type) {
  const Kind* kind = judged_kind(object);
  return kind != nullptr && kind->root_condition == type;
}

std::vector<std::string_view> left_out(const Judged& judged) {
  const Object& object = *judged.object;
  const std::size_t most = list_rules_of(object.key).conditions_max;
  std::vector<std::string_view> types;
  if (judged.conditions.size() <= most) return types;
  const Conditions stored = stored_list_of(object);
  std::size_t room = most;
  for (const Condition& condition : judged.conditions) {
    const bool stands = find_condition(stored, condition.type) != nullptr;
    if (!stands) types.push_back(condition.type);
    if (stands && room > 0) --room;
  }
  std::ranges::stable_partition(types,
                                [&](std::string_view type) { return sums_up(object, type); });
  const auto fit = static_cast<std::ptrdiff_t>(std::min(room, types.size()));
  types.erase(types.begin(), types.begin() + fit);
  return types;
}

std::string tell_left_out(const Judged& judged, const std::vector<std::string_view>& types) {
  const Object& object = *judged.object;
  return format("{} has room for {} conditions; left out: {}", to_text(object.key),
                list_rules_of(object.key).conditions_max, join(types, ", "));
}

}  // namespace telltale
