// SPDX-License-Identifier: Apache-2.0
#include "classify/innermost.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "classify/characters.h"
#include "classify/innermost_pairs.h"
#include "classify/without_ids.h"

namespace telltale {
namespace {

constexpr std::size_t segments_max = 64;
// A tail of fewer words says too little alone: "connection refused".
constexpr std::size_t telling_words_min = 5;

// On one line, with quotation marks as they were before somebody put the text into a string.
std::string steady(std::string_view message) {
  message = message.substr(0, utf8_prefix(message, innermost_read_bytes_max));
  std::string out;
  out.reserve(message.size());
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    const char next = i + 1 < message.size() ? message[i + 1] : '\0';
    const bool escaped_blank = c == '\\' && (next == 'n' || next == 'r' || next == 't');
    if (escaped_blank) ++i;
    if (escaped_blank || is_blank(c)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (c != '\\' || (next != '"' && next != '\\')) {
      out += c;
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string_view word_before(std::string_view text, std::string_view ends) {
  return text.substr(0, std::min(text.find_first_of(ends), text.size()));
}

// A word that names a failure as programs do: VcpuLimitExceeded, InvalidAMIID.NotFound,
// QUOTA_EXCEEDED, quotaExceeded.
bool is_code(std::string_view word) {
  if (word.size() < 4 || !is_letter(word.front())) return false;
  const auto is_part = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '_'; };
  if (!std::ranges::all_of(word, is_part)) return false;
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (is_large(word[i]) && is_small(word[i - 1])) return true;
    if (word[i] == '_' && is_large(word[i - 1])) return true;
  }
  return false;
}

// What stands in front of the error in the shape of one library.
using Unwrap = std::optional<std::string> (*)(std::string_view);

std::optional<std::string> behind_last(std::string_view text, std::string_view marker) {
  const std::size_t at = text.rfind(marker);
  if (at == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(at + marker.size()));
}

// "rpc error: code = PermissionDenied desc = caller lacks permission"
std::optional<std::string> unwrap_rpc(std::string_view text) {
  constexpr std::string_view code_label = "code = ";
  const std::size_t desc = text.rfind(" desc = ");
  if (desc == std::string_view::npos) return std::nullopt;
  const std::size_t code = text.rfind(code_label, desc);
  if (code == std::string_view::npos) return std::nullopt;
  const std::string_view name =
      text.substr(code + code_label.size(), desc - code - code_label.size());
  const std::string_view inside = text.substr(desc + std::string_view(" desc = ").size());
  const bool tells = name != "Unknown" && name != "Internal" && !name.contains(' ');
  return tells ? format("{}: {}", name, inside) : std::string(inside);
}

// "googleapi: Error 403: Quota 'CPUS' exceeded. Limit: 24.0 in region us-central1., quotaExceeded"
std::optional<std::string> unwrap_google(std::string_view text) {
  constexpr std::string_view label = "googleapi: Error ";
  const std::size_t at = text.rfind(label);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(at + label.size());
  const std::size_t colon = rest.find(": ");
  if (colon != std::string_view::npos && colon <= 3) rest.remove_prefix(colon + 2);
  const std::size_t comma = rest.rfind(", ");
  if (comma == std::string_view::npos) return std::string(rest);
  const std::string_view reason = rest.substr(comma + 2);
  const bool is_reason = !reason.empty() && std::ranges::all_of(reason, is_letter);
  return is_reason ? format("{}: {}", reason, rest.substr(0, comma)) : std::string(rest);
}

// "An error occurred (UnauthorizedOperation) when calling the RunInstances operation: You are ..."
std::optional<std::string> unwrap_boto(std::string_view text) {
  constexpr std::string_view label = "n error occurred (";
  const std::size_t at = text.rfind(label);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + label.size());
  const std::size_t operation = rest.find(" operation");
  const std::size_t colon =
      operation == std::string_view::npos ? operation : rest.find("): ", operation);
  const std::size_t plain =
      operation == std::string_view::npos ? operation : rest.find(": ", operation);
  if (plain == std::string_view::npos) return std::nullopt;
  // "(reached max retries: 4): We ..." has a colon of its own.
  const bool retried = rest.substr(operation).starts_with(" operation (");
  const std::size_t begin = retried && colon != std::string_view::npos ? colon + 3 : plain + 2;
  return format("{}: {}", word_before(rest, ")"), rest.substr(begin));
}

template <std::size_t Size>
struct Marker {
  char text[Size];
  constexpr Marker(const char (&typed)[Size]) {  // NOLINT: a literal as it stands
    std::copy_n(typed, Size, text);
  }
};

template <Marker marker>
std::optional<std::string> unwrap_behind(std::string_view text) {
  return behind_last(text, marker.text);
}

// The more specific first; each is asked once, of what those before have left.
constexpr Unwrap unwraps[] = {
    unwrap_behind<"with fleet error(s), ">,
    unwrap_behind<"Original Error: ">,
    unwrap_behind<"Encountered exception while fetching: ">,
    error_in_pairs,
    unwrap_behind<" api error ">,
    unwrap_boto,
    unwrap_google,
    unwrap_rpc,
    unwrap_behind<" caused by: ">,
    unwrap_behind<"Status Reason: ">,
    unwrap_behind<"ServerFaultCode: ">,
    unwrap_behind<"RESPONSE ERROR: ">,
};

// Where the parts of "a: b (c: d): e" begin; what is in brackets or quotation marks is one thing.
std::vector<std::size_t> segments_of(std::string_view text, bool minds_brackets) {
  std::vector<std::size_t> begins = {0};
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < text.size() && begins.size() < segments_max; ++i) {
    const char c = text[i];
    if (minds_brackets) {
      if (c == '"') quoted = !quoted;
      if (!quoted && (c == '(' || c == '[' || c == '{')) ++depth;
      if (!quoted && depth > 0 && (c == ')' || c == ']' || c == '}')) --depth;
    }
    if (c == ':' && text[i + 1] == ' ' && depth == 0 && !quoted) begins.push_back(i + 2);
  }
  const bool torn = depth > 0 || quoted;
  return minds_brackets && torn ? segments_of(text, false) : begins;
}

// An installer's log goes on with what all layers above say of the same error.
std::string_view before_epitaph(std::string_view text) {
  for (const std::string_view word : {" level=fatal ", " FATAL failed to "}) {
    const std::size_t at = text.find(word);
    if (at != std::string_view::npos && at > 0) return text.substr(0, at);
  }
  return text;
}

// What a layer says about itself while it hands on the error of another.
bool is_wrapper(std::string_view segment) {
  constexpr std::string_view beginnings[] = {
      "failed",    "failure",        "error",     "err ",    "unable",         "could not",
      "couldn't",  "cannot",         "can't",     "fatal",   "panic",          "reconciler",
      "reconcile", "internal error", "terraform", "problem", "invalid status", "operation error"};
  const std::string small = lower(segment);
  const auto begins = [&](std::string_view word) { return small.starts_with(word); };
  if (std::ranges::any_of(beginnings, begins)) return true;
  if (small.ends_with(" failed") || small.contains(" failed to ") || small.contains('#')) {
    return true;
  }
  // "creating EC2 Instance", "launching nodeclaim, creating instance": at work on something.
  const std::string_view first = word_before(small, " ");
  return first.size() > 5 && first.ends_with("ing") && first.size() < small.size();
}

std::size_t words_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, ' ')) + (text.empty() ? 0 : 1);
}

// Behind the last layer that only hands on; with that layer where too little would be left.
std::string_view behind_layers(std::string_view text) {
  const std::vector<std::size_t> begins = segments_of(text, true);
  std::size_t chosen = 0;
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    const std::string_view segment = text.substr(begins[i], begins[i + 1] - 2 - begins[i]);
    if (!is_code(segment) && is_wrapper(segment)) chosen = i + 1;
  }
  const std::string_view tail = text.substr(begins[chosen]);
  const bool tells = is_code(word_before(tail, ": ")) || words_in(tail) >= telling_words_min;
  return tells || chosen == 0 ? tail : text.substr(begins[chosen - 1]);
}

void trim_ends(std::string& text) {
  constexpr std::string_view loose = " .,;:-(";
  text.erase(text.find_last_not_of(loose) == std::string::npos ? 0
                                                               : text.find_last_not_of(loose) + 1);
  text.erase(0, std::min(text.find_first_not_of(" .,;:-)"), text.size()));
}

std::string shortened(std::string text) {
  constexpr std::string_view more = "…";
  if (text.size() <= innermost_bytes_max) return text;
  text.resize(utf8_prefix(text, innermost_bytes_max - more.size()));
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text += more;
}

}  // namespace

std::string innermost_error(std::string_view message) {
  std::string text = steady(message);
  text.resize(before_epitaph(text).size());
  for (const Unwrap unwrap : unwraps) {
    std::optional<std::string> inside = unwrap(text);
    if (inside && !trim(*inside).empty()) text = std::move(*inside);
  }
  std::string inner = without_ids(behind_layers(text));
  trim_ends(inner);
  if (inner.empty()) {
    inner = without_ids(text);
    trim_ends(inner);
  }
  return shortened(std::move(inner));
}

}  // namespace telltale
