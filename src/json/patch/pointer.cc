// SPDX-License-Identifier: Apache-2.0
#include "json/patch/pointer.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace telltale::json {
namespace {

// False for a tilde that escapes nothing.
bool append_unescaped(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '~') {
      out += text[at];
      continue;
    }
    const char kind = at + 1 < text.size() ? text[++at] : '\0';
    if (kind != '0' && kind != '1') return false;
    out += kind == '0' ? '~' : '/';
  }
  return true;
}

}  // namespace

Result<Pointer> parse_pointer(std::string_view text) {
  Pointer pointer;
  if (text.empty()) return pointer;
  if (text.front() != '/') {
    return fail(Error::Kind::Invalid, format("the path \"{}\" does not begin with /", text));
  }
  for (const std::string_view part : split(text.substr(1), '/')) {
    if (!append_unescaped(pointer.emplace_back(), part)) {
      return fail(Error::Kind::Invalid, format("the path \"{}\" has a bad escape", text));
    }
  }
  return pointer;
}

std::optional<std::size_t> parse_index(std::string_view name) {
  const bool digits = !name.empty() && std::ranges::all_of(name, [](char character) {
    return character >= '0' && character <= '9';
  });
  if (!digits || (name.size() > 1 && name.front() == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc{}) return std::nullopt;
  return index;
}

Value* child_at(Value& parent, const std::string& name) {
  if (ValueMap* map = parent.if_object()) return map->if_contains(name);
  if (ValueList* list = parent.if_array()) {
    const auto index = parse_index(name);
    return index && *index < list->size() ? &(*list)[*index] : nullptr;
  }
  return nullptr;
}

}  // namespace telltale::json
