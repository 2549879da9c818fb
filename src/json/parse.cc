// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"

#include "base/arena.h"
#include "base/text.h"
#include "json/tree/padded_text.h"
#include "json/tree/position.h"
#include "json/tree/tree_reader.h"

namespace telltale::json {
namespace {

Value to_list(const Tree& tree) {
  ValueList list;
  list.reserve(tree.items().size());
  for (const Tree& item : tree.items()) list.push_back(to_value(item));
  return list;
}

Value to_map(const Tree& tree) {
  ValueMap map;
  map.reserve(tree.members().size());
  for (const Member& member : tree.members()) map[member.key] = to_value(member.value);
  return map;
}

}  // namespace

Value to_value(const Tree& tree) {
  switch (tree.type()) {
    case Tree::Type::Bool:
      return *tree.as_bool();
    case Tree::Type::Int:
      return *tree.as_int();
    case Tree::Type::Double:
      return *tree.as_double();
    case Tree::Type::String:
      return ValueString(*tree.as_string());
    case Tree::Type::List:
      return to_list(tree);
    case Tree::Type::Map:
      return to_map(tree);
    default:
      return nullptr;
  }
}

Result<Value> parse(std::string_view text, const ParseLimits& limits) {
  if (text.size() > limits.bytes) {
    return fail(Error::Kind::TooLarge,
                format("{} bytes are more than the limit of {}", text.size(), limits.bytes));
  }
  Arena scratch;
  const PaddedCopy copy(text);
  const auto tree = TreeReader().read_any(copy.padded(), limits.depth, scratch);
  if (tree) return to_value(*tree);
  const Position at = position_of(text, tree.error().offset);
  return fail(tree.error().kind,
              format("line {}, column {}: {}", at.line, at.column, tree.error().message));
}

}  // namespace telltale::json
