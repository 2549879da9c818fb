// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_difference.h"

#include <algorithm>
#include <utility>

namespace telltale::store {
namespace {

Change deletion(const Item& item, Revision revision) {
  return {.revision = revision, .key = item.key, .value = {}, .before = {}};
}

}  // namespace

std::vector<Change> difference(std::span<const Item> before, std::vector<Item> after,
                               Revision revision) {
  std::vector<Change> changes;
  auto old = before.begin();
  for (auto& item : after) {
    for (; old != before.end() && old->key < item.key; ++old) {
      changes.push_back(deletion(*old, revision));
    }
    const bool known = old != before.end() && old->key == item.key;
    const bool same = known && old->revision == item.revision;
    if (known) ++old;
    if (same) continue;
    changes.push_back({.revision = item.revision,
                       .key = std::move(item.key),
                       .value = std::move(item.value),
                       .before = {}});
  }
  for (; old != before.end(); ++old) changes.push_back(deletion(*old, revision));
  std::ranges::stable_sort(changes, {}, &Change::revision);
  return changes;
}

}  // namespace telltale::store
