// SPDX-License-Identifier: Apache-2.0
#include "store/draft.h"

#include <utility>

#include "store/commit_rules.h"

namespace telltale::store {

Draft::Found Draft::found(const std::string& key) const {
  if (const auto touched = touched_.find(key); touched != touched_.end()) return touched->second;
  auto item = present_.get(key);
  return item ? Found{std::move(item->value), item->revision} : Found{};
}

Result<Revision> Draft::take(Write write) {
  auto before = found(write.key);
  if (auto holds = compare(write, before.revision); !holds) return fail(holds.error());
  const auto revision = ++revision_;
  auto change = change_of(std::move(write), revision);
  change.before = std::move(before.value);
  change.before_revision = before.revision;
  touched_.insert_or_assign(change.key, Found{change.value, change.value ? revision : 0});
  changes_.push_back(std::move(change));
  return revision;
}

}  // namespace telltale::store
