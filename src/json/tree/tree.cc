// SPDX-License-Identifier: Apache-2.0
#include "json/tree/tree.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "base/check.h"

namespace telltale::json {
namespace {

void check_size(std::size_t size) {
  check(size < Tree::size_max, "a tree's text and children fit into 28 bits");
}

// In ascending order of names; of repeated members the last one.
std::vector<Member> sorted(std::span<const Member> members) {
  std::vector<Member> result(members.begin(), members.end());
  std::ranges::reverse(result);
  std::ranges::stable_sort(result, {}, &Member::key);
  const auto repeated = std::ranges::unique(result, {}, &Member::key);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

bool same_member(const Member& left, const Member& right) {
  return left.key == right.key && same_value(left.value, right.value);
}

bool same_members(std::span<const Member> left, std::span<const Member> right) {
  // Two versions of one object nearly always list their members in the same order.
  if (std::ranges::equal(left, right, {}, &Member::key, &Member::key)) {
    if (std::ranges::equal(left, right, same_member)) return true;
  }
  return std::ranges::equal(sorted(left), sorted(right), same_member);
}

Tree keep_list(const Tree& tree, Arena& arena) {
  const std::span<Tree> items = arena.make<Tree>(tree.items().size());
  std::ranges::transform(tree.items(), items.begin(),
                         [&](const Tree& item) { return keep(item, arena); });
  return Tree::list(items, tree.offset());
}

Tree keep_map(const Tree& tree, Arena& arena) {
  const std::span<Member> members = arena.make<Member>(tree.members().size());
  std::ranges::transform(tree.members(), members.begin(), [&](const Member& member) {
    return Member{arena.intern(member.key), keep(member.value, arena)};
  });
  return Tree::map(members, tree.offset());
}

}  // namespace

Tree Tree::integer(std::int64_t value, std::uint32_t offset) {
  Tree tree(Type::Int, 0, offset);
  tree.integer_ = value;
  return tree;
}

Tree Tree::number(double value, std::uint32_t offset) {
  Tree tree(Type::Double, 0, offset);
  tree.number_ = value;
  return tree;
}

Tree Tree::string(std::string_view text, std::uint32_t offset) {
  check_size(text.size());
  Tree tree(Type::String, text.size(), offset);
  tree.pointer_ = text.data();
  return tree;
}

Tree Tree::list(std::span<const Tree> items, std::uint32_t offset) {
  check_size(items.size());
  Tree tree(Type::List, items.size(), offset);
  tree.pointer_ = items.data();
  return tree;
}

Tree Tree::map(std::span<const Member> members, std::uint32_t offset) {
  check_size(members.size());
  Tree tree(Type::Map, members.size(), offset);
  tree.pointer_ = members.data();
  return tree;
}

Tree Tree::operator[](std::string_view key) const {
  for (const Member& member : members() | std::views::reverse) {
    if (member.key == key) return member.value;
  }
  return {};
}

Tree keep(const Tree& tree, Arena& arena) {
  switch (tree.type()) {
    case Tree::Type::String:
      return Tree::string(arena.keep_short_once(*tree.as_string()), tree.offset());
    case Tree::Type::List:
      return keep_list(tree, arena);
    case Tree::Type::Map:
      return keep_map(tree, arena);
    default:
      return tree;
  }
}

std::string_view type_name(Tree::Type type) {
  switch (type) {
    case Tree::Type::Missing:
      return "nothing";
    case Tree::Type::Null:
      return "null";
    case Tree::Type::Bool:
      return "a boolean";
    case Tree::Type::Int:
    case Tree::Type::Double:
      return "a number";
    case Tree::Type::String:
      return "a string";
    case Tree::Type::List:
      return "a list";
    case Tree::Type::Map:
      return "a map";
  }
  return "nothing";
}

bool same_value(const Tree& left, const Tree& right) {
  if (left.as_int() && right.as_int()) return left.as_int() == right.as_int();
  if (left.as_double() && right.as_double()) return left.as_double() == right.as_double();
  if (left.type() != right.type()) return false;
  switch (left.type()) {
    case Tree::Type::Bool:
      return left.as_bool() == right.as_bool();
    case Tree::Type::String:
      return left.as_string() == right.as_string();
    case Tree::Type::List:
      return std::ranges::equal(left.items(), right.items(), same_value);
    case Tree::Type::Map:
      return same_members(left.members(), right.members());
    default:
      return true;
  }
}

}  // namespace telltale::json
