// SPDX-License-Identifier: Apache-2.0
#include "condition/summary.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/check.h"
#include "base/text.h"
#include "condition/caps.h"
#include "condition/indent.h"

namespace telltale {
namespace {

constexpr std::string_view missing_message = "Condition not yet reported";

Result<void> check_overrides(Conditions conditions, Conditions overrides) {
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const std::string_view type = overrides[i].type;
    if (find_condition(overrides.first(i), type) != nullptr) {
      return fail(Error::Kind::Invalid,
                  format("override condition {} specified multiple times", type));
    }
    if (find_condition(conditions, type) == nullptr) {
      return fail(Error::Kind::Invalid,
                  format("override condition {} must exist in the source object", type));
    }
  }
  return {};
}

Result<void> check_options(Conditions conditions, const SummaryOptions& options) {
  if (options.types.empty()) {
    return fail(Error::Kind::Invalid, "a summary needs at least one condition type");
  }
  if (options.types.size() > summary_types_max || options.overrides.size() > summary_types_max) {
    return fail(Error::Kind::TooLarge,
                format("a summary takes at most {} condition types", summary_types_max));
  }
  const auto is_target = [&](const SummaryType& part) { return part.type == options.into; };
  if (std::ranges::any_of(options.types, is_target)) {
    return fail(Error::Kind::Invalid,
                format("a summary cannot include {}, its own target", options.into));
  }
  return check_overrides(conditions, options.overrides);
}

// Gates may name a type twice, or one that is there anyway; the first mention counts.
bool mentioned_before(std::span<const SummaryType> types, std::size_t index) {
  const auto same = [&](const SummaryType& part) { return part.type == types[index].type; };
  return std::ranges::any_of(types.first(index), same);
}

// Calls for every condition in scope, in the order of the types.
template <class Visit>
void for_each_in_scope(Conditions conditions, const SummaryOptions& options, Visit visit) {
  for (std::size_t i = 0; i < options.types.size(); ++i) {
    const auto& [type, polarity, refusal] = options.types[i];
    if (!refusal.empty()) {
      visit(Condition{.type = type, .status = Status::False, .message = refusal}, Priority::Issue);
      continue;
    }
    if (mentioned_before(options.types, i)) continue;

    const Condition* found = find_condition(options.overrides, type);
    if (found == nullptr) found = find_condition(conditions, type);
    if (found != nullptr) {
      visit(*found, options.priority(*found, polarity));
    } else if (std::ranges::find(options.may_be_missing, type) == options.may_be_missing.end()) {
      const Condition missing{.type = type, .reason = not_yet_reported, .message = missing_message};
      visit(missing, options.priority(missing, polarity));
    }
  }
}

// The first look decides everything but the message. Most objects are well and need no second one.
struct FirstLook {
  std::size_t in_scope = 0;
  Priority top = Priority::Info;
  bool has_messages = false;
};

FirstLook look(Conditions conditions, const SummaryOptions& options) {
  FirstLook seen;
  for_each_in_scope(conditions, options, [&](const Condition& condition, Priority priority) {
    ++seen.in_scope;
    seen.top = std::min(seen.top, priority);
    seen.has_messages |= !condition.message.empty();
  });
  return seen;
}

// Good news is told only where there is no other, and only by those who have something to say.
bool is_told(const Condition& condition, Priority priority, Priority top) {
  if (priority != Priority::Info) return true;
  return top == Priority::Info && !condition.message.empty();
}

std::string_view compose_lines(std::span<const SummaryLine> lines, Arena& arena) {
  std::string text;
  for (const SummaryLine& line : lines) {
    if (text.size() > condition_message_bytes_max) break;
    if (!text.empty()) text += '\n';
    text += "* ";
    text += line.label;
    text += ':';
    append_indented(text, line.text);
  }
  return keep_message(text, arena);
}

std::string_view tell(Conditions conditions, const SummaryOptions& options, Priority top,
                      Arena& arena) {
  std::array<SummaryLine, summary_types_max> lines;
  std::size_t count = 0;
  for_each_in_scope(conditions, options, [&](const Condition& condition, Priority priority) {
    if (!is_told(condition, priority, top)) return;
    const bool speaks = !condition.message.empty();
    lines[count++] = {condition.type, speaks ? condition.message : condition.reason};
  });
  const std::size_t left = options.lines(std::span(lines).first(count));
  check(left <= count, "a line rule may drop lines but not add any");
  return compose_lines(std::span(lines).first(left), arena);
}

}  // namespace

Result<Condition> summarize(Conditions conditions, const SummaryOptions& options, Arena& arena) {
  if (const auto sound = check_options(conditions, options); !sound) return fail(sound.error());
  const FirstLook seen = look(conditions, options);
  if (seen.in_scope == 0) {
    return fail(Error::Kind::Invalid, "there is no condition to be summarized");
  }

  Condition summary{.type = options.into,
                    .status = merged_status(seen.top, options.polarity),
                    .reason = merged_reason(seen.top, options.reasons)};
  if (seen.top != Priority::Info || seen.has_messages) {
    summary.message = tell(conditions, options, seen.top, arena);
  }
  return summary;
}

}  // namespace telltale
