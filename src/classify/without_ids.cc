// SPDX-License-Identifier: Apache-2.0
#include "classify/without_ids.h"

#include <algorithm>
#include <array>

#include "base/letters.h"
#include "base/text.h"
#include "classify/characters.h"

namespace telltale {
namespace {

// As small letters without blanks, hyphens and underscores; the longer before what they begin with.
constexpr std::string_view id_labels[] = {
    "encodedauthorizationfailuremessage",
    "xmscorrelationrequestid",
    "xmsclientrequestid",
    "xmsrequestid",
    "correlationrequestid",
    "servicerequestid",
    "clientrequestid",
    "awsrequestid",
    "correlationid",
    "invocationid",
    "trackingid",
    "activityid",
    "requestid",
    "statuscode",
    "timestamp",
    "traceid",
    "hostid",
};
constexpr std::size_t label_bytes_max = 60;
// What scrubbing has left.
constexpr std::string_view scrub_marks[] = {"<id>", "<time>", "<trace>", "<blob>", "<addr>"};

constexpr bool joins_words(char c) { return c == ' ' || c == '-' || c == '_'; }
constexpr bool is_bracket_or_quote(char c) { return std::string_view("'\"`([{").contains(c); }

// How long the label at the front of the text is; 0: there is none.
std::size_t label_bytes(std::string_view text, std::string_view label) {
  std::size_t matched = 0;
  for (std::size_t i = 0; i < text.size() && i < label_bytes_max; ++i) {
    const char c = lower_letter(text[i]);
    if (matched < label.size() && c == label[matched]) {
      if (++matched == label.size()) return i + 1;
    } else if (matched == 0 || !joins_words(c)) {
      return 0;
    }
  }
  return 0;
}

// "2023-10-05 12:00:00Z" has a blank inside.
bool goes_on_with_time(std::string_view text) {
  return text.size() > 3 && text[0] == ' ' && is_digit(text[1]) && is_digit(text[2]) &&
         text[3] == ':';
}

// How long a label with its value is; 0: nothing to take out here.
std::size_t labelled_id_bytes(std::string_view text) {
  std::size_t at = 0;
  for (const std::string_view label : id_labels) {
    at = label_bytes(text, label);
    if (at > 0) break;
  }
  if (at == 0) return 0;
  const auto skip = [&](auto is_skipped) {
    while (at < text.size() && is_skipped(text[at])) ++at;
  };
  skip([](char c) { return c == '"' || c == '\'' || c == ' '; });
  if (at >= text.size() || (text[at] != ':' && text[at] != '=')) return 0;
  ++at;
  skip([](char c) { return c == ' ' || is_bracket_or_quote(c); });
  skip([](char c) { return !std::string_view(" ,;)]}'\"`").contains(c); });
  if (goes_on_with_time(text.substr(at))) {
    ++at;
    skip([](char c) { return is_digit(c) || c == ':' || c == '.' || c == 'Z'; });
  }
  skip([](char c) { return std::string_view("'\"`)]}").contains(c); });
  skip([](char c) { return c == ',' || c == ';' || c == ' '; });
  return at;
}

std::string without_labelled(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const bool begins = i == 0 || (!is_letter(text[i - 1]) && !is_digit(text[i - 1]));
    const std::size_t bytes = begins && is_letter(text[i]) ? labelled_id_bytes(text.substr(i)) : 0;
    if (bytes == 0) {
      out += text[i++];
      continue;
    }
    // A bracket or quotation mark that opened for the label alone.
    while (!out.empty() && is_bracket_or_quote(out.back())) out.pop_back();
    i += bytes;
  }
  return out;
}

// "1m2.345s": a fraction of a second was measured; whole ones may be somebody's setting.
bool is_measured(std::string_view word) {
  while (!word.empty() && std::string_view(".,;)").contains(word.back())) word.remove_suffix(1);
  while (!word.empty() && word.front() == '(') word.remove_prefix(1);
  const auto is_part = [](char c) { return is_digit(c) || c == '.' || c == 'h' || c == 'm'; };
  return word.size() > 3 && word.ends_with('s') && is_digit(word.front()) && word.contains('.') &&
         std::ranges::all_of(word.substr(0, word.size() - 1), is_part);
}

bool is_left_over(std::string_view word) {
  const auto is_mark = [&](std::string_view mark) { return word.contains(mark); };
  constexpr std::string_view empties[] = {"()", "[]", "{}", "(,", ",", "."};
  return std::ranges::any_of(scrub_marks, is_mark) || is_measured(word) ||
         std::ranges::find(empties, word) != std::end(empties);
}

bool leads_to_duration(std::string_view word) {
  return word == "after" || word == "in" || word == "for" || word == "within";
}

}  // namespace

std::string without_ids(std::string_view text) {
  const std::string plain = without_labelled(text);
  std::vector<std::string_view> kept;
  for (const std::string_view word : split(plain, ' ')) {
    if (word.empty()) continue;
    if (!is_left_over(word)) {
      kept.push_back(word);
    } else if (is_measured(word) && !kept.empty() && leads_to_duration(kept.back())) {
      kept.pop_back();
    }
  }
  return join(std::span<const std::string_view>(kept), " ");
}

}  // namespace telltale
