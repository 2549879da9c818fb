// SPDX-License-Identifier: Apache-2.0
#include "json/yaml/yaml_document.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "json/print.h"
#include "json/yaml/yaml_text.h"

namespace telltale::json {
namespace {

class YamlPrinter {
 public:
  void print(const Value& value, std::size_t indent) {
    const ValueMap* map = value.if_object();
    const ValueList* list = value.if_array();
    if (map != nullptr && !map->empty()) return print_map(*map, indent);
    if (list != nullptr && !list->empty()) return print_list(*list, indent);
    print_scalar(value, indent);
    out_ += '\n';
  }

  std::string take() { return std::move(out_); }

 private:
  // The first line of a map or list goes on where the text stands, behind a dash or at the start.
  void print_map(const ValueMap& map, std::size_t indent) {
    std::vector<const ValueMap::value_type*> members;
    for (const auto& member : map) members.push_back(&member);
    std::ranges::sort(members, {}, [](const auto* member) { return member->key(); });
    for (const auto* member : members) {
      if (member != members.front()) out_.append(indent, ' ');
      print_key(member->key(), indent);
      print_member(member->value(), indent);
    }
  }

  void print_key(std::string_view key, std::size_t indent) {
    if (key.size() <= yaml_simple_key_bytes_max) {
      append_yaml_key(out_, key);
    } else {
      out_ += "? ";
      append_yaml_key(out_, key);
      out_ += '\n';
      out_.append(indent, ' ');
    }
    out_ += ':';
  }

  // A list stands under its key without being indented, as kubectl prints it.
  void print_member(const Value& value, std::size_t indent) {
    const bool is_list = value.is_array() && !value.get_array().empty();
    const bool is_map = value.is_object() && !value.get_object().empty();
    const std::size_t inner = is_list ? indent : indent + yaml_indent_step;
    if (is_list || is_map) {
      out_ += '\n';
      out_.append(inner, ' ');
    } else {
      out_ += ' ';
    }
    print(value, inner);
  }

  void print_list(const ValueList& list, std::size_t indent) {
    for (const Value& item : list) {
      if (&item != &list.front()) out_.append(indent, ' ');
      out_ += "- ";
      print(item, indent + yaml_indent_step);
    }
  }

  void print_scalar(const Value& value, std::size_t indent) {
    if (value.is_string()) return append_yaml_string(out_, value.get_string(), indent);
    out_ += json::print(value);
  }

  std::string out_;
};

}  // namespace

std::string yaml_document(const Value& value, std::size_t indent) {
  YamlPrinter printer;
  printer.print(value, indent);
  return printer.take();
}

}  // namespace telltale::json
