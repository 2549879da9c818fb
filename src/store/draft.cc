// SPDX-License-Identifier: Apache-2.0
#include "store/draft.h"

#include <utility>

#include "store/commit_rules.h"

namespace telltale::store {

Revision Draft::found(const std::string& key) const {
  if (const auto touched = touched_.find(key); touched != touched_.end()) return touched->second;
  const auto item = present_.get(key);
  return item ? item->revision : 0;
}

Result<Revision> Draft::take(Write write) {
  if (auto holds = compare(write, found(write.key)); !holds) return fail(holds.error());
  const auto revision = ++revision_;
  touched_.insert_or_assign(write.key, write.value ? revision : 0);
  const auto before = write.expected;
  changes_.push_back(change_of(std::move(write), revision));
  changes_.back().before_revision = before;
  return revision;
}

}  // namespace telltale::store
