// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/type_check.h"

#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "json/print.h"
#include "json/writer.h"
#include "schema/fields/path_element.h"
#include "schema/path.h"

namespace telltale::schema {
namespace {

using json::Value;
using Type = Structure::Type;

// Go's words for the kinds of values, which users of the API know these messages by.
std::string_view go_type(const Value& value) {
  if (value.is_object()) return "map[string]interface {}";
  if (value.is_array()) return "[]interface {}";
  if (value.is_string()) return "string";
  if (value.is_bool()) return "bool";
  return value.is_double() ? "float64" : "int64";
}

// Why an item of a list of type set or map has no name of its own.
std::string why_unnamed(const Value& item, const Structure& list) {
  if (list.list_type == Structure::ListType::Set) {
    if (item.is_object()) return "associative list without keys has an element that's a map type";
    if (item.is_array()) return "not supported: associative list with lists as elements";
    return "associative list without keys has an element that's an explicit null";
  }
  if (item.is_null()) return "associative list with keys may not have a null element";
  if (!item.is_object()) return "associative list with keys may not have non-map elements";
  std::string keys;
  for (const std::string& key : list.list_map_keys) {
    keys += keys.empty() ? "" : " ";
    json::append_json_string(keys, key);
  }
  return format(
      "associative list with keys has an element that omits all key fields [{}] (and doesn't have "
      "default values for any key fields)",
      keys);
}

class TypeCheck {
 public:
  void value(const Value& value, const Typed& type, const std::string& path);

  std::string take() && {
    if (errors_.size() <= 1) return errors_.empty() ? std::string() : errors_.front();
    std::string text = "errors:";
    for (const std::string& error : errors_) text += "\n  " + error;
    return text;
  }

 private:
  void map(const Value& value, const Typed& type, const std::string& path);
  void list(const Value& value, const Typed& type, const std::string& path);
  void scalar(const Value& value, const Structure& structure, const std::string& path);
  void add_error(const std::string& path, std::string_view what) {
    if (errors_.size() < type_errors_max) errors_.push_back(format("{}: {}", path, what));
  }

  std::vector<std::string> errors_;
};

void TypeCheck::value(const Value& value, const Typed& type, const std::string& path) {
  if (value.is_null()) return;
  const bool is_resource = type.role == Typed::Role::Resource;
  const Type kind = type.structure == nullptr ? Type::Any : type.structure->type;
  if (kind == Type::Object || is_resource || (kind == Type::Any && value.is_object())) {
    map(value, type, path);
  } else if (kind == Type::Array || (kind == Type::Any && value.is_array())) {
    list(value, type, path);
  } else if (type.structure != nullptr) {
    scalar(value, *type.structure, path);
  }
}

void TypeCheck::map(const Value& value, const Typed& type, const std::string& path) {
  if (!value.is_object())
    return add_error(path, "expected map, got " + std::string(go_type(value)));
  for (const auto& member : value.get_object()) {
    const TypedMember below = member_of(type, member.key());
    const std::string inner = path_with(path, ".", member.key());
    if (!below.declared) {
      add_error(inner, "field not declared in schema");
    } else {
      this->value(member.value(), below.type, inner);
    }
  }
}

void TypeCheck::list(const Value& value, const Typed& type, const std::string& path) {
  if (!value.is_array())
    return add_error(path, "expected list, got " + std::string(go_type(value)));
  const bool keyed = form_of(value, type) == Form::Items;
  std::set<std::string> seen;
  std::size_t index = 0;
  for (const Value& item : value.get_array()) {
    std::optional<std::string> element = format("i:{}", index);
    if (keyed) element = item_element(item, *type.structure);
    if (!element) {
      add_error(path, format("element {}: {}", index, why_unnamed(item, *type.structure)));
      return;
    }
    const std::string shown = readable_element(*element);
    if (!seen.insert(*std::move(element)).second) {
      add_error(path, "duplicate entries for key " + shown);
    }
    this->value(item, item_of(type), path_with(path, {}, shown));
    ++index;
  }
}

void TypeCheck::scalar(const Value& value, const Structure& structure, const std::string& path) {
  if (structure.int_or_string || structure.type == Type::Any) {
    if (value.is_structured() && structure.int_or_string) add_error(path, "expected any scalar");
    return;
  }
  if ((structure.type == Type::Integer || structure.type == Type::Number) && !value.is_number()) {
    add_error(path, format("expected numeric (int or float), got {}", go_type(value)));
  }
  if (structure.type == Type::String && !value.is_string()) {
    add_error(path, format("expected string, got &value.valueUnstructured{{Value:{}}}",
                           truncate_utf8(json::print(value), 200)));
  }
  if (structure.type == Type::Boolean && !value.is_bool()) {
    add_error(path,
              format("expected boolean, got &{{{}}}", truncate_utf8(json::print(value), 200)));
  }
}

}  // namespace

std::string type_errors(const Value& config, const Typed& type) {
  TypeCheck check;
  check.value(config, type, {});
  return std::move(check).take();
}

}  // namespace telltale::schema
