// SPDX-License-Identifier: Apache-2.0
#include "kube/keep_body.h"

#include <algorithm>
#include <span>
#include <vector>

#include "kube/read_conditions.h"
#include "kube/reading.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;
using Places = std::span<const ConditionPlace>;

// A kept value, and whether many objects have the same: flags, versions and maps of them, as in
// {"initialization": {"provisioned": true}}. Names and numbers rarely are.
struct Kept {
  Tree tree;
  bool is_common = false;
};

Kept keep_value(const Tree& value, Places places, Arena& arena);

bool is_version_member(const Member& member) {
  return member.key.ends_with("Version") && member.value.is(Tree::Type::String);
}

// The members that stay, in exactly the room they need: there are millions of them.
template <class Stays, class Keep>
Kept keep_some(const Tree& map, const Stays& stays, const Keep& keep, Arena& arena) {
  std::vector<Member> members;
  members.reserve(map.members().size());
  bool is_common = true;
  for (const Member& member : map.members()) {
    if (!stays(member)) continue;
    const Kept value = keep(member);
    is_common = is_common && (value.is_common || is_version_member(member));
    members.push_back({arena.intern(member.key), value.tree});
  }
  if (is_common) return {Tree::map(arena.intern(members), 0), true};
  return {Tree::map(arena.keep(members), map.offset()), false};
}

const ConditionPlace* find_place(Places places, std::string_view name) {
  const auto found = std::ranges::find(places, name, &ConditionPlace::name);
  return found == places.end() ? nullptr : &*found;
}

// What a Condition has no room for: its severity, else when it was last looked at (Hive's). No kind
// of object has both.
std::string_view note_on(const Tree& condition) {
  const std::string_view severity = condition["severity"].as_string("");
  return severity.empty() ? condition["lastProbeTime"].as_string("") : severity;
}

bool has_note(const Tree& condition) {
  return condition["type"].is(Tree::Type::String) && !note_on(condition).empty();
}

std::span<const Tree> conditions_of(const Tree& list) {
  return list.items().first(std::min(list.items().size(), conditions_max));
}

// Legacy conditions have few types and three severities, so the same maps come again and again.
Kept keep_notes(const Tree& list, Arena& arena) {
  std::vector<Member> members;
  for (const Tree& condition : conditions_of(list)) {
    if (!has_note(condition)) continue;
    const std::string_view note = arena.intern(note_on(condition));
    members.push_back({arena.intern(condition["type"].as_string("")), Tree::string(note, 0)});
  }
  return {Tree::map(arena.intern(members), 0), true};
}

bool is_list(const ConditionPlace* place) { return place != nullptr && !place->path.empty(); }

// A copy without the condition lists, which the object has in a better form.
Kept keep_map(const Tree& map, Places places, Arena& arena) {
  const auto stays = [&](const Member& member) {
    return !is_list(find_place(places, member.key)) ||
           std::ranges::any_of(conditions_of(member.value), has_note);
  };
  const auto keep = [&](const Member& member) {
    const ConditionPlace* place = find_place(places, member.key);
    if (is_list(place)) return keep_notes(member.value, arena);
    return keep_value(member.value, place == nullptr ? Places() : place->below, arena);
  };
  return keep_some(map, stays, keep, arena);
}

Kept keep_value(const Tree& value, Places places, Arena& arena) {
  switch (value.type()) {
    case Tree::Type::Map:
      return keep_map(value, places, arena);
    case Tree::Type::Bool:
      return {Tree::boolean(value.as_bool(false), 0), true};
    case Tree::Type::Null:
      return {Tree::null(0), true};
    case Tree::Type::String:
      return {Tree::string(arena.keep_short_once(value.as_string("")), 0), false};
    default:
      return {json::keep(value, arena), false};
  }
}

}  // namespace

Tree keep_body(const Tree& document, Arena& arena) {
  const auto stays = [](const Member& member) {
    if (member.key == "apiVersion" || member.key == "kind" || member.key == "metadata")
      return false;
    const bool must_be_map = member.key == "spec" || member.key == "status";
    return !must_be_map || !is_given(member.value) || member.value.is(Tree::Type::Map);
  };
  const auto keep = [&](const Member& member) {
    const Places places = member.key == "status" ? condition_places() : Places();
    return keep_value(member.value, places, arena);
  };
  return keep_some(document, stays, keep, arena).tree;
}

}  // namespace telltale
