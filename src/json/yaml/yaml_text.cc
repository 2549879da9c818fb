// SPDX-License-Identifier: Apache-2.0
#include "json/yaml/yaml_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/hidden_characters.h"
#include "json/writer.h"

namespace telltale::json {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool contains(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

// Words that YAML 1.1 resolves to null, a boolean, a merge or a default key; "y" and "n" are
// strings for go-yaml but booleans for others.
bool is_reserved_word(std::string_view text) {
  static constexpr std::array<std::string_view, 11> words = {
      "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<"};
  if (text == "=") return true;
  constexpr std::size_t longest = 5;
  if (text.size() > longest) return false;
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::find(words, lower) != words.end();
}

bool has_only(std::string_view text, std::string_view set) {
  return text.find_first_not_of(set) == std::string_view::npos;
}

// Wider than any reader's grammar of numbers: quoting too much is harmless. Two dots make an
// address or a version, never a number.
bool is_like_number(std::string_view text) {
  if (contains("+-", text.front())) text.remove_prefix(1);
  if (text.empty()) return true;
  if (text.front() == '.' && text.size() == 4) {
    const std::string_view tail = text.substr(1);
    for (const std::string_view word : {"inf", "Inf", "INF", "nan", "NaN", "NAN"}) {
      if (tail == word) return true;
    }
  }
  if (!is_digit(text.front()) && text.front() != '.') return false;
  if (text.size() > 2 && text.front() == '0' && contains("xXoObB", text[1])) {
    return has_only(text.substr(2), "0123456789abcdefABCDEF_+-");
  }
  return has_only(text, "0123456789_.,:eE+-") && std::ranges::count(text, '.') < 2;
}

// 2026-01-01, with or without what follows.
bool is_like_time(std::string_view text) {
  constexpr std::size_t year_digits = 4;
  return text.size() > year_digits && text[year_digits] == '-' &&
         std::ranges::all_of(text.substr(0, year_digits), is_digit);
}

bool resolves_to_other(std::string_view text) {
  return text.empty() || is_reserved_word(text) || is_like_number(text) || is_like_time(text);
}

bool starts_like_syntax(std::string_view text) {
  if (contains("?:,[]{}#&*!|>'\"%@` ", text.front())) return true;
  if (text.starts_with("---") || text.starts_with("...")) return true;
  return text.front() == '-' && (text.size() == 1 || text[1] == ' ');
}

bool reads_as_syntax(std::string_view text) {
  return starts_like_syntax(text) || contains(": ", text.back()) ||
         text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos;
}

// Bytes of the character at the front that YAML does not count as printable on a line: controls,
// DEL, the C1 block, the Unicode line breaks, the byte order mark and the two noncharacters; and
// what a terminal hides.
std::size_t unprintable_prefix(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  if (byte(0) < 0x20) return 1;
  if (byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) return 3;
  if (byte(0) == 0xEF && byte(1) == 0xBF && (byte(2) == 0xBE || byte(2) == 0xBF)) return 3;
  return steering_prefix(text);
}

bool is_printable(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(1)) {
    if (text.front() != '\n' && unprintable_prefix(text) > 0) return false;
  }
  return true;
}

// A literal block keeps blanks at the ends of lines, but editors and people do not; and blanks or
// line breaks at its very start would need an indentation indicator.
bool fits_literal(std::string_view text) {
  if (contains(" \n", text.front()) || text.ends_with("\n\n")) return false;
  return text.find(" \n") == std::string_view::npos && text.back() != ' ';
}

void append_single_quoted(std::string& out, std::string_view text) {
  out += '\'';
  for (const char c : text) {
    if (c == '\'') out += c;
    out += c;
  }
  out += '\'';
}

// JSON's escapes are YAML's too; what YAML alone calls unprintable is written as \uXXXX.
void append_double_quoted(std::string& out, std::string_view text) {
  std::string json;
  append_json_string(json, text);
  for (std::string_view rest = json; !rest.empty();) {
    const std::size_t odd = unprintable_prefix(rest);
    if (odd > 0) append_code(out, rest.substr(0, odd));
    if (odd == 0) out += rest.front();
    rest.remove_prefix(std::max<std::size_t>(odd, 1));
  }
}

void append_literal(std::string& out, std::string_view text, std::size_t indent) {
  out += text.ends_with('\n') ? "|" : "|-";
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out += '\n';
    if (end > start) out.append(indent, ' ').append(text, start, end - start);
    start = end + 1;
  }
}

constexpr auto word_bytes = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789._/-:")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

// Most text is a name: letters first, nothing that syntax is made of. One pass settles those.
bool is_plain_word(std::string_view text) {
  if (text.empty() || is_digit(text.front()) || contains("._/-:", text.front())) return false;
  const auto is_word_byte = [](char c) { return word_bytes[static_cast<unsigned char>(c)]; };
  return std::ranges::all_of(text, is_word_byte) && text.back() != ':' && !is_reserved_word(text);
}

}  // namespace

YamlStyle yaml_style(std::string_view text) {
  if (is_plain_word(text)) return YamlStyle::Plain;
  if (resolves_to_other(text) || !is_printable(text)) return YamlStyle::DoubleQuoted;
  if (text.find('\n') != std::string_view::npos) {
    return fits_literal(text) ? YamlStyle::Literal : YamlStyle::DoubleQuoted;
  }
  return reads_as_syntax(text) ? YamlStyle::SingleQuoted : YamlStyle::Plain;
}

void append_yaml_string(std::string& out, std::string_view text, std::size_t indent) {
  switch (yaml_style(text)) {
    case YamlStyle::Plain:
      out += text;
      return;
    case YamlStyle::SingleQuoted:
      append_single_quoted(out, text);
      return;
    case YamlStyle::DoubleQuoted:
      append_double_quoted(out, text);
      return;
    case YamlStyle::Literal:
      append_literal(out, text, indent);
      return;
  }
}

void append_yaml_key(std::string& out, std::string_view text) {
  const YamlStyle style = yaml_style(text);
  if (style == YamlStyle::Plain) out += text;
  if (style == YamlStyle::SingleQuoted) append_single_quoted(out, text);
  if (style == YamlStyle::DoubleQuoted || style == YamlStyle::Literal) {
    append_double_quoted(out, text);
  }
}

}  // namespace telltale::json
