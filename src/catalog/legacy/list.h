// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy conditions of one object while they are computed, and the two ways in which v1beta1
// made one condition of others: a mirror of an object's Ready, and an aggregation over many of
// them.
//
//   LegacyList list(stored, now, arena);
//   list.set(good("BootstrapReady"));
//   list.set(bad("NodeHealthy", "NodeNotFound", LegacySeverity::Error));
//   status.conditions = list.finish();

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "condition/legacy.h"

namespace telltale::legacy {

// What the API server takes of a legacy condition.
inline constexpr std::size_t reason_bytes_max = 256;
inline constexpr std::size_t message_bytes_max = 10240;

// As on the wire; empty for None.
constexpr std::string_view to_text(LegacySeverity severity) {
  switch (severity) {
    case LegacySeverity::Error:
      return "Error";
    case LegacySeverity::Warning:
      return "Warning";
    case LegacySeverity::Info:
      return "Info";
    case LegacySeverity::None:
      break;
  }
  return {};
}

constexpr LegacyCondition good(std::string_view type) {
  return {.condition = {.type = type, .status = Status::True}};
}
constexpr LegacyCondition bad(std::string_view type, std::string_view reason,
                              LegacySeverity severity, std::string_view message = {}) {
  return {
      .condition = {.type = type, .status = Status::False, .reason = reason, .message = message},
      .severity = severity};
}
constexpr LegacyCondition unclear(std::string_view type, std::string_view reason,
                                  std::string_view message) {
  return {
      .condition = {.type = type, .status = Status::Unknown, .reason = reason, .message = message}};
}

class LegacyList {
 public:
  LegacyList(std::vector<LegacyCondition> stored, Instant now, Arena& arena);

  // The time moves when status, severity, reason or message do, unlike that of the new conditions.
  // A condition that was not there may bring its own.
  void set(LegacyCondition condition);
  // Nothing leaves the list as it is.
  void set(const std::optional<LegacyCondition>& condition);
  void remove(std::string_view type);

  const LegacyCondition* find(std::string_view type) const;
  // A condition that is not there is Unknown.
  Status status(std::string_view type) const;
  LegacyConditions view() const { return conditions_; }
  // In the order of v1beta1, kept in the arena.
  LegacyConditions finish();
  Arena& arena() { return arena_; }

 private:
  std::vector<LegacyCondition> conditions_;
  Instant now_;
  Arena& arena_;
};

const LegacyCondition* find_legacy(LegacyConditions conditions, std::string_view type);

// Ready of one of many; nothing when it has none.
struct Source {
  std::string_view kind = {};
  std::string_view name = {};
  std::optional<LegacyCondition> ready = {};
};

// The first of the most severe ones by name speaks for all: its reason says whose it is, and the
// message counts those that are ready among all. Nothing when nobody has a Ready condition.
std::optional<LegacyCondition> aggregate(std::string_view into, std::span<const Source> sources,
                                         Arena& arena);

}  // namespace telltale::legacy
