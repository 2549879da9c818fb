// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <algorithm>

namespace telltale {
namespace {

template <class Text>
std::string join_parts(std::span<const Text> parts, std::string_view separator) {
  std::string joined;
  for (const Text& part : parts) {
    if (&part != parts.data()) joined += separator;
    joined += part;
  }
  return joined;
}

bool is_vowel(char letter) { return std::string_view("aeiouAEIOU").contains(letter); }

}  // namespace

std::string join(std::span<const std::string_view> parts, std::string_view separator) {
  return join_parts(parts, separator);
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  return join_parts(parts, separator);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string list_names(std::vector<std::string_view> names, std::size_t limit) {
  const std::size_t shown = std::min(limit, names.size());
  const auto middle = names.begin() + static_cast<std::ptrdiff_t>(shown);
  std::partial_sort(names.begin(), middle, names.end());

  return list_first_names(std::span(names).first(shown), names.size());
}

std::string list_first_names(std::span<const std::string_view> names, std::size_t total) {
  std::string text = join(names, ", ");
  if (total == names.size()) return text;
  return format("{}{}... ({} more)", text, names.empty() ? "" : ", ", total - names.size());
}

std::string plural(std::string_view noun) {
  const auto ends_in_any = [noun](auto... endings) { return (noun.ends_with(endings) || ...); };
  if (noun.empty()) return {};
  if (ends_in_any("s", "x", "z", "ch", "sh")) return format("{}es", noun);
  const bool consonant_y =
      noun.size() > 1 && noun.ends_with('y') && !is_vowel(noun[noun.size() - 2]);
  if (consonant_y) return format("{}ies", noun.substr(0, noun.size() - 1));
  return format("{}s", noun);
}

std::string counted(std::size_t count, std::string_view noun) {
  return count == 1 ? format("1 {}", noun) : format("{} {}", count, plural(noun));
}

}  // namespace telltale
