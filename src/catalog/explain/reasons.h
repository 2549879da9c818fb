// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every type and reason that telltale may write, read off the tables, so that automation can be
// written against a list. Printed by reasons_page.h. What Merge and Mirror rows write stands in no
// row; it is data here, and a test proves that no such row was forgotten.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/condition.h"

namespace telltale {

// Whatever a provider chose, where its condition is copied.
inline constexpr std::string_view any_reason = "*";
// Reasons that every condition of every kind may have.
inline constexpr std::string_view any_type = "*";

// What a reason does to the verdict of its object.
enum class VerdictEffect : std::uint8_t {
  Never,          // good, or not enough to say
  AfterPatience,  // Stuck when it stays for too long
  Terminal,       // only a human helps, however long one waits
};

struct WrittenReason {
  std::string_view kind;               // or any_kind
  std::string_view type;               // the proposal's name, or the only one
  std::string_view reason;             // the proposal's name, or any_reason
  std::optional<Status> status = {};   // nothing: that of the condition it is copied from
  std::vector<std::string> when = {};  // one sentence for each row that says it
};

// Kinds and conditions in the order of the tables, reasons in the order of the rows.
std::vector<WrittenReason> written_reasons();

// Names of either dialect.
bool is_terminal(std::string_view kind, std::string_view type, std::string_view reason);
VerdictEffect effect_of(const WrittenReason& written);
std::string_view to_text(VerdictEffect effect);

}  // namespace telltale
