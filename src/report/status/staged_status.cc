// SPDX-License-Identifier: Apache-2.0
#include "report/status/staged_status.h"

#include <algorithm>
#include <vector>

#include "catalog/legacy/legacy_status.h"
#include "convert/fields.h"
#include "convert/value_path.h"
#include "json/print.h"
#include "json/value.h"
#include "report/status/hub_status.h"

namespace telltale {
namespace {

using convert::Stage;
using json::Member;
using json::Tree;
using json::Value;
using json::ValueList;
using json::ValueMap;
using json::ValueString;

Value value_of(const Tree& tree) {
  switch (tree.type()) {
    case Tree::Type::Map: {
      ValueMap map;
      for (const Member& member : tree.members()) map[member.key] = value_of(member.value);
      return map;
    }
    case Tree::Type::List: {
      ValueList list;
      for (const Tree& item : tree.items()) list.push_back(value_of(item));
      return list;
    }
    case Tree::Type::String:
      return ValueString(tree.as_string(""));
    case Tree::Type::Int:
      return *tree.as_int();
    case Tree::Type::Double:
      return *tree.as_double();
    case Tree::Type::Bool:
      return *tree.as_bool();
    case Tree::Type::Null:
    case Tree::Type::Missing:
      break;
  }
  return nullptr;
}

Tree tree_of(const Value& value, Arena& arena);

std::vector<Member> members_of(const ValueMap& map, Arena& arena) {
  std::vector<Member> members;
  members.reserve(map.size());
  for (const auto& member : map) {
    members.push_back({arena.intern(member.key()), tree_of(member.value(), arena)});
  }
  return members;
}

Tree list_of(const ValueList& list, Arena& arena) {
  std::vector<Tree> items;
  items.reserve(list.size());
  for (const Value& item : list) {
    const ValueMap* map = item.if_object();
    items.push_back(map != nullptr ? Tree::map(arena.keep(members_of(*map, arena)), 0)
                                   : tree_of(item, arena));
  }
  return Tree::list(arena.keep(items), 0);
}

// Fields come in the order of their names, as everybody prints them; conditions and other items of
// lists as they are. A number that no field of the API can hold is shown as it was written.
Tree tree_of(const Value& value, Arena& arena) {
  if (const ValueMap* map = value.if_object()) {
    std::vector<Member> members = members_of(*map, arena);
    std::ranges::sort(members, {}, &Member::key);
    return Tree::map(arena.keep(members), 0);
  }
  if (const ValueList* list = value.if_array()) return list_of(*list, arena);
  if (value.is_string()) return Tree::string(arena.keep(value.get_string()), 0);
  if (value.is_int64()) return Tree::integer(value.get_int64(), 0);
  if (value.is_bool()) return Tree::boolean(value.get_bool(), 0);
  if (value.is_null()) return Tree::null(0);
  return Tree::string(arena.keep(json::print(value)), 0);
}

ValueMap identity_of(const Object& object) {
  ValueMap metadata;
  metadata["name"] = ValueString(object.key.name);
  if (!object.key.namespace_name.empty()) {
    metadata["namespace"] = ValueString(object.key.namespace_name);
  }
  return metadata;
}

// What stands in the place of a condition list, and the map around it that held nothing else.
void drop_list(ValueMap& document, std::string_view path) {
  convert::take(document, path);
  const std::string_view around = path.substr(0, path.rfind('.'));
  const Value* map = convert::find(document, around);
  const bool left_empty = map != nullptr && map->is_object() && map->get_object().empty();
  if (left_empty) convert::take(document, around);
}

// What is stored, without the condition lists: all of them are written anew.
Value stored_document(const Object& object) {
  ValueMap document;
  document["apiVersion"] = ValueString(object.api_version);
  document["kind"] = ValueString(object.key.kind);
  document["metadata"] = identity_of(object);
  const Tree status = object.body["status"];
  document["status"] = status.is(Tree::Type::Map) ? value_of(status) : Value(ValueMap());
  for (const ConditionList& list : object.condition_lists) drop_list(document, list.path);
  if (!document.contains("status")) document["status"] = ValueMap();
  return document;
}

Stage own_stage(const Object& object) {
  return object.version() == "v1beta1" ? Stage::V1Beta1 : Stage::V1Beta2;
}

}  // namespace

Result<StagedStatus> staged_status(const Judged& judged, const Staging& staging, Arena& arena) {
  const Object& object = *judged.object;
  const convert::KindFields* kind = convert::find_kind_fields(object.key.group, object.key.kind);
  if (kind == nullptr) return fail(Error::Kind::Invalid, "this kind has no stages");
  const DialectName dialect = staging.context.settings.dialect.name;
  auto hub =
      convert::convert_object(stored_document(object), {.to = Stage::V1Beta2, .dialect = dialect});
  if (!hub) return fail(hub.error());
  ValueMap& document = hub->object.get_object();
  // What the way up wrote into annotations belongs to what was stored, not to what was computed.
  document["metadata"] = identity_of(object);
  Value& stored = document["status"];
  const LegacyStatus legacy = legacy_status(staging.context, judged, arena);
  const StatusVersions versions = status_versions(staging.context, judged);
  write_hub_status(stored.is_object() ? stored.get_object() : stored.emplace_object(),
                   {.judged = judged,
                    .legacy = legacy,
                    .versions = versions,
                    .kind = *kind,
                    .dialect = dialect});

  const Stage stage = staging.stage.value_or(own_stage(object));
  const auto staged = convert::convert_object(hub->object, {.to = stage, .dialect = dialect});
  if (!staged) return fail(staged.error());
  const ValueMap& result = staged->object.get_object();
  return StagedStatus{.api_version = arena.keep(result.at("apiVersion").get_string()),
                      .status = tree_of(result.at("status"), arena)};
}

}  // namespace telltale
