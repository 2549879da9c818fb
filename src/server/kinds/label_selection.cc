// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/label_selection.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

bool meets(const ValueMap& labels, const Value& requirement) {
  const Value* value = labels.if_contains(text_at(requirement, "key"));
  const std::string_view operation = text_at(requirement, "operator");
  if (operation == "Exists") return value != nullptr;
  if (operation == "DoesNotExist") return value == nullptr;
  const ValueList& values = list_at(requirement, "values");
  const bool among = value != nullptr && std::ranges::find(values, *value) != values.end();
  return operation == "NotIn" ? !among : among;
}

std::string requirement_words(const Value& requirement) {
  const std::string_view key = text_at(requirement, "key");
  const std::string_view operation = text_at(requirement, "operator");
  if (operation == "Exists") return std::string(key);
  if (operation == "DoesNotExist") return format("!{}", key);
  std::vector<std::string> values;
  for (const Value& value : list_at(requirement, "values")) {
    if (value.is_string()) values.emplace_back(value.get_string());
  }
  std::ranges::sort(values);
  return format("{} {} ({})", key, operation == "NotIn" ? "notin" : "in", join(values, ","));
}

}  // namespace

bool selects(const json::Value& selector, const json::ValueMap& labels) {
  for (const auto& [name, wanted] : map_at(selector, "matchLabels")) {
    const Value* value = labels.if_contains(name);
    if (value == nullptr || *value != wanted) return false;
  }
  return std::ranges::all_of(list_at(selector, "matchExpressions"),
                             [&](const Value& one) { return meets(labels, one); });
}

std::string selector_words(const json::Value& selector) {
  const bool plain =
      member(selector, "matchLabels") == nullptr && member(selector, "matchExpressions") == nullptr;
  std::vector<std::string> words;
  const ValueMap none;
  const ValueMap& labels = !plain                 ? map_at(selector, "matchLabels")
                           : selector.is_object() ? selector.get_object()
                                                  : none;
  for (const auto& [name, value] : labels) {
    if (value.is_string())
      words.push_back(
          format("{}={}", std::string_view(name), std::string_view(value.get_string())));
  }
  for (const Value& requirement : list_at(selector, "matchExpressions")) {
    words.push_back(requirement_words(requirement));
  }
  std::ranges::sort(words);
  return join(words, ",");
}

}  // namespace telltale::server
