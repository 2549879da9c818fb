// SPDX-License-Identifier: Apache-2.0
#include "report/cells.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "json/writer.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

// Fractions as short as they can be; whole numbers without a point, as Go prints them.
std::string number_text(double number) { return format("{}", number); }

void append_value(std::string& out, const Tree& tree);

void append_map(std::string& out, const Tree& tree) {
  std::vector<Member> members(tree.members().begin(), tree.members().end());
  std::ranges::sort(members, {}, &Member::key);
  out += '{';
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out += ',';
    json::append_json_string(out, members[i].key);
    out += ':';
    append_value(out, members[i].value);
  }
  out += '}';
}

void append_list(std::string& out, const Tree& tree) {
  out += '[';
  for (std::size_t i = 0; i < tree.items().size(); ++i) {
    if (i > 0) out += ',';
    append_value(out, tree.items()[i]);
  }
  out += ']';
}

void append_value(std::string& out, const Tree& tree) {
  switch (tree.type()) {
    case Tree::Type::String:
      return json::append_json_string(out, tree.as_string(""));
    case Tree::Type::Map:
      return append_map(out, tree);
    case Tree::Type::List:
      return append_list(out, tree);
    case Tree::Type::Null:
    case Tree::Type::Missing:
      out += "null";
      return;
    default:
      out += value_text(tree);
  }
}

std::string whole_text(const Tree& value) {
  if (const auto number = value.as_int()) return format("{}", *number);
  constexpr double safe_max = 9.0e15;  // beyond, a double is no whole number anybody wrote
  const auto number = value.as_double();
  if (!number || !(std::abs(*number) < safe_max)) return {};
  return format("{}", static_cast<std::int64_t>(*number));
}

std::string date_text(const Tree& value, Instant now) {
  const auto text = value.as_string();
  if (!text) return {};
  const std::optional<Instant> instant = parse_rfc3339(*text);
  return instant ? format_age(now - *instant) : "<invalid>";
}

}  // namespace

std::string value_text(const Tree& value) {
  switch (value.type()) {
    case Tree::Type::String:
      return std::string(value.as_string(""));
    case Tree::Type::Int:
      return format("{}", value.as_int().value_or(0));
    case Tree::Type::Double:
      return number_text(value.as_double().value_or(0));
    case Tree::Type::Bool:
      return value.as_bool(false) ? "true" : "false";
    case Tree::Type::Null:
    case Tree::Type::Missing:
      return {};
    default:
      break;
  }
  std::string out;
  append_value(out, value);
  return out;
}

std::string cell_text(ColumnType type, const Tree& value, Instant now) {
  switch (type) {
    case ColumnType::Integer:
      return whole_text(value);
    case ColumnType::Boolean:
      return value.is(Tree::Type::Bool) ? value_text(value) : std::string();
    case ColumnType::Date:
      return date_text(value, now);
    case ColumnType::String:
      break;
  }
  return value_text(value);
}

}  // namespace telltale
