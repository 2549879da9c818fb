// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "schema/validate/dns_names.h"
#include "schema/validate/validate_parts.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return small;
}

std::string error_in_api_version(std::string_view text) {
  if (std::ranges::count(text, '/') <= 1) return {};
  return format("unexpected GroupVersion string: {}", text);
}

std::string error_in_kind(std::string_view text) {
  const auto errors = errors_in_dns1035_label(in_small_letters(text));
  if (errors.empty()) return {};
  return format("may have mixed case, but should otherwise match: {}", join(errors, ","));
}

using ErrorIn = std::string (*)(std::string_view);

void check_word(const Value* word, const std::string& path, ErrorIn error_with, FieldErrors& out) {
  if (word == nullptr) {
    add(out, required(path));
    return;
  }
  const auto* string = word->if_string();
  if (string == nullptr) {
    add(out, invalid(path, shown(*word), "must be a string"));
    return;
  }
  const std::string_view text(string->data(), string->size());
  const std::string why = text.empty() ? std::string("must not be empty") : error_with(text);
  if (!why.empty()) add(out, invalid(path, schema::quoted(text), why));
}

// Names of any resource are path segments; everything else of metadata is theirs to say.
std::string error_in_name(std::string_view name) {
  if (name == "." || name == "..") return format("may not be '{}'", name);
  for (const char refused : {'/', '%'}) {
    if (name.find(refused) != std::string_view::npos)
      return format("may not contain '{}'", refused);
  }
  return {};
}

void check_resource_metadata(const Value& metadata, const std::string& path, FieldErrors& out) {
  const ValueMap* map = metadata.if_object();
  if (map == nullptr) {
    add(out, invalid(path, shown(metadata), "must be an object"));
    return;
  }
  const Value* name = map->if_contains("name");
  if (name == nullptr || (name->is_string() && name->get_string().empty())) return;
  check_word(name, path_with(path, ".", "name"), error_in_name, out);
}

void check_resource(const ValueMap& map, const std::string& path, FieldErrors& out) {
  check_word(map.if_contains("apiVersion"), path_with(path, ".", "apiVersion"),
             error_in_api_version, out);
  check_word(map.if_contains("kind"), path_with(path, ".", "kind"), error_in_kind, out);
  if (const Value* metadata = map.if_contains("metadata")) {
    check_resource_metadata(*metadata, path_with(path, ".", "metadata"), out);
  }
}

}  // namespace

void check_embedded(const json::Value& value, const Structure& structure, const std::string& path,
                    Root root, FieldErrors& out) {
  if (out.full()) return;
  if (const ValueMap* map = value.if_object()) {
    if (structure.embedded_resource && root == Root::Value) check_resource(*map, path, out);
    for (const auto& [name, member] : *map) {
      const Structure* field = field_of(structure, name);
      if (field == nullptr) continue;
      const std::string_view word(name);
      check_embedded(member, *field, field_below(path, word), Root::Value, out);
    }
  } else if (const json::ValueList* list = value.if_array(); list && structure.items) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      check_embedded((*list)[i], *structure.items, item_below(path, i), Root::Value, out);
    }
  }
}

}  // namespace telltale::schema
