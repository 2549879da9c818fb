// SPDX-License-Identifier: Apache-2.0
#include "json/print.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <boost/json/serialize.hpp>

#include "base/check.h"
#include "base/text.h"
#include "json/hidden_characters.h"

namespace telltale::json {
namespace {

enum class Layout { Compact, Pretty };

class Printer {
 public:
  Printer(Layout layout, std::size_t depth) : layout_(layout), depth_(depth) {}

  void print(const Value& value);
  std::string take() { return std::move(out_); }

 private:
  void print_map(const ValueMap& map);
  void print_list(const ValueList& list);
  void print_double(double number);
  void break_line();

  Layout layout_;
  std::size_t depth_;
  std::string out_;
};

void Printer::print(const Value& value) {
  switch (value.kind()) {
    case boost::json::kind::object:
      return print_map(value.get_object());
    case boost::json::kind::array:
      return print_list(value.get_array());
    case boost::json::kind::double_:
      return print_double(value.get_double());
    default:
      out_ += boost::json::serialize(value);
  }
}

void Printer::print_map(const ValueMap& map) {
  if (map.empty()) {
    out_ += "{}";
    return;
  }
  std::vector<const ValueMap::value_type*> members;
  members.reserve(map.size());
  for (const auto& member : map) members.push_back(&member);
  std::ranges::sort(members, {}, [](const auto* member) { return member->key(); });

  out_ += '{';
  ++depth_;
  for (const auto* member : members) {
    if (member != members.front()) out_ += ',';
    break_line();
    out_ += boost::json::serialize(member->key());
    out_ += layout_ == Layout::Pretty ? ": " : ":";
    print(member->value());
  }
  --depth_;
  break_line();
  out_ += '}';
}

void Printer::print_list(const ValueList& list) {
  if (list.empty()) {
    out_ += "[]";
    return;
  }
  out_ += '[';
  ++depth_;
  for (const Value& item : list) {
    if (&item != &list.front()) out_ += ',';
    break_line();
    print(item);
  }
  --depth_;
  break_line();
  out_ += ']';
}

void Printer::print_double(double number) {
  check(std::isfinite(number), "JSON has no word for infinity");
  const std::string text = format("{}", number);
  out_ += text;
  if (text.find_first_of(".e") == std::string::npos) out_ += ".0";
}

void Printer::break_line() {
  if (layout_ == Layout::Compact) return;
  out_ += '\n';
  out_.append(2 * depth_, ' ');
}

std::string print_as(const Value& value, Layout layout, std::size_t depth) {
  Printer printer(layout, depth);
  printer.print(value);
  std::string text = printer.take();
  // What is laid out is for people.
  if (layout == Layout::Pretty) escape_hidden(text);
  return text;
}

}  // namespace

std::string print(const Value& value) { return print_as(value, Layout::Compact, 0); }
std::string print_pretty(const Value& value, std::size_t depth) {
  return print_as(value, Layout::Pretty, depth);
}

}  // namespace telltale::json
