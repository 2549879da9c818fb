// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/reading.h"

#include "base/text.h"

namespace telltale::server {

const json::Value* member_of(const json::Value& value, std::string_view name) {
  const json::ValueMap* map = value.if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

const json::Value& member_or_null(const json::Value& value, std::string_view name) {
  static const json::Value null;
  const json::Value* member = member_of(value, name);
  return member == nullptr ? null : *member;
}

const json::ValueList& list_member(const json::Value& value, std::string_view name) {
  static const json::ValueList empty;
  const json::ValueList* list = member_or_null(value, name).if_array();
  return list == nullptr ? empty : *list;
}

std::string text_member(const json::Value& value, std::string_view name) {
  const json::ValueString* text = member_or_null(value, name).if_string();
  return text == nullptr ? std::string() : std::string(*text);
}

Texts texts_member(const json::Value& value, std::string_view name) {
  Texts texts;
  for (const json::Value& item : list_member(value, name)) {
    if (const json::ValueString* text = item.if_string()) texts.emplace_back(*text);
  }
  return texts;
}

bool has_member(const json::Value& value, std::string_view name) {
  return !member_or_null(value, name).is_null();
}

json::Value to_list(const Texts& texts) {
  json::ValueList list;
  for (const std::string& text : texts) list.emplace_back(text);
  return list;
}

std::string go_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    out += letter;
  }
  // Bytes that are no text become escapes, so that an answer is always valid JSON.
  return printable(out) + "\"";
}

std::string go_quoted(const Texts& texts) {
  std::string out = "[";
  for (const std::string& text : texts) {
    if (out.size() > 1) out += ' ';
    out += go_quoted(text);
  }
  return out + "]";
}

}  // namespace telltale::server
