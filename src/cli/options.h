// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was asked for, one plain struct per command. Made by parse.h from a command line; everything
// in here has been checked.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/instant.h"
#include "cli/terminal.h"
#include "convert/dialect.h"
#include "fleet/fleet.h"
#include "observe/world.h"
#include "report/report.h"

namespace telltale::cli {

enum class Loudness : std::uint8_t { Normal, Quiet };
enum class Headers : std::uint8_t { Shown, Hidden };

// What all commands that read a world share.
struct ReadOptions {
  std::vector<std::string> paths;
  ReportFilter filter;
  std::optional<Instant> now;  // nothing: the newest time in the dump
  std::optional<DialectName> dialect = DialectName::Proposal;  // nothing: as the dump speaks
  Completeness completeness = Completeness::Partial;
  unsigned threads = 1;
  Loudness loudness = Loudness::Normal;
};

enum class CheckOutput : std::uint8_t { Table, Wide, Json, Yaml, Name };

struct CheckOptions {
  ReadOptions read;
  CheckOutput output = CheckOutput::Table;
  Headers headers = Headers::Shown;
};

enum class WhyOutput : std::uint8_t { Text, Json, Yaml };

struct WhyOptions {
  ReadOptions read;
  std::string type = {};
  std::string name = {};
  std::string condition = {};  // empty: the one that sums up the object
  WhyOutput output = WhyOutput::Text;
};

enum class TablesOutput : std::uint8_t { Text, Markdown, Json, Dot, Mermaid };

struct TablesOptions {
  std::string name;  // empty: all of them
  TablesOutput output = TablesOutput::Text;
};

enum class VersionOutput : std::uint8_t { Text, Json };

struct VersionOptions {
  VersionOutput output = VersionOutput::Text;
};

enum class Shell : std::uint8_t { Bash, Zsh, Fish };

struct CompletionOptions {
  Shell shell = Shell::Bash;
};

struct GenerateOptions {
  fleet::FleetOptions fleet;
};

using Command = std::variant<CheckOptions, WhyOptions, TablesOptions, VersionOptions,
                             CompletionOptions, GenerateOptions>;

struct Invocation {
  Command command;
  ColorChoice color = ColorChoice::Auto;
};

}  // namespace telltale::cli
