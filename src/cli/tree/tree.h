// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale tree`: what belongs to what, from the Cluster down to the Node, with the causes on top.

#include <cstdint>
#include <optional>
#include <string>

#include "cli/flag_groups/reading_flags.h"
#include "cli/tree/tree_conditions.h"
#include "report/tree/grow_tree.h"
#include "report/tree/tree_groups.h"

namespace telltale::cli {

enum class TreeOutput : std::uint8_t { Text, Json, Yaml };
enum class Branches : std::uint8_t { All, Problems };

struct TreeOptions {
  ReadOptions read = {.namespaces = Namespaces::All};  // about the fleet
  std::string type = {};                               // with the name; empty: every Cluster
  std::string name = {};
  GrowOptions grow = {};
  Grouping::Merge merge = Grouping::Merge::Likes;
  Branches branches = Branches::All;
  ConditionFilter conditions = {};
  std::optional<unsigned> depth = {};  // levels below the root; nothing: all of them
  TreeOutput output = TreeOutput::Text;
  Headers headers = Headers::Shown;
  Watching watching = Watching::Off;
};

}  // namespace telltale::cli
