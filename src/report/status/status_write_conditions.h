// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which conditions a write may say, and which of them are news: the policies, the conditions on
// which others act, ownership and the limits of lists, before anything is put into JSON.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "report/status/status_write.h"

namespace telltale {

// One condition of a write.
struct SaidCondition {
  Condition condition = {};
  bool is_news = false;  // differs from the stored one; else it is said again to stay
};

struct Choice {
  std::vector<SaidCondition> said = {};        // in the order of the judged list
  std::vector<std::string_view> dropped = {};  // stored now, and gone after the write
  std::vector<std::string> let_go = {};        // ours, and not to be written any more
  // Ours, and to be said again though nobody can read them: a manager that gave up a part of one
  // left it without a status.
  std::vector<std::string> unreadable = {};

  bool has_news() const;
};

// The conditions that stand where telltale writes them.
Conditions stored_conditions(const WriteBase& base);

// Where items have owners: also what must be said again. Reasons that the API would refuse are
// rewritten into `arena`.
Choice choose_for_map(const WriteBase& base, const WriteRules& rules, Arena& arena);
// Where the list is one value: news only, since all else stays as it stands in the list.
Choice choose_for_list(const WriteBase& base, const WriteRules& rules);

// When the object is old enough for what is withheld only because it is young.
std::optional<Instant> first_claim(const WriteBase& base, const WriteRules& rules);

// The reason itself where the API takes it, else the nearest one that it takes.
std::string_view legal_reason(std::string_view reason, Arena& arena);

}  // namespace telltale
