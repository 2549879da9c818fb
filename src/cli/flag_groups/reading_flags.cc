// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/reading_flags.h"

#include <algorithm>
#include <charconv>
#include <thread>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "catalog/polarity.h"
#include "cli/screen/wording.h"
#include "http/url.h"

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;

// A number alone is seconds; zero is for ever.
Result<milliseconds> read_request_timeout(std::string_view typed) {
  std::uint32_t seconds = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, seconds);
  if (error == std::errc() && stop == end) return std::chrono::seconds(seconds);
  const std::optional<milliseconds> timeout = parse_milliseconds(typed);
  if (timeout && *timeout >= milliseconds(0)) return *timeout;
  return usage(
      format("--request-timeout must be a duration such as 10s or 2m, not {}", printable(typed)));
}

Result<void> read_telltale(std::string_view typed, ConnectOptions& options) {
  options.telltale = typed;
  options.telltale_address = ConnectOptions::Address::Typed;
  while (options.telltale.ends_with('/')) options.telltale.pop_back();
  if (http::parse_url(options.telltale)) return {};
  return usage(
      format("--telltale must be a URL such as http://127.0.0.1:7480, not {}", printable(typed)));
}

// The server to talk to where no -f says otherwise, as kubectl names it.
void declare_server(Flags& flags, ConnectOptions& options) {
  const Flags::Scope server = flags.group(FlagGroup::Server);
  client::AccessFlags& access = options.access;
  declare_kubeconfig(flags, access, "the kubeconfig to use (default: $KUBECONFIG, ~/.kube/config)");
  flags.text({"--as", "USER", "act as this user"}, access.as_user);
  flags.text({"--as-uid", "UID", "act as this UID"}, access.as_uid);
  flags.texts({"--as-group", "GROUP", "act as a member of this group"}, access.as_groups);
  flags.read(
      {"--request-timeout", "DURATION", "how long one request may take (default: 1m; 0: no limit)"},
      [&options](std::string_view typed) {
        return keep(read_request_timeout(typed), options.request_timeout);
      });
  flags.read({"--telltale", "URL",
              "the running telltale, for its settings and what no API object holds (default: the "
              "address that it wrote, else http://127.0.0.1:7480)"},
             [&options](std::string_view typed) { return read_telltale(typed, options); });
}

void declare_namespaces(Flags& flags, ReadOptions& options) {
  const bool fleet = options.namespaces == Namespaces::All;
  flags.text({"-n,--namespace", "NS",
              fleet ? "only objects in this namespace (default: all namespaces)"
                    : "objects in this namespace (default: the context's; with -f: all)"},
             options.filter.namespace_name);
  flags.on({"-A,--all-namespaces", "",
            fleet ? "objects in all namespaces (the default)" : "objects in all namespaces"},
           [&options] {
             options.filter.namespace_name.clear();
             options.namespaces = Namespaces::All;
           });
}

void declare_read_dialect(Flags& flags, ReadOptions& options) {
  flags.choose({"--dialect", "NAME",
                "names to use: proposal, upstream or auto (default: proposal for files, auto for "
                "servers); see telltale help dialects"},
               options.dialect,
               {{"proposal", DialectName::Proposal},
                {"upstream", DialectName::Upstream},
                {"auto", std::nullopt}});
  flags.check([&flags, &options]() -> Result<void> {
    options.dialect_typed = flags.typed("--dialect");
    // A server is spoken to as it speaks.
    if (!options.dialect_typed && options.is_live()) options.dialect = std::nullopt;
    return {};
  });
}

Result<void> read_subject(std::string_view command, std::span<const std::string> typed,
                          const ObjectSubject& subject) {
  std::vector<std::string> words(typed.begin(), typed.end());
  if (!words.empty()) {
    const std::size_t slash = words.front().find('/');
    if (slash != std::string::npos) {
      words.insert(words.begin() + 1, words.front().substr(slash + 1));
      words.front().resize(slash);
    }
  }
  if (words.size() < 2 || words.size() > 3 || words[0].empty() || words[1].empty()) {
    return usage(format("expected {} TYPE/NAME [CONDITION]", command));
  }
  subject.type = words[0];
  subject.name = words[1];
  if (words.size() == 3) subject.condition = words[2];
  return {};
}

}  // namespace

std::vector<std::string> condition_names() {
  std::vector<std::string> names;
  for (const TypeFacts& facts : all_type_facts()) names.emplace_back(facts.type);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

void declare_kubeconfig(Flags& flags, client::AccessFlags& access, std::string_view file_help) {
  flags.text({"--kubeconfig", "FILE", file_help}, access.kubeconfig);
  flags.text({"--context", "NAME", "the context of the kubeconfig to use"}, access.context);
  flags.text({"--cluster", "NAME", "the cluster of the kubeconfig to use"}, access.cluster);
  flags.text({"--user", "NAME", "the user of the kubeconfig to use"}, access.user);
}

namespace {

// As of when, in which names, and by which rules.
void declare_read_judging(Flags& flags, ReadOptions& options) {
  const Flags::Scope judging = flags.group(FlagGroup::Judging);
  flags.read({"--now", "RFC3339",
              "judge as of this instant (default: the newest in the dump, or the clock)"},
             [&options](std::string_view typed) { return keep(read_now(typed), options.now); });
  declare_read_dialect(flags, options);
  flags.on({"--complete", "", "the dump holds everything: what is missing does not exist"},
           options.completeness, Completeness::Complete);
  declare_judging(
      flags, options.judging, options.dialect,
      {.connection_grace = "how long a Cluster may be out of reach (default: 40s, upstream 50s)",
       .conditions_grace = "how long its last known conditions stay valid (default: 5m)",
       .thresholds = "how long a failure lasts before a node pool reports it: "
                     "CloudQuotaExceeded=15m,...",
       .registration_ttl = "how long a Karpenter node may take to register (default: 15m)"});
}

}  // namespace

void declare_reading(Flags& flags, ReadOptions& options) {
  const Flags::Scope reading = flags.group(FlagGroup::Reading);
  flags.texts(
      {"-f,--filename", "PATH", "file, folder or archive to read instead of a server; - is stdin"},
      options.paths);
  declare_namespaces(flags, options);
  declare_read_judging(flags, options);
  declare_server(flags, options.connect);
  options.threads = 0;
  flags.number({"--threads", "N", "how many threads to use (default: one per core)"},
               options.threads);
  flags.check([&options]() -> Result<void> {
    if (options.threads == 0) options.threads = std::thread::hardware_concurrency();
    options.threads = std::clamp(options.threads, 1U, threads_max);
    return {};
  });
  flags.on({"-q,--quiet", "", "only errors and warnings on stderr"}, options.loudness,
           Loudness::Quiet);
}

Result<void> read_selector(std::string_view typed, Selector& selector) {
  Result<Selector> read = parse_selector(typed);
  if (!read) return usage(format("-l: {}", printable(read.error().detail)));
  selector = std::move(*read);
  return {};
}

void declare_selector(Flags& flags, Selector& selector, std::string_view help) {
  flags.read({"-l,--selector", "SELECTOR", help},
             [&selector](std::string_view typed) { return read_selector(typed, selector); });
}

void declare_watching(Flags& flags, Watching& watching, const ReadOptions& read) {
  flags.on({"-w,--watch", "", "stay, and show what changes; Ctrl-C ends it"}, watching,
           Watching::On);
  flags.on({"--watch-only", "", "only what changes from now on"}, watching, Watching::Only);
  flags.check([&watching, &read]() -> Result<void> {
    // To go on watching there must be something that changes.
    if (watching == Watching::Off || read.is_live()) return {};
    return usage("-w watches a server; what -f names is read once");
  });
}

void declare_no_headers(Flags& flags, Headers& headers, std::string_view help) {
  flags.on({"--no-headers", "", help}, headers, Headers::Hidden);
}

void declare_paths(Flags& flags, std::vector<std::string>& paths, const Operands& operands,
                   std::string_view flag_help) {
  flags.offer_files();
  flags.operands(operands, [&paths](std::span<const std::string> typed) -> Result<void> {
    paths.insert(paths.begin(), typed.begin(), typed.end());
    return {};
  });
  flags.texts({"-f,--filename", operands.name, flag_help}, paths);
}

void explain_verdicts(Flags& flags) {
  flags.word(verdict_text(Verdict::Stuck), "a human must act; telltale says what to do first");
  flags.word(verdict_text(Verdict::Working), "it gets there by itself, and still has time to");
  flags.word(verdict_text(Verdict::Unknown), "not enough data to say; it never means \"bad\"");
  flags.word(verdict_text(Verdict::Healthy), "it is as its owner wants it");
}

void declare_subject(Flags& flags, std::string_view command, ObjectSubject subject) {
  flags.operands(
      {"TYPE/NAME", "the object, and a condition if it is about one", "TYPE/NAME [CONDITION]"},
      [command, subject](std::span<const std::string> typed) {
        return read_subject(command, typed, subject);
      });
  flags.offer_operands(condition_names);
}

}  // namespace telltale::cli
