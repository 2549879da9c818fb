// SPDX-License-Identifier: Apache-2.0
#include "schema/strategic_lists.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "json/print.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueList;

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

// What tells an item from others; items without their key are alike.
std::string identity_of(const Value& item, const std::string& key) {
  if (key.empty()) return json::print(item);
  const json::ValueMap* map = item.if_object();
  const Value* value = map == nullptr ? nullptr : map->if_contains(key);
  return value == nullptr ? std::string() : json::print(*value);
}

// Where each identity stands first.
class Order {
 public:
  Order(const ValueList& list, const std::string& key) {
    for (std::size_t at = 0; at < list.size(); ++at) {
      places_.emplace(identity_of(list[at], key), at);
    }
  }
  std::size_t place(const std::string& identity) const {
    const auto at = places_.find(identity);
    return at == places_.end() ? nowhere : at->second;
  }

 private:
  absl::flat_hash_map<std::string, std::size_t> places_;
};

struct Placed {
  Value* item = nullptr;
  std::size_t wanted = nowhere;
  std::size_t before = nowhere;
};

}  // namespace

ItemIndex::ItemIndex(ValueList& list, const std::string& key) : list_(list), key_(key) {
  for (std::size_t at = 0; at < list.size(); ++at) places_.emplace(identity_of(list[at], key), at);
}

Value* ItemIndex::find(const Value& like) {
  const auto at = places_.find(identity_of(like, key_));
  return at == places_.end() ? nullptr : &list_[at->second];
}

void ItemIndex::append(Value item) {
  places_.emplace(identity_of(item, key_), list_.size());
  list_.push_back(std::move(item));
}

void erase_matching(ValueList& list, const std::string& key, const ValueList& like) {
  if (like.empty()) return;
  absl::flat_hash_set<std::string> erased;
  for (const Value& item : like) erased.insert(identity_of(item, key));
  ValueList kept;
  for (Value& item : list) {
    const json::ValueMap* map = item.if_object();
    const bool has_key = map != nullptr && map->contains(key);
    if (!has_key || !erased.contains(identity_of(item, key))) kept.push_back(std::move(item));
  }
  list = std::move(kept);
}

void add_scalars(ValueList& list, const ValueList& more) {
  absl::flat_hash_set<std::string> seen;
  ValueList all;
  for (const ValueList* part : {&std::as_const(list), &more}) {
    for (const Value& item : *part) {
      if (seen.insert(json::print(item)).second) all.push_back(item);
    }
  }
  list = std::move(all);
}

void erase_scalars(ValueList& list, const ValueList& less) {
  absl::flat_hash_set<std::string> erased;
  for (const Value& item : less) erased.insert(json::print(item));
  ValueList kept;
  for (Value& item : list) {
    if (!erased.contains(json::print(item))) kept.push_back(std::move(item));
  }
  list = std::move(kept);
}

void order_items(ValueList& list, const ValueList& wanted, const ValueList& before,
                 const std::string& key) {
  const Order wanted_order(wanted, key);
  const Order before_order(before, key);
  std::vector<Placed> named;
  std::vector<Placed> others;
  for (Value& item : list) {
    const std::string identity = identity_of(item, key);
    const Placed placed{.item = &item,
                        .wanted = wanted_order.place(identity),
                        .before = before_order.place(identity)};
    (placed.wanted == nowhere ? others : named).push_back(placed);
  }
  std::ranges::stable_sort(named, {}, &Placed::wanted);
  std::ranges::stable_sort(others, {}, &Placed::before);

  ValueList ordered;
  ordered.reserve(list.size());
  auto other = others.begin();
  for (const Placed& placed : named) {
    while (other != others.end() && placed.before != nowhere && other->before < placed.before) {
      ordered.push_back(std::move(*other->item));
      ++other;
    }
    ordered.push_back(std::move(*placed.item));
  }
  for (; other != others.end(); ++other) ordered.push_back(std::move(*other->item));
  list = std::move(ordered);
}

}  // namespace telltale::schema
