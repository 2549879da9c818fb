// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags of every command that reads a world: from files or from which server, as of when, in
// which names. And the small groups that several commands share: output, headers, watching.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "cli/command_line/flags.h"
#include "cli/flag_groups/judging_flags.h"
#include "client/kubeconfig/kubeconfig.h"
#include "convert/dialect.h"
#include "observe/world.h"
#include "report/report.h"

namespace telltale::cli {

enum class Loudness : std::uint8_t { Normal, Quiet };
enum class Headers : std::uint8_t { Shown, Hidden };

// Which server, as whom, and with how much patience.
struct ConnectOptions {
  client::AccessFlags access = {};
  std::chrono::milliseconds request_timeout{60'000};
  // Where the running telltale answers questions about what no API object holds.
  std::string telltale = "http://127.0.0.1:7480";
  enum class Address : std::uint8_t { Default, Typed } telltale_address = Address::Default;
};

// What is meant where no -n was typed: that of the kubeconfig's context, or everything.
enum class Namespaces : std::uint8_t { OfContext, All };

// What all commands that read a world share.
struct ReadOptions {
  std::vector<std::string> paths = {};  // none: the API server that the kubeconfig names
  ReportFilter filter = {};
  Namespaces namespaces = Namespaces::OfContext;
  std::string context_namespace = "default";  // of a server: as its kubeconfig says
  ConnectOptions connect = {};
  std::optional<Instant> now = {};  // nothing: the newest time in the dump, the clock of a server
  std::optional<DialectName> dialect = DialectName::Proposal;  // nothing: as the world speaks
  bool dialect_typed = false;
  // Of what was not typed the running telltale says, or the defaults do.
  JudgingOptions judging = {};
  Completeness completeness = Completeness::Partial;
  unsigned threads = 1;
  Loudness loudness = Loudness::Normal;

  bool is_live() const { return paths.empty(); }
};

// Once, or again and again as the server changes; Only leaves out what is there at the start.
enum class Watching : std::uint8_t { Off, On, Only };

// -f, the server, the telltale that runs, namespaces, judging, threads and -q.
void declare_reading(Flags& flags, ReadOptions& options);
// A selector as kubectl takes it.
[[nodiscard]] Result<void> read_selector(std::string_view typed, Selector& selector);
// -l, with what help calls those that are chosen.
void declare_selector(Flags& flags, Selector& selector, std::string_view help);
// -w and --watch-only.
void declare_watching(Flags& flags, Watching& watching, const ReadOptions& read);
void declare_no_headers(Flags& flags, Headers& headers, std::string_view help);
// Files behind the command or behind -f, of a command that reads nothing else. In the order of the
// words, those behind -f last.
void declare_paths(Flags& flags, std::vector<std::string>& paths, const Operands& operands,
                   std::string_view flag_help);
// Which server: of the kubeconfig its file, context, cluster and user.
void declare_kubeconfig(Flags& flags, client::AccessFlags& access, std::string_view file_help);

// -o as one of a few words; the word for what is shown without -o is not among them.
template <class Format>
void declare_output(Flags& flags, Format& format, std::string_view help,
                    const std::type_identity_t<Choices<Format>>& choices) {
  flags.choose({"-o,--output", "FORMAT", help}, format, choices);
}

// Help says what the four verdicts mean, and their signs.
void explain_verdicts(Flags& flags);

// Every type of condition that is judged, for completion.
std::vector<std::string> condition_names();

// The object that `why` and `history` are about, and one of its conditions or all.
struct ObjectSubject {
  std::string& type;
  std::string& name;
  std::string& condition;
};
// TYPE/NAME [CONDITION], or TYPE NAME [CONDITION].
void declare_subject(Flags& flags, std::string_view command, ObjectSubject subject);

}  // namespace telltale::cli
