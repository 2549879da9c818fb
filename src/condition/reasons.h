// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reasons of several writers in one condition, joined by commas: "LaunchFailed,QuotaExceeded".
// Each writer knows its own closed set and never clears what another one said.
//
//   constexpr std::string_view words[] = {"LaunchFailed", "RegistrationFailed"};
//   constexpr ReasonGroup ours{words};
//   if (ours.may_clear(condition.reason)) ...

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"

namespace telltale {

// The last word of a list that had to be cut.
inline constexpr std::string_view reasons_truncated = "ReasonsTruncated";

// In the order written; empty parts are left out.
std::vector<std::string_view> split_reasons(std::string_view joined);

// Sorted, each once, within the API's 1024 bytes; what does not fit is replaced by one last
// "ReasonsTruncated". Parts that are no valid reason are left out, parts that are lists are split.
std::string_view join_reasons(std::span<const std::string_view> reasons, Arena& arena);

// How much of a joined reason belongs to a writer.
enum class Claim : std::uint8_t { None, Some, All };

struct ReasonGroup {
  std::span<const std::string_view> words;

  // Is this one reason ours?
  bool owns(std::string_view reason) const;
  Claim claim_on(std::string_view joined) const;
  // Only when every joined reason is ours. An empty reason is nobody's.
  bool may_clear(std::string_view joined) const { return claim_on(joined) == Claim::All; }
  // What the others said, sorted; empty when all of it was ours.
  std::string_view without_ours(std::string_view joined, Arena& arena) const;
};

}  // namespace telltale
