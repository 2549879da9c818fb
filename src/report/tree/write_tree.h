// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tree as data: every object by itself, with a hint which of its siblings a screen would say it
// together with. Fields that have nothing to say are left out.

#include <span>
#include <string>

#include "report/tree/tree.h"
#include "report/write_report.h"

namespace telltale {

struct TreeDocument {
  Instant now = no_time;
  std::span<const TreeNode> roots = {};
  const JudgedIndex& judged;
  std::span<const ReportNote> errors = {};
  std::span<const ReportNote> warnings = {};
};

void write_tree(const TreeDocument& document, ReportLayout layout, const ReportSink& sink);

}  // namespace telltale
