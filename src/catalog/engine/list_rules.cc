// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/list_rules.h"

#include "catalog/groups.h"

namespace telltale {
namespace {

// Hive and Karpenter set no limit; more than HyperShift's is not worth anybody's memory.
constexpr std::size_t long_list = 100;

}  // namespace

ListRules list_rules_of(const Key& key) {
  if (key.group == hypershift_group || key.group == karpenter_group) {
    return {.conditions_max = long_list, .message_is_news = false};
  }
  if (key.group == hive_group) return {.conditions_max = long_list, .tells_generation = false};
  return {};
}

}  // namespace telltale
