// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait_words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line/usage.h"
#include "cli/get/get_words.h"
#include "convert/duration.h"

namespace telltale::cli {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr milliseconds a_week = std::chrono::days(7);
constexpr std::string_view wait_form =
    "wait TYPE/NAME... or TYPE NAME..., or TYPE with --all or -l SELECTOR";

std::optional<milliseconds> read_milliseconds(std::string_view typed) {
  const std::optional<std::int64_t> nanoseconds = convert::parse_duration(typed);
  if (!nanoseconds) return std::nullopt;
  const auto rounded = duration_cast<milliseconds>(std::chrono::nanoseconds(*nanoseconds));
  // A little is not nothing: zero means something else.
  return *nanoseconds > 0 ? std::max(rounded, milliseconds(1)) : rounded;
}

Result<void> read_some(std::string_view flag, std::span<const std::string> typed,
                       std::vector<Expectation>& expectations) {
  if (typed.size() > wait_expectations_max) {
    return usage(format("{} can be said {} times", flag, wait_expectations_max));
  }
  for (const std::string& one : typed) {
    Result<Expectation> expectation = parse_expectation(flag, one);
    if (!expectation) return fail(expectation.error());
    expectations.push_back(std::move(*expectation));
  }
  return {};
}

}  // namespace

Result<void> read_wait_subjects(std::span<const std::string> words, WaitSelection selection,
                                WaitOptions& options) {
  if (words.empty()) return usage(format("wait needs to know for what; expected {}", wait_form));
  if (words.front().contains('/')) {
    if (selection == WaitSelection::Named) return read_pairs(words, wait_form, options.subjects);
    return usage("--all and -l choose among all objects of a type; they do not go with names");
  }
  const bool named = words.size() > 1;
  if (named != (selection == WaitSelection::Named)) {
    return usage(named
                     ? "--all and -l choose among all objects of a type; they do not go with names"
                     : format("name something, or say --all; expected {}", wait_form));
  }
  for (const std::string_view type : split(words.front(), ',')) {
    if (type.empty()) return usage(format("a type is missing; expected {}", wait_form));
    if (!named) options.subjects.push_back({std::string(type), {}});
    for (const std::string& name : words.subspan(1)) {
      options.subjects.push_back({std::string(type), name});
    }
  }
  return {};
}

Result<void> read_expectations(std::span<const std::string> expected,
                               std::span<const std::string> failing, WaitOptions& options) {
  if (const Result<void> read = read_some("--for", expected, options.expected); !read) return read;
  if (const Result<void> read = read_some("--fail-on", failing, options.failing); !read)
    return read;
  if (options.expected.empty()) {
    return usage(
        "wait needs to know for what: --for=condition=Ready, "
        "--for=jsonpath='{.status.phase}'=Running, --for=verdict=Healthy, create or delete");
  }
  if (asks_for(options.expected, Expectation::Kind::Delete) && options.expected.size() > 1) {
    return usage("--for=delete stands alone: nothing else can hold of what is gone");
  }
  if (asks_for(options.failing, Expectation::Kind::Create)) {
    return usage("--fail-on=create: what exists already would fail at once");
  }
  return {};
}

Result<milliseconds> read_wait_timeout(std::string_view typed) {
  if (typed.empty()) return WaitOptions{}.timeout;
  const std::optional<milliseconds> timeout = read_milliseconds(typed);
  if (!timeout) {
    return usage(format("--timeout {} is no duration such as 30s, 5m, 0 or -1s", printable(typed)));
  }
  return *timeout < milliseconds(0) ? a_week : *timeout;
}

Result<milliseconds> read_request_timeout(std::string_view typed) {
  if (typed.empty()) return ConnectOptions{}.request_timeout;
  std::uint32_t seconds = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, seconds);
  if (error == std::errc() && stop == end) return std::chrono::seconds(seconds);
  const std::optional<milliseconds> timeout = read_milliseconds(typed);
  if (timeout && *timeout >= milliseconds(0)) return *timeout;
  return usage(format("--request-timeout {} is no duration such as 10s or 2m", printable(typed)));
}

}  // namespace telltale::cli
