// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_conditions.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/screen/wording.h"
#include "kube/resource.h"
#include "report/tree/tree_headline.h"

namespace telltale::cli {
namespace {

// "md" and "machinedeployments" are known; kinds of providers are taken as they are typed.
std::string kind_meant(std::string_view typed) {
  const Result<ResourceName> resource = resolve_resource(typed, known_kinds());
  return lower(resource ? resource->kind : typed);
}

Result<ConditionFilter::Item> parse_item(std::string_view typed) {
  ConditionFilter::Item item;
  std::string_view rest = typed;
  if (rest.ends_with('+')) {
    item.telling_only = true;
    rest.remove_suffix(1);
  }
  const std::size_t slash = rest.find('/');
  const std::string_view kind = rest.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? "" : rest.substr(slash + 1);
  const bool half_said = slash != std::string_view::npos && name.empty();
  if (kind.empty() || half_said || rest.find_first_of(" \t\r\n") != std::string_view::npos) {
    return fail(Error::Kind::Invalid,
                format("--show-conditions: \"{}\" must be all, Kind or Kind/name; each may end "
                       "in +, and commas without blanks part them",
                       printable(typed)));
  }
  if (lower(kind) != "all") item.kind = kind_meant(kind);
  item.name = lower(name);
  return item;
}

bool is_meant(const ConditionFilter::Item& item, const TreeNode& node) {
  if (!item.kind.empty() && item.kind != lower(node.key.kind)) return false;
  return item.name.empty() || item.name == lower(node.key.name);
}

}  // namespace

bool ConditionFilter::shows(const TreeNode& node, const Condition& condition) const {
  const bool dull =
      condition.message.empty() && priority_on(node.key.kind, condition) == Priority::Info;
  return std::ranges::any_of(items, [&](const Item& item) {
    return !(item.telling_only && dull) && is_meant(item, node);
  });
}

bool ConditionFilter::names(const TreeNode& node) const {
  return std::ranges::any_of(
      items, [&](const Item& item) { return !item.name.empty() && is_meant(item, node); });
}

Result<ConditionFilter> parse_condition_filter(std::string_view typed) {
  ConditionFilter filter;
  for (const std::string_view part : split(typed, ',')) {
    if (filter.items.size() == condition_filter_items_max) {
      return fail(Error::Kind::TooLarge,
                  format("--show-conditions takes {} entries at most", condition_filter_items_max));
    }
    Result<ConditionFilter::Item> item = parse_item(part);
    if (!item) return fail(item.error());
    filter.items.push_back(std::move(*item));
  }
  return filter;
}

}  // namespace telltale::cli
