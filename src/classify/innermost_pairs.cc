// SPDX-License-Identifier: Apache-2.0
#include "classify/innermost_pairs.h"

#include <algorithm>

#include "base/letters.h"
#include "base/text.h"
#include "classify/characters.h"

namespace telltale {
namespace {

constexpr std::size_t pairs_looked_at_max = 32;
constexpr std::size_t codes_looked_at_max = 4;

// A value and where the text goes on behind it.
struct FoundValue {
  std::string_view value = {};
  std::size_t end = 0;
};

// Whether a quotation mark at this place ends its value: the document goes on, or is over.
bool ends_value(std::string_view text, std::size_t quote) {
  std::size_t next = quote + 1;
  while (next < text.size() && text[next] == ' ') ++next;
  if (next >= text.size()) return true;
  if (std::string_view(",}])\"").contains(text[next])) return true;
  // Message="..." Target="..."
  const std::string_view rest = text.substr(next);
  const std::size_t equals =
      rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return next > quote + 1 && equals > 0 && equals < rest.size() && rest[equals] == '=';
}

std::optional<FoundValue> quoted_value(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == ':' || text[at] == '=')) ++at;
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return std::nullopt;
  const char mark = text[at];
  for (std::size_t end = text.find(mark, at + 1); end != std::string_view::npos;
       end = text.find(mark, end + 1)) {
    if (ends_value(text, end)) return FoundValue{text.substr(at + 1, end - at - 1), end + 1};
  }
  // A text that was cut has no end.
  return FoundValue{text.substr(at + 1), text.size()};
}

std::optional<FoundValue> tagged_value(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('<', at);
  if (end == std::string_view::npos) return std::nullopt;
  return FoundValue{text.substr(at, end - at), end};
}

// The value of a key that begins at `at`, in whichever of the three shapes.
std::optional<FoundValue> value_at(std::string_view text, std::size_t at, std::size_t key_bytes) {
  const char before = at == 0 ? ' ' : text[at - 1];
  const std::size_t end = at + key_bytes;
  if (end >= text.size()) return std::nullopt;
  const char after = text[end];
  if (before == '<' && after == '>') return tagged_value(text, end + 1);
  // "default_message" of vSphere is one, too.
  const bool is_key = (after == '"' || after == '\'') && (before == after || before == '_');
  if (is_key) return quoted_value(text, end + 1);
  const bool assigned = !is_letter(before) && after == '=';
  return assigned ? quoted_value(text, end + 1) : std::nullopt;
}

std::size_t last_key(const std::string& small, std::string_view key, std::size_t before) {
  return before == 0 ? std::string::npos : small.rfind(key, before - 1);
}

// The code between two messages is the second one's.
std::string_view code_of(std::string_view text, const std::string& small, std::size_t message,
                         std::size_t message_end) {
  const std::size_t previous = last_key(small, "message", message);
  const std::size_t from = previous == std::string::npos ? 0 : previous;
  std::size_t code = last_key(small, "code", message);
  for (std::size_t count = 0; count < codes_looked_at_max; ++count) {
    if (code == std::string::npos || code < from) break;
    if (const auto found = value_at(text, code, 4)) return found->value;
    code = last_key(small, "code", code);  // that was the end of an element
  }
  const std::size_t behind = small.find("code", message_end);
  const std::size_t closed = small.find('}', message_end);
  if (behind == std::string::npos || behind > closed) return {};
  const auto found = value_at(text, behind, 4);
  return found ? found->value : std::string_view{};
}

bool is_word(std::string_view code) {
  const auto is_part = [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '-';
  };
  return code.size() <= 80 && std::ranges::any_of(code, is_letter) &&
         std::ranges::all_of(code, is_part);
}

}  // namespace

std::optional<std::string> error_in_pairs(std::string_view text) {
  constexpr std::string_view key = "message";
  const std::string small = lower(text);
  std::size_t at = small.size();
  for (std::size_t count = 0; count < pairs_looked_at_max; ++count) {
    at = last_key(small, key, at);
    if (at == std::string::npos) return std::nullopt;
    const auto found = value_at(text, at, key.size());
    if (!found) continue;
    const std::string_view value = trim(found->value);
    if (value.empty()) continue;
    const std::string_view code = code_of(text, small, at, found->end);
    if (!is_word(code) || value.starts_with(code)) return std::string(value);
    return format("{}: {}", code, value);
  }
  return std::nullopt;
}

}  // namespace telltale
