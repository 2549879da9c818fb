// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whose conditions `tree --show-conditions` lists: "all", "Kind" or "Kind/name", parted by commas,
// in upper or lower case. A "+" behind one leaves out what is good and has nothing to add.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/tree/tree.h"

namespace telltale::cli {

struct ConditionFilter {
  struct Item {
    std::string kind = {};  // in lower case; empty: every kind
    std::string name = {};  // empty: every name
    bool telling_only = false;

    bool operator==(const Item&) const = default;
  };

  std::vector<Item> items = {};  // none: nothing is shown

  bool shows(const TreeNode& node, const Condition& condition) const;
  // Whether the very object was asked for: then nothing of it is folded.
  bool names(const TreeNode& node) const;
};

inline constexpr std::size_t condition_filter_items_max = 100;

[[nodiscard]] Result<ConditionFilter> parse_condition_filter(std::string_view typed);

}  // namespace telltale::cli
