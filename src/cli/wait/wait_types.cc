// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait_types.h"

#include <algorithm>

#include "base/closest.h"
#include "base/letters.h"
#include "base/text.h"
#include "catalog/names.h"
#include "catalog/polarity.h"
#include "cli/screen/wording.h"
#include "cli/source/find_object.h"
#include "convert/dialect.h"

namespace telltale::cli {
namespace {

constexpr std::size_t letters_of_beginning_min = 3;
constexpr std::size_t offered_max = 3;

// By the names of both dialects.
void add_known_types(std::string_view kind, std::vector<std::string_view>& types) {
  for (const TypeFacts& facts : all_type_facts()) {
    if (facts.kind != kind && facts.kind != any_kind) continue;
    types.push_back(facts.type);
    types.push_back(written_type(upstream_dialect(), kind, facts.type));
  }
}

std::vector<std::string_view> known_types(const std::vector<TypedTarget>& targets) {
  std::vector<std::string_view> kinds;
  for (const TypedTarget& target : targets) {
    if (is_judged(target.group, target.kind)) kinds.push_back(target.kind);
  }
  std::ranges::sort(kinds);
  kinds.erase(std::ranges::unique(kinds).begin(), kinds.end());
  std::vector<std::string_view> types;
  for (const std::string_view kind : kinds) add_known_types(kind, types);
  std::ranges::sort(types);
  types.erase(std::ranges::unique(types).begin(), types.end());
  return types;
}

// Those that begin with what was typed, else those that are spelled nearly like it.
std::vector<std::string_view> types_near(std::string_view typed,
                                         const std::vector<std::string_view>& known) {
  std::vector<std::string_view> near;
  if (typed.size() >= letters_of_beginning_min) {
    for (const std::string_view type : known) {
      const bool begins = same_letters(type.substr(0, typed.size()), typed);
      if (begins && near.size() < offered_max) near.push_back(type);
    }
  }
  return near.empty() ? closest(typed, known, offered_max) : near;
}

Result<void> check_type(const Expectation& expectation, const std::vector<std::string_view>& known,
                        const std::vector<TypedTarget>& targets) {
  const std::string_view typed = expectation.type;
  const auto is_it = [&](std::string_view type) { return same_letters(type, typed); };
  if (std::ranges::any_of(known, is_it)) return {};
  const bool there = std::ranges::any_of(
      targets, [&](const TypedTarget& target) { return has_condition(target.document, typed); });
  if (there) return {};
  const std::vector<std::string_view> near = types_near(typed, known);
  if (near.empty()) return {};
  return fail(Error::Kind::Invalid,
              format("no condition \"{}\" is there or known; did you mean {}?", printable(typed),
                     alternatives({near.begin(), near.end()})));
}

}  // namespace

Result<void> check_types(std::span<const Expectation> expectations,
                         const std::vector<TypedTarget>& targets) {
  const auto is_condition = [](const Expectation& one) {
    return one.kind == Expectation::Kind::Condition;
  };
  if (std::ranges::none_of(expectations, is_condition)) return {};
  const std::vector<std::string_view> known = known_types(targets);
  for (const Expectation& expectation : expectations) {
    if (!is_condition(expectation)) continue;
    if (const Result<void> fits = check_type(expectation, known, targets); !fits) return fits;
  }
  return {};
}

}  // namespace telltale::cli
