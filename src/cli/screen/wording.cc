// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/wording.h"

#include <algorithm>
#include <chrono>
#include <span>

#include "base/closest.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "catalog/polarity.h"

namespace telltale::cli {

std::string verdict_text(Verdict verdict) {
  const auto glyph = [verdict] {
    switch (verdict) {
      case Verdict::Healthy:
        return "✓";
      case Verdict::Working:
        return "~";
      case Verdict::Stuck:
        return "✗";
      case Verdict::Unknown:
        break;
    }
    return "?";
  };
  return format("{} {}", glyph(), to_text(verdict));
}

Paint paint_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Healthy:
      return Paint::Good;
    case Verdict::Working:
      return Paint::Moving;
    case Verdict::Stuck:
      return Paint::Bad;
    case Verdict::Unknown:
      break;
  }
  return Paint::Doubtful;
}

ExitCode exit_code_of(Verdict verdict) {
  if (verdict == Verdict::Stuck) return ExitCode::Stuck;
  return verdict == Verdict::Unknown ? ExitCode::Unknown : ExitCode::Fine;
}

Standing standing_of(std::string_view kind, const Condition& condition, Verdict verdict) {
  if (tells_movement(kind, condition)) return Standing::Moving;
  switch (priority_on(kind, condition)) {
    case Priority::Issue:
      return verdict == Verdict::Stuck ? Standing::Bad : Standing::Moving;
    case Priority::Unknown:
      return Standing::Unclear;
    case Priority::Info:
      break;
  }
  return Standing::Good;
}

Standing standing_of(const Judged& judged, const Condition& condition) {
  const std::string_view kind = judged.object->key.kind;
  const Standing standing = standing_of(kind, condition, judged.verdict);
  const bool is_cause =
      judged.verdict == Verdict::Stuck && judged.cause.condition == condition.type;
  return standing == Standing::Moving && is_cause ? Standing::Bad : standing;
}

bool is_good(std::string_view kind, const Condition& condition) {
  return priority_on(kind, condition) == Priority::Info;
}

std::string_view glyph_of(Standing standing) {
  switch (standing) {
    case Standing::Good:
      return "✓";
    case Standing::Moving:
      return "~";
    case Standing::Bad:
      return "✗";
    case Standing::Unclear:
      break;
  }
  return "?";
}

Paint paint_of(Standing standing) {
  switch (standing) {
    case Standing::Good:
      return Paint::Good;
    case Standing::Moving:
      return Paint::Moving;
    case Standing::Bad:
      return Paint::Bad;
    case Standing::Unclear:
      break;
  }
  return Paint::Doubtful;
}

std::string with_commas(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string age_text(Instant since, Instant now) {
  return is_set(since) ? format_age(now - since) : "<unknown>";
}

std::string clock_text(Instant instant, Instant now) {
  using std::chrono::days;
  using std::chrono::floor;
  const std::string whole = format_rfc3339(instant);
  constexpr std::size_t date_bytes = 11;  // "2026-01-01T"
  return floor<days>(instant) == floor<days>(now) ? whole.substr(date_bytes) : whole;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
  if (!text.empty() && text.find_first_not_of(harmless) == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "'";
  for (const char byte : text) quoted += byte == '\'' ? "'\\''" : std::string(1, byte);
  return printable(quoted + "'");
}

std::string type_word(const Key& key) {
  const auto named = std::ranges::count(judged_kinds(), key.kind, &Kind::kind);
  std::string word = lower(key.kind);
  if (named > 1 && !key.group.empty()) word += format(".{}", key.group);
  return shell_word(word);
}

std::string runbook_line(std::string_view program, std::string_view page) {
  return format("{} runbook {}", program, shell_word(page));
}

std::string why_line(std::string_view program, const Key& key) {
  std::string command = format("{} why {}/{}", program, type_word(key), shell_word(key.name));
  if (!key.namespace_name.empty()) command += format(" -n {}", shell_word(key.namespace_name));
  return command;
}

std::string alternatives(std::vector<std::string> words) {
  if (words.empty()) return {};
  const std::string last = std::move(words.back());
  words.pop_back();
  if (words.empty()) return last;
  return format("{} or {}", join(std::span<const std::string>(words), ", "), last);
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> names) {
  std::vector<std::string> near;
  for (const std::string_view name : closest(typed, names)) near.push_back(printable(name));
  if (near.empty()) return {};
  return format("; did you mean {}?", alternatives(std::move(near)));
}

}  // namespace telltale::cli
