// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lines of a summary before they become text, so that a caller may rearrange them.

#include <cstddef>
#include <span>
#include <string_view>

namespace telltale {

// Printed as "* <label>:" and the indented text.
struct SummaryLine {
  std::string_view label;  // the condition's type
  std::string_view text;   // its message, or its reason when it has none
};

// Works in place and returns how many lines are left. Plain data; the context must outlive the
// call.
struct LineRule {
  using Rewrite = std::size_t (*)(std::span<SummaryLine> lines, const void* context);

  Rewrite rewrite = nullptr;  // nothing: the lines stand
  const void* context = nullptr;

  std::size_t operator()(std::span<SummaryLine> lines) const {
    return rewrite == nullptr ? lines.size() : rewrite(lines, context);
  }
};

// Types that are one thing to the reader, such as the four control plane Pods of a Machine.
struct LineGroup {
  std::span<const std::string_view> types;
  std::string_view label;
};

// When two or more lines of the group say the same and none says otherwise, one line under the
// group's label takes the place of the first. Also usable as a rule: {collapse_rule, &group}.
std::size_t collapse(std::span<SummaryLine> lines, const LineGroup& group);
std::size_t collapse_rule(std::span<SummaryLine> lines, const void* group);

}  // namespace telltale
