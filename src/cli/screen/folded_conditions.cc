// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/folded_conditions.h"

#include "base/text.h"
#include "catalog/clusterdeployment/retiring.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/polarity.h"

namespace telltale::cli {

bool is_folded(const Key& key, std::string_view type) {
  const bool many =
      key.group == cluster_deployment_kind.group && key.kind == cluster_deployment_kind.kind;
  return many && !has_table(key.group, key.kind, type);
}

std::string folded_text(const Key& key, const std::vector<Condition>& folded) {
  if (folded.empty()) return {};
  std::vector<std::string> bad;
  for (const Condition& condition : folded) {
    // What one of the five tells has been told.
    if (clusterdeployment::is_told_by_the_five(condition.type)) continue;
    if (priority_on(key.kind, condition) != Priority::Issue) continue;
    bad.push_back(printable(condition.type));
  }
  const std::string_view none = bad.empty() ? "none in trouble" : "in trouble: ";
  return format("{} more, {}{}", folded.size(), none,
                join(std::span<const std::string>(bad), ", "));
}

}  // namespace telltale::cli
