// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a command declares, as text: help, completion and manual pages are made of this.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace telltale::cli {

// The headings under which flags are listed, in the order of help. Own are those of one command.
enum class FlagGroup : std::uint8_t {
  Own,
  Reading,
  Writing,
  Judging,
  Server,
  Store,
  Audit,
  Replicas,
  Webhook,
  Metrics,
  General,
};

// "Reading"; of Own "Flags".
std::string_view title_of(FlagGroup group);

struct FlagText {
  std::string names;
  std::string type;
  std::string help;
  std::vector<std::string> values = {};  // that can stand behind it; none: anything
  FlagGroup group = FlagGroup::Own;
  bool repeats = false;

  // "--output"; "-o" where there is no longer one.
  std::string_view long_name() const;
  // "-o, --output FORMAT".
  std::string spelling() const;
};

struct Example {
  std::string line;
  std::string comment = {};  // what it is for, where the line does not say so
};

struct CommandText {
  std::vector<FlagText> flags = {};  // in the order of their groups
  std::string operands = {};         // "TYPE/NAME"; empty: it takes none
  std::string operands_help = {};
  std::string usage = {};  // "TYPE/NAME [CONDITION]"
  // What completion offers there; only asked when completion is.
  std::vector<std::string> (*operand_values)() = nullptr;
  bool operands_are_files = false;
  // What words on the command's screens mean: {"✗ Stuck", "a human must act"}.
  std::vector<std::pair<std::string, std::string>> words = {};
  std::string notes = {};  // sentences
  std::vector<Example> examples = {};
};

}  // namespace telltale::cli
