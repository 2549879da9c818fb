// SPDX-License-Identifier: Apache-2.0
#pragma once

// A tree as the rows of a screen, top to bottom, before anybody knows how wide the screen is.

#include <span>
#include <string>
#include <vector>

#include "base/instant.h"
#include "cli/screen/terminal.h"
#include "cli/tree/tree.h"
#include "report/tree/tree.h"
#include "report/tree/tree_groups.h"

namespace telltale::cli {

// How the lines of the tree are drawn; all of them are three cells wide.
struct TreeGlyphs {
  std::string_view branch = "├─ ";
  std::string_view last = "└─ ";
  std::string_view pipe = "│  ";
  std::string_view blank = "   ";
};
TreeGlyphs glyphs_for(const Terminal& terminal);

struct TreeRow {
  enum class Sort : std::uint8_t {
    Object,
    Condition,  // of the object above
    Across,     // a sentence that stands below the name, over all columns
  };
  struct Painted {
    std::string text = {};
    Paint paint = Paint::None;
  };

  Sort sort = Sort::Object;
  std::string stem = {};        // the lines before the name
  std::string stem_below = {};  // the lines before what is told below the name
  std::string kind = {};        // "control plane KubeadmControlPlane", "27 Machines", "workers"
  std::string short_kind = {};  // "control plane KCP"; where there is little room
  std::vector<std::string> names = {};  // of a group several
  std::size_t names_total = 0;
  std::string version = {};  // left out where the name needs the room
  std::string suffix = {};   // "paused"
  Paint name_paint = Paint::None;
  // Machines that are told together fare alike, so that their counters say what the rest of the
  // row says too; their names may have the room.
  bool counters_may_go = false;
  std::string ready = {};
  std::string available = {};
  std::string up_to_date = {};
  Painted condition = {};
  std::string since = {};
  std::string message = {};   // may have several lines
  std::size_t lines_max = 0;  // of the message on a terminal

  bool has_counters() const { return !ready.empty() || !available.empty() || !up_to_date.empty(); }
};

struct TreeView {
  const TreeOptions& options;
  const JudgedIndex& judged;
  Instant now = no_time;
  TreeGlyphs glyphs = {};
};

std::vector<TreeRow> rows_of(const TreeNode& root, const TreeView& view);

}  // namespace telltale::cli
