// SPDX-License-Identifier: Apache-2.0
#include "classify/fold.h"

#include <algorithm>
#include <array>

#include "base/letters.h"
#include "classify/characters.h"

namespace telltale {
namespace {

constexpr bool is_blank_or_nul(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }
constexpr bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// What most characters become; 0 for those that need a look at their neighbours.
constexpr std::array<char, 256> plain_of = [] {
  std::array<char, 256> plain{};
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = static_cast<char>(static_cast<unsigned char>(i));
    if (!is_blank_or_nul(c) && !is_quote(c) && c != '\\' && c != '\xE2') plain[i] = lower_letter(c);
  }
  return plain;
}();

// How many bytes from `at` are one typographic quotation mark (U+2018 to U+201F), or none.
std::size_t curly_quote_bytes(std::string_view text, std::size_t at) {
  const std::string_view mark = text.substr(at, 3);
  const bool curly = mark.size() == 3 && mark.starts_with("\xE2\x80") &&
                     static_cast<unsigned char>(mark[2]) >= 0x98 &&
                     static_cast<unsigned char>(mark[2]) <= 0x9F;
  return curly ? 3 : 0;
}

void append_folded(std::string& out, std::string_view text) {
  const auto blank = [&] {
    if (!out.empty() && out.back() != ' ') out += ' ';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const char plain = plain_of[static_cast<unsigned char>(c)]; plain != '\0') {
      out += plain;
      continue;
    }
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (is_blank_or_nul(c)) {
      blank();
    } else if (is_quote(c)) {
      out += '\'';
    } else if (c == '\\') {
      // A backslash only ever quotes something in an error text; what it quotes is enough.
      if (next == 'n' || next == 'r' || next == 't') {
        blank();
        ++i;
      }
    } else if (const std::size_t bytes = curly_quote_bytes(text, i); bytes > 0) {
      out += '\'';
      i += bytes - 1;
    } else {
      out += lower_letter(c);
    }
  }
}

// Codes are longer than abbreviations and shorter than encoded messages.
constexpr std::size_t code_bytes_min = 6;
constexpr std::size_t code_bytes_max = 120;

// Whether a code goes on here: letters, digits and underscores, and a dot before a capital letter,
// which is how EC2 writes InvalidSubnetID.NotFound.
constexpr bool goes_on(char c, char next) {
  return is_small(c) || is_large(c) || is_digit(c) || c == '_' || (c == '.' && is_large(next));
}

// Whether a new word begins with the middle one of three characters: aB, and ABc before the B.
constexpr bool begins_word(char before, char here, char after) {
  return is_large(here) && (is_small(before) || (is_large(before) && is_small(after)));
}

void append_spelled(std::string& out, std::string_view code) {
  std::string words;
  bool several = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char before = i > 0 ? code[i - 1] : '\0';
    const char after = i + 1 < code.size() ? code[i + 1] : '\0';
    const bool joint = code[i] == '_' || code[i] == '.';
    const bool gap = joint || begins_word(before, code[i], after);
    if (gap && !words.empty() && words.back() != ' ') {
      words += ' ';
      several = true;
    }
    if (!joint) words += lower_letter(code[i]);
  }
  while (words.ends_with(' ')) words.pop_back();
  if (several) out += (out.empty() ? "; " : " ; ") + words;
}

// What of a message is looked at: all of it, or head and tail.
struct Looked {
  std::string_view head;
  std::string_view tail;
};

Looked looked_at(std::string_view message) {
  if (message.size() <= classified_bytes_max) return {message, {}};
  constexpr std::size_t half = classified_bytes_max / 2;
  return {message.substr(0, half), message.substr(message.size() - half)};
}

// Whether there can be several words in it, which most words of a sentence show at once.
bool may_hold_words(std::string_view code) {
  if (code.size() < code_bytes_min || code.size() > code_bytes_max) return false;
  return !std::ranges::all_of(code.substr(1), [](char c) { return is_small(c); });
}

void append_codes(std::string& out, std::string_view text) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_small(text[i])) continue;
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (i < text.size() && goes_on(text[i], next)) continue;
    const std::string_view code = text.substr(begin, i - begin);
    if (may_hold_words(code)) append_spelled(out, code);
    begin = i + 1;
  }
}

}  // namespace

std::string fold(std::string_view message) {
  const Looked looked = looked_at(message);
  std::string out;
  out.reserve(looked.head.size() + looked.tail.size() + 1);
  append_folded(out, looked.head);
  if (!looked.tail.empty()) out += ' ';
  append_folded(out, looked.tail);
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string spelled_codes(std::string_view message) {
  const Looked looked = looked_at(message);
  std::string out;
  append_codes(out, looked.head);
  append_codes(out, looked.tail);
  return out;
}

std::string readable(std::string_view message) {
  std::string text = fold(message);
  const std::string codes = spelled_codes(message);
  if (!codes.empty()) text += ' ' + codes;
  return text;
}

}  // namespace telltale
