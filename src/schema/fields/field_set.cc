// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/field_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "schema/fields/path_element.h"
#include "schema/path.h"

namespace telltale::schema {
namespace {

Result<FieldSet> read_node(const json::Value& node, std::size_t depth);

Result<void> read_child(std::string_view name, const json::Value& below, std::size_t depth,
                        FieldSet& parent) {
  auto element = canonical_element(name);
  if (!element) return fail(element.error());
  if (element->empty()) return {};
  auto child = read_node(below, depth + 1);
  if (!child) return fail(child.error());
  if (child->children.empty()) child->member = true;
  add_fields(parent.children[*std::move(element)], *child);
  return {};
}

Result<FieldSet> read_node(const json::Value& node, std::size_t depth) {
  const json::ValueMap* map = node.if_object();
  if (map == nullptr) return fail(Error::Kind::Invalid, "a set of fields is not an object");
  if (depth > field_set_depth_max)
    return fail(Error::Kind::TooLarge, "a set of fields is too deep");
  FieldSet set;
  for (const auto& child : *map) {
    if (child.key() == ".") {
      set.member = true;
    } else if (auto read = read_child(child.key(), child.value(), depth, set); !read) {
      return fail(read.error());
    }
  }
  return set;
}

void list_paths(const FieldSet& set, const std::string& above, std::size_t paths_max,
                std::vector<std::string>& out) {
  for (const auto& [element, child] : set.children) {
    if (out.size() >= paths_max) return;
    if (child.member) out.push_back(path_with(above, {}, readable_element(element)));
  }
  for (const auto& [element, child] : set.children) {
    if (out.size() >= paths_max) return;
    if (child.children.empty()) continue;
    list_paths(child, path_with(above, {}, readable_element(element)), paths_max, out);
  }
}

}  // namespace

Result<FieldSet> read_field_set(const json::Value& fields_v1) {
  auto set = read_node(fields_v1, 0);
  if (set) set->member = false;
  return set;
}

json::Value to_fields_v1(const FieldSet& set) {
  json::ValueMap map;
  map.reserve(set.children.size() + 1);
  if (set.member && !set.children.empty()) map.emplace(".", json::ValueMap());
  for (const auto& [element, child] : set.children) map.emplace(element, to_fields_v1(child));
  return map;
}

void add_fields(FieldSet& to, const FieldSet& more) {
  to.member = to.member || more.member;
  for (const auto& [element, child] : more.children) add_fields(to.children[element], child);
}

void subtract_fields(FieldSet& from, const FieldSet& less) {
  from.member = from.member && !less.member;
  // The shorter side leads: one large change is taken from each of many small entries.
  if (from.children.size() < less.children.size()) {
    for (auto at = from.children.begin(); at != from.children.end();) {
      const auto taken = less.children.find(at->first);
      if (taken != less.children.end()) subtract_fields(at->second, taken->second);
      at = at->second.empty() ? from.children.erase(at) : std::next(at);
    }
    return;
  }
  for (const auto& [element, child] : less.children) {
    const auto at = from.children.find(element);
    if (at == from.children.end()) continue;
    subtract_fields(at->second, child);
    if (at->second.empty()) from.children.erase(at);
  }
}

FieldSet union_of(const FieldSet& one, const FieldSet& other) {
  FieldSet set = one;
  add_fields(set, other);
  return set;
}

FieldSet difference_of(const FieldSet& one, const FieldSet& other) {
  FieldSet set = one;
  subtract_fields(set, other);
  return set;
}

FieldSet intersection_of(const FieldSet& one, const FieldSet& other) {
  if (one.children.size() > other.children.size()) return intersection_of(other, one);
  FieldSet set;
  set.member = one.member && other.member;
  for (const auto& [element, child] : one.children) {
    const auto at = other.children.find(element);
    if (at == other.children.end()) continue;
    FieldSet common = intersection_of(child, at->second);
    if (!common.empty()) set.children.emplace(element, std::move(common));
  }
  return set;
}

bool have_common_fields(const FieldSet& one, const FieldSet& other) {
  if (one.member && other.member) return true;
  if (one.children.size() > other.children.size()) return have_common_fields(other, one);
  return std::ranges::any_of(one.children, [&](const auto& child) {
    const auto at = other.children.find(child.first);
    return at != other.children.end() && have_common_fields(child.second, at->second);
  });
}

std::vector<std::string> paths_of(const FieldSet& set, std::size_t paths_max) {
  std::vector<std::string> paths;
  list_paths(set, {}, paths_max, paths);
  return paths;
}

}  // namespace telltale::schema
