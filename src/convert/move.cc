// SPDX-License-Identifier: Apache-2.0
#include "convert/move.h"

#include <ranges>
#include <utility>

#include "base/text.h"
#include "convert/change.h"
#include "convert/reference.h"
#include "convert/value_path.h"

namespace telltale::convert {
namespace {

// Where the proposal keeps a renamed counter's old value when both are known.
constexpr std::string_view renamed_compat = "backCompatibilty.updatedReplicas";

std::string namespace_of(const json::Value& object) {
  const json::Value* name = find(object, "metadata.namespace");
  return name != nullptr && name->is_string() ? std::string(name->get_string()) : std::string();
}

// Calls `each` with every map a group speaks about; the groups are in the order they come.
template <class Each>
void in_each_map(json::Value& object, const Group& group, Each each) {
  constexpr std::string_view in_items = "[].";
  const std::size_t items = group.at.find(in_items);
  if (group.scope == Scope::Map && items == std::string_view::npos) {
    if (json::ValueMap* map = find_map(object, group.at)) each(*map);
    return;
  }
  json::Value* list = find(object, group.at.substr(0, items));
  if (list == nullptr || !list->is_array()) return;
  for (json::Value& item : list->get_array()) {
    json::ValueMap* map = item.if_object();
    if (map == nullptr) continue;
    if (items == std::string_view::npos) {
      each(*map);
    } else {
      const std::string_view below = group.at.substr(items + in_items.size());
      in_each_map(item, {below, group.fields, group.scope}, each);
    }
  }
}

class Mover {
 public:
  Mover(std::string own_namespace, Warnings& warnings)
      : own_namespace_(std::move(own_namespace)), warnings_(warnings) {}

  void up(const Group& group, const Field& field, json::ValueMap& map) {
    switch (field.change) {
      case Change::HubOnly:
        return;
      case Change::Ready:
        return ready_up(field, map);
      case Change::Renamed:
        return renamed_up(field, map);
      default:
        break;
    }
    std::optional<json::Value> value = take(map, field.spoke);
    Changed changed = value ? change_up(field.change, *value) : Changed{};
    if (!changed.error.empty()) return leave(group, field.spoke, map, *value, changed);
    if (!changed.value) changed.value = absent_up(field.change);
    arrive({group, field.spoke, field.hub, map}, value, changed);
  }

  void down(const Group& group, const Field& field, json::ValueMap& map) {
    switch (field.change) {
      case Change::HubOnly:
        take(map, field.hub);
        return;
      case Change::Ready:
        return ready_down(field, map);
      case Change::Renamed:
        return renamed_down(field, map);
      default:
        break;
    }
    std::optional<json::Value> value = take(map, field.hub);
    Changed changed = value ? change_down(field.change, *value, own_namespace_) : Changed{};
    if (!changed.error.empty()) return leave(group, field.hub, map, *value, changed);
    if (field.change == Change::ContractRef && value) note_foreign_group(group, field, *value);
    if (!changed.value) changed.value = absent_down(field.change);
    arrive({group, field.hub, field.spoke, map}, value, changed);
  }

 private:
  struct Way {
    const Group& group;
    std::string_view from;
    std::string_view to;
    json::ValueMap& map;
  };

  void leave(const Group& group, std::string_view path, json::ValueMap& map, json::Value& value,
             const Changed& changed) {
    put(map, path, value);
    warnings_.push_back(format("{}.{}: {}; it was left as it was", group.at, path, changed.error));
  }

  void note_foreign_group(const Group& group, const Field& field, const json::Value& ref) {
    if (!is_version_assumed(ref)) return;
    warnings_.push_back(
        format("{}.{}: nothing says which version of {} is meant; v1beta1 was "
               "assumed",
               group.at, field.hub, printable(find(ref, "apiGroup")->get_string())));
  }

  void arrive(const Way& way, std::optional<json::Value>& taken, Changed& changed) {
    if (!changed.value || put(way.map, way.to, *changed.value)) return;
    if (!taken) return;
    put(way.map, way.from, *taken);
    warnings_.push_back(
        format("{0}.{1}: something that is not a map stands in the way to {0}.{2}; it "
               "was left as it was",
               way.group.at, way.from, way.to));
  }

  static bool some_ready(const json::ValueMap& map) {
    const json::Value* count = map.if_contains("readyReplicas");
    return count != nullptr && count->is_int64() && count->get_int64() > 0;
  }

  static void ready_up(const Field& field, json::ValueMap& map) {
    take(map, field.spoke);
    if (!field.hub.empty()) map[field.hub] = some_ready(map);
  }

  static void ready_down(const Field& field, json::ValueMap& map) {
    map[field.spoke] = some_ready(map);
  }

  static void renamed_up(const Field& field, json::ValueMap& map) {
    std::optional<json::Value> old = take(map, field.spoke);
    if (map.contains(field.hub)) {
      json::Value value = old.value_or(json::Value(0));
      if (!put(map, renamed_compat, value)) map[field.spoke] = value;
    } else if (old) {
      map[field.hub] = std::move(*old);
    }
  }

  static void renamed_down(const Field& field, json::ValueMap& map) {
    std::optional<json::Value> old = take(map, renamed_compat);
    if (!old) old = take(map, field.hub);
    map[field.spoke] = old.value_or(json::Value(0));
  }

  std::string own_namespace_;
  Warnings& warnings_;
};

void prune_zeroes(json::Value& value) {
  if (json::ValueList* list = value.if_array()) {
    for (json::Value& item : *list) prune_zeroes(item);
  }
  json::ValueMap* map = value.if_object();
  if (map == nullptr) return;
  std::vector<std::string> zeroes;
  for (auto& member : *map) {
    prune_zeroes(member.value());
    if (is_zero(member.value())) zeroes.emplace_back(member.key());
  }
  for (const std::string& name : zeroes) map->erase(name);
}

json::Value canonical(const json::Value& spoke, const KindFields& kind, DialectName dialect) {
  json::Value value = spoke;
  const std::string own_namespace = namespace_of(value);
  for (const std::span<const Group> groups : {kind.spec, kind.status_in(dialect)}) {
    for (const Group& group : groups) {
      in_each_map(value, group, [&](json::ValueMap& map) {
        for (const Field& field : group.fields) {
          std::optional<json::Value> one =
              field.spoke.empty() ? std::nullopt : take(map, field.spoke);
          if (!one) continue;
          make_canonical(field.change, *one, own_namespace);
          put(map, field.spoke, *one);
        }
      });
    }
  }
  value.get_object().erase("metadata");
  prune_zeroes(value);
  return value;
}

}  // namespace

void move_up(json::Value& object, const KindFields& kind, DialectName dialect, Warnings& warnings) {
  Mover mover(namespace_of(object), warnings);
  for (const std::span<const Group> groups : {kind.spec, kind.status_in(dialect)}) {
    for (const Group& group : groups) {
      in_each_map(object, group, [&](json::ValueMap& map) {
        for (const Field& field : group.fields) mover.up(group, field, map);
      });
    }
  }
}

void move_down(json::Value& object, const KindFields& kind, DialectName dialect,
               Warnings& warnings) {
  Mover mover(namespace_of(object), warnings);
  for (const std::span<const Group> groups : {kind.status_in(dialect), kind.spec}) {
    for (const Group& group : std::views::reverse(groups)) {
      in_each_map(object, group, [&](json::ValueMap& map) {
        for (const Field& field : std::views::reverse(group.fields)) mover.down(group, field, map);
      });
    }
  }
}

bool say_the_same(const json::Value& left, const json::Value& right, const KindFields& kind,
                  DialectName dialect) {
  return canonical(left, kind, dialect) == canonical(right, kind, dialect);
}

}  // namespace telltale::convert
