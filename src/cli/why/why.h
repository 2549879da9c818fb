// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale why TYPE/NAME [CONDITION]`: the verdict, what to do, the row that decided with its
// evidence, and what changes it next.

#include "cli/flag_groups/reading_flags.h"

namespace telltale::cli {

enum class WhyOutput : std::uint8_t { Text, Wide, Json, Yaml };
// Of the questions that were asked: the one that decided, or all with their answers.
enum class WhyRows : std::uint8_t { Deciding, All };

struct WhyOptions {
  ReadOptions read = {};
  std::string type = {};
  std::string name = {};
  std::string condition = {};  // empty: the one that sums up the object
  WhyOutput output = WhyOutput::Text;
  WhyRows rows = WhyRows::Deciding;
  Watching watching = Watching::Off;
};

}  // namespace telltale::cli
