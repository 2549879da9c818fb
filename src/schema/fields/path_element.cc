// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/path_element.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/writer.h"

namespace telltale::schema {
namespace {

void append_value(std::string& out, const json::Value& value) {
  constexpr double whole_below = 9007199254740992.0;
  if (const json::ValueString* text = value.if_string()) {
    json::append_json_string(out, *text);
  } else if (const double* number = value.if_double(); number != nullptr &&
                                                       std::abs(*number) < whole_below &&
                                                       *number == std::floor(*number)) {
    // 1.0 and 1 are one number, and so one key.
    out += format("{}", static_cast<std::int64_t>(*number));
  } else {
    out += json::print(value);
  }
}

const json::Value* key_value(const json::ValueMap& item, const Structure& list,
                             const std::string& key) {
  if (const json::Value* value = item.if_contains(key)) return value;
  if (!list.items) return nullptr;
  const auto property = list.items->properties.find(key);
  if (property == list.items->properties.end() || !property->second) return nullptr;
  const auto& fallback = property->second->default_value;
  return fallback ? &*fallback : nullptr;
}

void append_key(std::string& out, std::string_view name, const json::Value& value) {
  out += out.back() == '{' ? "" : ",";
  json::append_json_string(out, name);
  out += ':';
  append_value(out, value);
}

std::optional<std::string> keyed_element(const json::Value& item, const Structure& list) {
  const json::ValueMap* map = item.if_object();
  if (map == nullptr) return std::nullopt;
  std::vector<std::string_view> keys(list.list_map_keys.begin(), list.list_map_keys.end());
  std::ranges::sort(keys);
  std::string element = "k:{";
  for (const std::string_view key : keys) {
    const json::Value* value = key_value(*map, list, std::string(key));
    if (value != nullptr) append_key(element, key, *value);
  }
  if (element.back() == '{') return std::nullopt;
  element += '}';
  return element;
}

// Whether text is one JSON string that needs no escapes, `"Ready"`: nearly every key and value is.
bool is_plain_string(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"' &&
         std::ranges::none_of(text.substr(1, text.size() - 2), [](char character) {
           return character == '"' || character == '\\' ||
                  static_cast<unsigned char>(character) < 0x20;
         });
}

// `{"type":"Ready"}`, with one key.
bool is_plain_key(std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
  text = text.substr(1, text.size() - 2);
  const std::size_t colon = text.find("\":\"");
  return colon != std::string_view::npos && is_plain_string(text.substr(0, colon + 1)) &&
         is_plain_string(text.substr(colon + 2));
}

Result<std::string> canonical_value(std::string_view text) {
  std::string element = "v:";
  if (is_plain_string(text)) return element.append(text);
  const auto value = json::parse(text);
  if (!value) return fail(value.error());
  append_value(element, *value);
  return element;
}

Result<std::string> canonical_key(std::string_view text) {
  std::string element = "k:";
  if (is_plain_key(text)) return element.append(text);
  const auto value = json::parse(text);
  if (!value) return fail(value.error());
  if (!value->is_object()) return fail(Error::Kind::Invalid, "a key is not an object");
  const json::ValueMap& map = value->get_object();
  std::vector<std::string_view> names;
  for (const auto& member : map) names.emplace_back(member.key());
  std::ranges::sort(names);
  element += '{';
  for (const std::string_view name : names) append_key(element, name, map.at(name));
  return element += '}';
}

Result<std::string> canonical_index(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  const bool fits = !digits.empty() && digits.size() < 18 &&
                    std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  if (!fits) return fail(Error::Kind::Invalid, format("\"{}\" is not an index", text));
  return "i:" + std::string(text);
}

std::string readable_key(std::string_view text) {
  const auto keys = json::parse(text);
  if (!keys || !keys->is_object()) return std::string(text);
  std::vector<std::string> parts;
  for (const auto& member : keys->get_object()) {
    parts.push_back(std::string(member.key()) + '=');
    append_value(parts.back(), member.value());
  }
  std::ranges::sort(parts);
  return join(parts, ",");
}

}  // namespace

std::string field_element(std::string_view name) {
  std::string element;
  element.reserve(name.size() + 2);
  return element.append("f:").append(name);
}

std::optional<std::string_view> field_name(std::string_view element) {
  if (!element.starts_with("f:")) return std::nullopt;
  return element.substr(2);
}

std::optional<std::string> item_element(const json::Value& item, const Structure& list) {
  if (list.list_type == Structure::ListType::Map) return keyed_element(item, list);
  if (item.is_null() || item.is_structured()) return std::nullopt;
  std::string element = "v:";
  append_value(element, item);
  return element;
}

std::optional<std::vector<std::string>> item_elements(const json::ValueList& items,
                                                      const Structure& list) {
  std::vector<std::string> elements;
  elements.reserve(items.size());
  for (const json::Value& item : items) {
    auto element = item_element(item, list);
    if (!element) return std::nullopt;
    elements.push_back(*std::move(element));
  }
  std::vector<std::string_view> sorted(elements.begin(), elements.end());
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return std::nullopt;
  return elements;
}

Result<std::string> canonical_element(std::string_view text) {
  if (text.size() < 2 || text[1] != ':') {
    return fail(Error::Kind::Invalid, format("\"{}\" is not a step of a path", text));
  }
  const std::string_view content = text.substr(2);
  switch (text.front()) {
    case 'f':
      return std::string(text);
    case 'k':
      return canonical_key(content);
    case 'v':
      return canonical_value(content);
    case 'i':
      return canonical_index(content);
    default:
      return std::string();
  }
}

std::string readable_element(std::string_view element) {
  const std::string content(element.substr(std::min<std::size_t>(2, element.size())));
  if (element.starts_with("f:")) return '.' + content;
  if (element.starts_with("k:")) return '[' + readable_key(content) + ']';
  if (element.starts_with("v:")) return "[=" + content + ']';
  return '[' + content + ']';
}

}  // namespace telltale::schema
