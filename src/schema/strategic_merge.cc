// SPDX-License-Identifier: Apache-2.0
#include "schema/strategic_merge.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/text.h"
#include "schema/fields/typed.h"
#include "schema/strategic_lists.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

constexpr std::string_view patch_directive = "$patch";
constexpr std::string_view retain_directive = "$retainKeys";
constexpr std::string_view delete_directive = "$deleteFromPrimitiveList";
constexpr std::string_view order_directive = "$setElementOrder";

// The list that "$setElementOrder/finalizers" speaks of.
std::optional<std::string_view> list_behind(std::string_view name, std::string_view directive) {
  if (!name.starts_with(directive)) return std::nullopt;
  name.remove_prefix(directive.size());
  if (!name.starts_with('/') || name.size() == 1) return std::nullopt;
  return name.substr(1);
}

bool is_directive(std::string_view name) {
  return name == patch_directive || name == retain_directive ||
         list_behind(name, delete_directive) || list_behind(name, order_directive);
}

// The items that lists of the target are gone through for. A patch that names one item many times
// would make each of them go through the lists in it.
class Work {
 public:
  Result<void> spend(std::size_t items) {
    items_ += items;
    if (items_ <= merged_items_max) return {};
    return fail(Error::Kind::TooLarge, "the patch asks for too much work");
  }

 private:
  std::size_t items_ = 0;
};

Result<void> merge_map(ValueMap& target, const ValueMap& patch, const Typed& type, Work& work);

// What a patch adds where there was nothing; nothing for what it would only delete.
Result<std::optional<Value>> fresh(const Value& patch, const Typed& type, Work& work) {
  if (const ValueMap* map = patch.if_object()) {
    const Value* directive = map->if_contains(patch_directive);
    if (directive != nullptr && *directive == "delete") return std::nullopt;
    ValueMap made;
    if (auto merged = merge_map(made, *map, type, work); !merged) return fail(merged.error());
    return Value(std::move(made));
  }
  const ValueList* list = patch.if_array();
  if (list == nullptr) return patch;
  ValueList made;
  for (const Value& item : *list) {
    auto one = fresh(item, item_of(type), work);
    if (!one) return fail(one.error());
    const bool only_directs = item.is_object() && item.get_object().contains(patch_directive);
    if (*one && !only_directs) made.push_back(*std::move(*one));
  }
  return Value(std::move(made));
}

Result<void> check_list_of_maps(const ValueList& list, const std::string& key) {
  for (const Value& item : list) {
    const ValueMap* map = item.if_object();
    if (map == nullptr) {
      return fail(Error::Kind::Invalid, "a list holds both objects and other values");
    }
    if (!map->contains(key) && !map->contains(patch_directive)) {
      return fail(Error::Kind::Invalid, format("an item does not contain its merge key: {}", key));
    }
  }
  return {};
}

// Splits a patch list into what is merged and what directs; carries the directions out.
Result<ValueList> obey_items(ValueList& target, const ValueList& patch, const std::string& key) {
  ValueList plain;
  ValueList deleted;
  bool replaces = false;
  for (const Value& item : patch) {
    const ValueMap& map = item.get_object();
    const Value* directive = map.if_contains(patch_directive);
    if (directive == nullptr) {
      plain.push_back(item);
    } else if (*directive == "replace") {
      replaces = true;
    } else if (*directive != "delete") {
      return fail(Error::Kind::Invalid, "an item's $patch is neither delete nor replace");
    } else if (const Value* value = map.if_contains(key)) {
      deleted.push_back(ValueMap{{key, *value}});
    } else {
      return fail(Error::Kind::Invalid, format("an item does not contain its merge key: {}", key));
    }
  }
  erase_matching(target, key, deleted);
  if (replaces) target.clear();
  return plain;
}

Result<void> merge_items(ValueList& target, const ValueList& patch, const Typed& type, Work& work) {
  if (auto fits = work.spend(target.size()); !fits) return fits;
  const std::string& key = type.structure->patch_merge_key;
  if (auto fits = check_list_of_maps(patch, key); !fits) return fits;
  if (auto fits = check_list_of_maps(target, key); !fits) return fits;
  auto plain = obey_items(target, patch, key);
  if (!plain) return fail(plain.error());
  const ValueList before = target;
  ItemIndex index(target, key);
  for (const Value& item : *plain) {
    if (Value* old = index.find(item)) {
      auto merged = merge_map(old->get_object(), item.get_object(), item_of(type), work);
      if (!merged) return merged;
      continue;
    }
    auto made = fresh(item, item_of(type), work);
    if (!made) return fail(made.error());
    if (*made) index.append(*std::move(*made));
  }
  order_items(target, *plain, before, key);
  return {};
}

bool has_maps(const ValueList& list) {
  for (const Value& item : list) {
    if (item.is_object()) return true;
  }
  return false;
}

Result<void> merge_list(ValueList& target, const ValueList& patch, const Typed& type, Work& work) {
  const bool merges = type.structure != nullptr && type.structure->patch_merge;
  if (!merges) {
    auto made = fresh(Value(patch), type, work);
    if (!made) return fail(made.error());
    target = std::move((*made)->get_array());
    return {};
  }
  if (has_maps(target) || has_maps(patch)) {
    if (type.structure->patch_merge_key.empty()) {
      return fail(Error::Kind::Invalid, "a list of objects has no merge key");
    }
    return merge_items(target, patch, type, work);
  }
  if (auto fits = work.spend(target.size()); !fits) return fits;
  const ValueList before = target;
  add_scalars(target, patch);
  order_items(target, patch, before, {});
  return {};
}

Result<void> merge_member(ValueMap& target, std::string_view name, const Value& change,
                          const Typed& type, Work& work) {
  if (change.is_null()) {
    target.erase(name);
    return {};
  }
  Value* old = target.if_contains(name);
  if (old != nullptr && old->is_object() && change.is_object()) {
    return merge_map(old->get_object(), change.get_object(), type, work);
  }
  if (old != nullptr && old->is_array() && change.is_array()) {
    return merge_list(old->get_array(), change.get_array(), type, work);
  }
  auto made = fresh(change, type, work);
  if (!made) return fail(made.error());
  if (*made) target.insert_or_assign(name, *std::move(*made));
  return {};
}

Result<void> retain_keys(ValueMap& target, const ValueMap& patch) {
  const Value* directive = patch.if_contains(retain_directive);
  if (directive == nullptr) return {};
  const auto bad = [] { return fail(Error::Kind::Invalid, "invalid patch format of retainKeys"); };
  if (!directive->is_array()) return bad();
  absl::flat_hash_set<std::string> retained;
  for (const Value& key : directive->get_array()) {
    if (!key.is_string()) return bad();
    retained.emplace(key.get_string());
  }
  for (const auto& member : patch) {
    const bool counts = !member.value().is_null() && !is_directive(member.key());
    if (counts && !retained.contains(std::string(member.key()))) return bad();
  }
  std::vector<std::string> dropped;
  for (const auto& member : target) {
    std::string name(member.key());
    if (!retained.contains(name)) dropped.push_back(std::move(name));
  }
  for (const std::string& name : dropped) target.erase(name);
  return {};
}

// Behind the merging of their lists: those to be deleted go, and the order is as the patch wants
// it.
Result<void> obey_list_directive(ValueMap& target, const ValueMap& before, const Value& directive,
                                 std::string_view name, const Typed& type) {
  const auto deleted = list_behind(name, delete_directive);
  const std::string_view list_name = deleted ? *deleted : *list_behind(name, order_directive);
  if (!directive.is_array()) {
    return fail(Error::Kind::Invalid, format("invalid patch format of {}", name));
  }
  Value* list = target.if_contains(list_name);
  if (list == nullptr || !list->is_array()) return {};
  if (deleted) {
    erase_scalars(list->get_array(), directive.get_array());
    return {};
  }
  const Structure* structure = member_of(type, list_name).type.structure;
  const std::string key = structure == nullptr ? std::string() : structure->patch_merge_key;
  const Value* old = before.if_contains(list_name);
  const ValueList none;
  order_items(list->get_array(), directive.get_array(),
              old != nullptr && old->is_array() ? old->get_array() : none, key);
  return {};
}

// True when the directive has decided everything.
Result<bool> obey_map_directive(ValueMap& target, const ValueMap& patch) {
  const Value* directive = patch.if_contains(patch_directive);
  if (directive == nullptr || *directive == "merge") return false;
  if (*directive != "replace" && *directive != "delete") {
    return fail(Error::Kind::Invalid, "unknown patch type: $patch is not replace, merge or delete");
  }
  target.clear();
  return *directive == "delete";
}

// Only the lists whose order the patch sets are kept as they were.
ValueMap lists_to_order(const ValueMap& target, const ValueMap& patch) {
  ValueMap lists;
  for (const auto& member : patch) {
    const auto name = list_behind(member.key(), order_directive);
    const Value* list = name ? target.if_contains(*name) : nullptr;
    if (list != nullptr) lists.emplace(*name, *list);
  }
  return lists;
}

// What the directives about lists, and the keys to retain, make the merge go through.
std::size_t size_of_directed(const ValueMap& target, const ValueMap& patch) {
  std::size_t items = patch.contains(retain_directive) ? target.size() : 0;
  for (const auto& member : patch) {
    auto name = list_behind(member.key(), order_directive);
    if (!name) name = list_behind(member.key(), delete_directive);
    const Value* list = name ? target.if_contains(*name) : nullptr;
    if (list != nullptr && list->is_array()) items += list->get_array().size();
  }
  return items;
}

Result<void> merge_map(ValueMap& target, const ValueMap& patch, const Typed& type, Work& work) {
  if (auto fits = work.spend(size_of_directed(target, patch)); !fits) return fits;
  const auto decided = obey_map_directive(target, patch);
  if (!decided) return fail(decided.error());
  if (*decided) return {};
  if (auto retained = retain_keys(target, patch); !retained) return retained;
  const ValueMap before = lists_to_order(target, patch);
  for (const auto& member : patch) {
    if (is_directive(member.key())) continue;
    const Typed below = member_of(type, member.key()).type;
    if (auto merged = merge_member(target, member.key(), member.value(), below, work); !merged) {
      return merged;
    }
  }
  for (const auto& member : patch) {
    if (!list_behind(member.key(), delete_directive) &&
        !list_behind(member.key(), order_directive)) {
      continue;
    }
    auto obeyed = obey_list_directive(target, before, member.value(), member.key(), type);
    if (!obeyed) return obeyed;
  }
  return {};
}

}  // namespace

Result<Value> strategic_merge(const Value& target, const Value& patch, const Structure& structure) {
  if (!patch.is_object()) return fail(Error::Kind::Invalid, "the patch is not an object");
  ValueMap merged = target.is_object() ? target.get_object() : ValueMap();
  Work work;
  auto done = merge_map(merged, patch.get_object(), resource_of(structure), work);
  if (!done) return fail(done.error());
  return Value(std::move(merged));
}

}  // namespace telltale::schema
