// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/merge_config.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "schema/fields/path_element.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueList;

// The items of a list with their names; items without one, and repeated ones, are left out.
struct NamedItems {
  NamedItems(const ValueList& items, const Structure& list) {
    for (const Value& item : items) {
      auto name = item_element(item, list);
      if (!name || !by_name.emplace(*name, &item).second) continue;
      names.push_back(*std::move(name));
    }
  }
  const Value* find(const std::string& name) const {
    const auto at = by_name.find(name);
    return at == by_name.end() ? nullptr : at->second;
  }

  std::vector<std::string> names;
  absl::flat_hash_map<std::string, const Value*> by_name;
};

// Merges two lists into one. Both are walked at once; `upcoming_` is the configuration's next item
// that the object has too, and the walk through the object's list does not pass it by.
class ListMerge {
 public:
  ListMerge(const ValueList& live, const ValueList& config, const Typed& type)
      : live_(live, *type.structure), config_(config, *type.structure), item_(item_of(type)) {
    find_upcoming(0);
  }

  ValueList run() {
    while (live_at_ < live_.names.size() || config_at_ < config_.names.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    if (live_at_ < live_.names.size() && !step_live(live_.names[live_at_])) return;
    if (config_at_ < config_.names.size()) take_config();
  }

  // False when this step is done.
  bool step_live(const std::string& name) {
    const bool is_shared = config_.find(name) != nullptr;
    if (!is_shared) {
      out_.push_back(*live_.find(name));
      ++live_at_;
      return false;
    }
    const bool has_upcoming = upcoming_ < config_.names.size();
    if (has_upcoming && config_at_ < config_.names.size() && config_.names[upcoming_] != name) {
      ++live_at_;
      return false;
    }
    if (merged_.contains(name)) ++live_at_;
    return true;
  }

  void take_config() {
    const std::string& name = config_.names[config_at_];
    const Value* old = live_.find(name);
    if (live_at_ < live_.names.size() && live_.names[live_at_] == name) ++live_at_;
    if (old != nullptr) {
      Value merged = *old;
      merge_config(merged, *config_.find(name), item_);
      out_.push_back(std::move(merged));
    } else {
      out_.push_back(*config_.find(name));
    }
    merged_.insert(name);
    if (upcoming_ == config_at_) find_upcoming(upcoming_ + 1);
    ++config_at_;
  }

  void find_upcoming(std::size_t from) {
    upcoming_ = from;
    while (upcoming_ < config_.names.size() && live_.find(config_.names[upcoming_]) == nullptr) {
      ++upcoming_;
    }
  }

  NamedItems live_;
  NamedItems config_;
  Typed item_;
  std::size_t live_at_ = 0;
  std::size_t config_at_ = 0;
  std::size_t upcoming_ = 0;
  absl::flat_hash_set<std::string> merged_;
  ValueList out_;
};

void remove_members(json::ValueMap& map, const FieldSet& set, const Typed& type) {
  for (const auto& [element, child] : set.children) {
    const auto name = field_name(element);
    json::Value* value = name ? map.if_contains(*name) : nullptr;
    if (value == nullptr) continue;
    if (child.member) {
      map.erase(*name);
    } else {
      remove_fields(*value, child, member_of(type, *name).type);
    }
  }
}

void remove_items(json::ValueList& items, const FieldSet& set, const Typed& type) {
  json::ValueList kept;
  kept.reserve(items.size());
  for (json::Value& item : items) {
    const auto element = item_element(item, *type.structure);
    const auto at = element ? set.children.find(*element) : set.children.end();
    if (at != set.children.end() && at->second.member) continue;
    if (at != set.children.end()) remove_fields(item, at->second, item_of(type));
    kept.push_back(std::move(item));
  }
  items = std::move(kept);
}

}  // namespace

void merge_config(Value& object, const Value& config, const Typed& type) {
  const Form form = form_of(object, type);
  // Applying null claims a container without emptying it.
  if (config.is_null() && is_filled(object, form)) return;
  if (form != form_of(config, type) || form == Form::Leaf) {
    object = config;
  } else if (form == Form::Items) {
    object = ListMerge(object.get_array(), config.get_array(), type).run();
  } else {
    json::ValueMap& map = object.get_object();
    for (const auto& member : config.get_object()) {
      if (Value* old = map.if_contains(member.key())) {
        merge_config(*old, member.value(), member_of(type, member.key()).type);
      } else {
        map.emplace(member.key(), member.value());
      }
    }
  }
}

void remove_fields(json::Value& object, const FieldSet& set, const Typed& type) {
  switch (form_of(object, type)) {
    case Form::Leaf:
      return;
    case Form::Map:
      return remove_members(object.get_object(), set, type);
    case Form::Items:
      return remove_items(object.get_array(), set, type);
  }
}

}  // namespace telltale::schema
