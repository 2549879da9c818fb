// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/component_health.h"

#include <array>
#include <set>
#include <string>

#include "base/text.h"

namespace telltale::legacy {
namespace {

enum class Answer : std::size_t { Error, Warning, Info, Good, Unknown };
constexpr std::size_t answers = 5;

std::optional<Answer> answer_of(const LegacyCondition& condition) {
  if (condition.condition.status == Status::True) return Answer::Good;
  if (condition.condition.status == Status::Unknown) return Answer::Unknown;
  switch (condition.severity) {
    case LegacySeverity::Error:
      return Answer::Error;
    case LegacySeverity::Warning:
      return Answer::Warning;
    case LegacySeverity::Info:
      return Answer::Info;
    case LegacySeverity::None:
      break;
  }
  return std::nullopt;
}

// A Machine may be in several of them.
using Names = std::array<std::set<std::string_view>, answers>;

Names sort_out(const OwnedMachines& owned, std::span<const std::string_view> types) {
  Names names;
  for (const OwnedMachine& machine : owned.machines) {
    for (const std::string_view type : types) {
      const LegacyCondition* condition = find_legacy(machine.conditions, type);
      if (condition == nullptr) continue;
      if (const auto answer = answer_of(*condition)) {
        names[static_cast<std::size_t>(*answer)].insert(machine.judged->object->key.name);
      }
    }
  }
  return names;
}

std::string listed(const std::set<std::string_view>& names) {
  return join(std::vector<std::string_view>(names.begin(), names.end()), ", ");
}

}  // namespace

std::optional<LegacyCondition> add_up(const OwnedMachines& owned, const ComponentHealth& health,
                                      Arena& arena) {
  constexpr struct {
    Answer answer;
    LegacySeverity severity;
    std::string_view word;
  } troubles[] = {{Answer::Error, LegacySeverity::Error, "errors"},
                  {Answer::Warning, LegacySeverity::Warning, "warnings"},
                  {Answer::Info, LegacySeverity::Info, "info"}};
  const Names names = sort_out(owned, health.types);
  const auto said = [&](Answer answer) -> const std::set<std::string_view>& {
    return names[static_cast<std::size_t>(answer)];
  };
  for (const auto& trouble : troubles) {
    if (said(trouble.answer).empty()) continue;
    return bad(health.into, health.unhealthy, trouble.severity,
               arena.keep(format("Following Machines are reporting {} {}: {}", health.note,
                                 trouble.word, listed(said(trouble.answer)))));
  }
  if (!said(Answer::Good).empty()) return good(health.into);
  if (said(Answer::Unknown).empty()) return std::nullopt;
  return unclear(health.into, health.unknown,
                 arena.keep(format("Following Machines are reporting unknown {} status: {}",
                                   health.note, listed(said(Answer::Unknown)))));
}

}  // namespace telltale::legacy
