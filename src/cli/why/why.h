// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale why TYPE/NAME [CONDITION]`: every row asked, in order, the evidence, what changes it
// next, and what to do.

#include "cli/flag_groups/reading_flags.h"

namespace telltale::cli {

enum class WhyOutput : std::uint8_t { Text, Json, Yaml };

struct WhyOptions {
  ReadOptions read = {};
  std::string type = {};
  std::string name = {};
  std::string condition = {};  // empty: the one that sums up the object
  WhyOutput output = WhyOutput::Text;
  Watching watching = Watching::Off;
};

}  // namespace telltale::cli
