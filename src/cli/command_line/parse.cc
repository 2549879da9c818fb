// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/parse.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/check.h"
#include "base/parallel.h"
#include "base/text.h"
#include "catalog/settings.h"
#include "classify/platform.h"
#include "cli/command_line/audit_flags.h"
#include "cli/command_line/flags.h"
#include "cli/command_line/overview.h"
#include "cli/command_line/pool_flags.h"
#include "cli/command_line/usage.h"
#include "cli/get/get_words.h"
#include "cli/manifests/manifests_rbac_flags.h"
#include "cli/wait/wait_words.h"
#include "http/url.h"
#include "server/access/credentials/credentials.h"
#include "server/service.h"

namespace telltale::cli {
namespace {

template <class Value>
using Names = std::vector<std::pair<std::string_view, Value>>;

// kubectl's users write -o=json as well as -o json and -ojson.
std::string_view plain_value(std::string_view typed) {
  if (typed.starts_with('=')) typed.remove_prefix(1);
  return typed;
}

template <class Value>
Result<Value> choose(std::string_view flag, std::string_view typed, const Names<Value>& names) {
  std::vector<std::string_view> known;
  for (const auto& [name, value] : names) {
    if (name == plain_value(typed)) return value;
    if (!name.empty()) known.push_back(name);
  }
  return usage(format("{} {} is none of {}", flag, printable(plain_value(typed)),
                      join(std::span<const std::string_view>(known), ", ")));
}

Result<Instant> read_now(std::string_view typed) {
  const std::optional<Instant> now = parse_rfc3339(plain_value(typed));
  if (now) return *now;
  return usage(
      format("--now {} is no RFC 3339 time such as 2026-01-01T10:07:00Z", printable(typed)));
}

Result<std::optional<Seconds>> read_grace(std::string_view flag, std::string_view typed) {
  if (typed.empty()) return std::nullopt;
  return read_duration(flag, plain_value(typed));
}

Result<void> read_graces(const Typed& typed, ReadOptions& options) {
  const auto connection = read_grace("--cluster-probe-grace-period", typed.connection_grace);
  if (!connection) return fail(connection.error());
  const auto conditions = read_grace("--remote-conditions-grace-period", typed.conditions_grace);
  if (!conditions) return fail(conditions.error());
  options.connection_grace = *connection;
  options.conditions_grace = *conditions;
  const Settings standard;
  return check_graces(connection->value_or(standard.connection_grace()),
                      conditions->value_or(standard.remote_conditions_grace));
}

Result<void> read_pool_rules(const Typed& typed, ReadOptions& options) {
  Result<std::vector<TypedThreshold>> thresholds = read_typed_thresholds(typed.thresholds);
  if (!thresholds) return fail(thresholds.error());
  options.thresholds = std::move(*thresholds);
  const auto nodes = read_node_conditions(plain_value(typed.node_conditions), options.dialect);
  if (!nodes) return fail(nodes.error());
  options.node_conditions = *nodes;
  const auto ttl = read_grace("--registration-ttl", typed.registration_ttl);
  if (!ttl) return fail(ttl.error());
  options.registration_ttl = *ttl;
  return {};
}

Result<void> read_connect(const Typed& typed, ConnectOptions& options) {
  options.access = {.kubeconfig = typed.kubeconfig,
                    .context = typed.context,
                    .cluster = typed.cluster,
                    .user = typed.user,
                    .as_user = typed.as_user,
                    .as_uid = typed.as_uid,
                    .as_groups = typed.as_groups};
  const auto timeout = read_request_timeout(plain_value(typed.request_timeout));
  if (!timeout) return fail(timeout.error());
  options.request_timeout = *timeout;
  if (typed.telltale.empty()) return {};
  options.telltale = plain_value(typed.telltale);
  options.telltale_address = ConnectOptions::Address::Typed;
  while (options.telltale.ends_with('/')) options.telltale.pop_back();
  if (http::parse_url(options.telltale)) return {};
  return usage(
      format("--telltale {} is no URL such as http://127.0.0.1:7480", printable(typed.telltale)));
}

// To go on watching there must be something that changes.
Result<Watching> read_watching(const Typed& typed) {
  if (!typed.watch && !typed.watch_only) return Watching::Off;
  if (!typed.paths.empty()) return usage("-w watches a server; what -f names is read once");
  return typed.watch_only ? Watching::Only : Watching::On;
}

unsigned usable_threads(unsigned typed) {
  return std::clamp(typed == 0 ? std::thread::hardware_concurrency() : typed, 1U, threads_max);
}

Result<ReadOptions> read_options(const Typed& typed) {
  ReadOptions options;
  options.paths = typed.paths;
  options.completeness = typed.complete ? Completeness::Complete : Completeness::Partial;
  options.loudness = typed.quiet ? Loudness::Quiet : Loudness::Normal;
  options.threads = usable_threads(typed.threads);
  if (!typed.all_namespaces) options.filter.namespace_name = plain_value(typed.namespace_name);
  if (typed.all_namespaces) options.namespaces = Namespaces::All;
  if (!typed.selector.empty()) {
    Result<Selector> selector = parse_selector(plain_value(typed.selector));
    if (!selector) return usage(format("-l: {}", printable(selector.error().detail)));
    options.filter.selector = std::move(*selector);
  }
  if (!typed.now.empty()) {
    const Result<Instant> now = read_now(typed.now);
    if (!now) return fail(now.error());
    options.now = *now;
  }
  using Choice = std::optional<DialectName>;
  // A server is spoken to as it speaks.
  const Choice usual = options.is_live() ? Choice() : DialectName::Proposal;
  const Result<Choice> dialect = choose<Choice>("--dialect", typed.dialect,
                                                {{"", usual},
                                                 {"proposal", DialectName::Proposal},
                                                 {"upstream", DialectName::Upstream},
                                                 {"auto", std::nullopt}});
  if (!dialect) return fail(dialect.error());
  options.dialect = *dialect;
  options.dialect_typed = !typed.dialect.empty();
  if (const Result<void> connect = read_connect(typed, options.connect); !connect) {
    return fail(connect.error());
  }
  if (const Result<void> graces = read_graces(typed, options); !graces) {
    return fail(graces.error());
  }
  if (const Result<void> rules = read_pool_rules(typed, options); !rules) {
    return fail(rules.error());
  }
  return options;
}

Result<Command> to_check(const Typed& typed, std::string_view) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  const Result<CheckOutput> output = choose<CheckOutput>("-o", typed.output,
                                                         {{"", CheckOutput::Table},
                                                          {"wide", CheckOutput::Wide},
                                                          {"json", CheckOutput::Json},
                                                          {"yaml", CheckOutput::Yaml},
                                                          {"name", CheckOutput::Name}});
  if (!output) return fail(output.error());
  return CheckOptions{.read = std::move(*read),
                      .output = *output,
                      .headers = typed.no_headers ? Headers::Hidden : Headers::Shown};
}

// TYPE/NAME [CONDITION], or TYPE NAME [CONDITION].
template <class Options>
Result<void> read_subject(std::string_view command, const std::vector<std::string>& typed,
                          Options& options) {
  std::vector<std::string> words = typed;
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
  options.type = words[0];
  options.name = words[1];
  if (words.size() == 3) options.condition = words[2];
  return {};
}

Result<Command> to_why(const Typed& typed, std::string_view) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  WhyOptions options{.read = std::move(*read)};
  if (const Result<void> subject = read_subject("why", typed.words, options); !subject) {
    return fail(subject.error());
  }
  const Result<WhyOutput> output = choose<WhyOutput>(
      "-o", typed.output,
      {{"", WhyOutput::Text}, {"json", WhyOutput::Json}, {"yaml", WhyOutput::Yaml}});
  if (!output) return fail(output.error());
  options.output = *output;
  return options;
}

// TYPE/NAME, TYPE NAME, or nothing for every Cluster.
Result<void> read_tree_subject(const std::vector<std::string>& typed, TreeOptions& options) {
  if (typed.empty()) return {};
  const std::size_t slash = typed.front().find('/');
  const bool joined = slash != std::string::npos;
  if (typed.size() == (joined ? 1 : 2)) {
    options.type = typed.front().substr(0, slash);
    options.name = joined ? typed.front().substr(slash + 1) : typed.back();
  }
  if (options.type.empty() || options.name.empty()) {
    return usage("expected tree [TYPE/NAME]");
  }
  return {};
}

Result<unsigned> read_depth(std::string_view typed) {
  constexpr unsigned depth_max = 100;
  unsigned depth = 0;
  const std::string_view text = plain_value(typed);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), depth);
  if (error == std::errc() && end == text.data() + text.size() && depth <= depth_max) return depth;
  return usage(format("--depth {} is no number from 0 to {}", printable(typed), depth_max));
}

Result<Command> to_tree(const Typed& typed, std::string_view) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  TreeOptions options{.read = std::move(*read)};
  if (const Result<void> subject = read_tree_subject(typed.words, options); !subject) {
    return fail(subject.error());
  }
  const Result<Watching> watching = read_watching(typed);
  if (!watching) return fail(watching.error());
  options.watching = *watching;
  if (!typed.show_conditions.empty()) {
    Result<ConditionFilter> filter = parse_condition_filter(plain_value(typed.show_conditions));
    if (!filter) return fail(filter.error());
    options.conditions = std::move(*filter);
  }
  if (!typed.depth.empty()) {
    const Result<unsigned> depth = read_depth(typed.depth);
    if (!depth) return fail(depth.error());
    options.depth = *depth;
  }
  if (typed.show_machine_sets) options.grow.sets = GrowOptions::Sets::All;
  if (typed.show_references) options.grow.references = GrowOptions::References::All;
  if (typed.expand) options.merge = Grouping::Merge::Nothing;
  if (typed.problems) options.branches = Branches::Problems;
  if (typed.no_headers) options.headers = Headers::Hidden;
  const Result<TreeOutput> output = choose<TreeOutput>(
      "-o", typed.output,
      {{"", TreeOutput::Text}, {"json", TreeOutput::Json}, {"yaml", TreeOutput::Yaml}});
  if (!output) return fail(output.error());
  options.output = *output;
  return options;
}

Result<Command> to_get(const Typed& typed, std::string_view) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  GetOptions options{.read = std::move(*read)};
  options.headers = typed.no_headers ? Headers::Hidden : Headers::Shown;
  options.labels = typed.show_labels ? LabelsColumn::Shown : LabelsColumn::Hidden;
  const bool one_namespace = !options.read.filter.namespace_name.empty();
  if (one_namespace) options.namespaces = NamespaceColumn::Hidden;
  if (typed.all_namespaces) options.namespaces = NamespaceColumn::Shown;
  for (const Result<void>& taken :
       {read_get_subjects(typed.words, options), read_get_output(typed.output, options),
        read_get_stage(typed.stage, options), read_sort_by(typed.sort_by, options),
        read_label_columns(typed.label_columns, options)}) {
    if (!taken) return fail(taken.error());
  }
  const Result<Watching> watching = read_watching(typed);
  if (!watching) return fail(watching.error());
  options.watching = *watching;
  return options;
}

Result<Command> to_wait(const Typed& typed, std::string_view) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  WaitOptions options{.read = std::move(*read)};
  options.selector = plain_value(typed.selector);
  if (typed.all && !typed.selector.empty()) return usage("--all and -l say different things");
  const WaitSelection labelled =
      typed.selector.empty() ? WaitSelection::Named : WaitSelection::Labelled;
  for (const Result<void>& taken :
       {read_wait_subjects(typed.words, typed.all ? WaitSelection::All : labelled, options),
        read_expectations(typed.expected, typed.failing, options)}) {
    if (!taken) return fail(taken.error());
  }
  const auto timeout = read_wait_timeout(plain_value(typed.timeout));
  if (!timeout) return fail(timeout.error());
  options.timeout = *timeout;
  const Result<WaitOutput> output = choose<WaitOutput>("-o", typed.output,
                                                       {{"", WaitOutput::Text},
                                                        {"name", WaitOutput::Name},
                                                        {"json", WaitOutput::Json},
                                                        {"yaml", WaitOutput::Yaml}});
  if (!output) return fail(output.error());
  options.output = *output;
  return options;
}

Result<Command> to_history(const Typed& typed, std::string_view) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  HistoryOptions options{.read = std::move(*read)};
  if (const Result<void> subject = read_subject("history", typed.words, options); !subject) {
    return fail(subject.error());
  }
  const Result<HistoryOutput> output = choose<HistoryOutput>(
      "-o", typed.output,
      {{"", HistoryOutput::Text}, {"json", HistoryOutput::Json}, {"yaml", HistoryOutput::Yaml}});
  if (!output) return fail(output.error());
  options.output = *output;
  return options;
}

Result<Command> to_runbook(const Typed& typed, std::string_view) {
  const Result<RunbookOutput> output = choose<RunbookOutput>(
      "-o", typed.output, {{"", RunbookOutput::Text}, {"markdown", RunbookOutput::Markdown}});
  if (!output) return fail(output.error());
  if (typed.words.size() > 1) return usage("runbook takes one reason at most");
  return RunbookOptions{.reason = typed.words.empty() ? "" : typed.words.front(),
                        .output = *output};
}

Result<Command> to_tables(const Typed& typed, std::string_view) {
  const Result<TablesOutput> output = choose<TablesOutput>("-o", typed.output,
                                                           {{"", TablesOutput::Text},
                                                            {"markdown", TablesOutput::Markdown},
                                                            {"json", TablesOutput::Json},
                                                            {"dot", TablesOutput::Dot},
                                                            {"mermaid", TablesOutput::Mermaid}});
  if (!output) return fail(output.error());
  if (typed.words.size() > 1) return usage("tables takes one name at most");
  if (typed.reasons && !typed.words.empty()) return usage("--reasons lists those of all tables");
  if (typed.reasons && (*output == TablesOutput::Dot || *output == TablesOutput::Mermaid)) {
    return usage("--reasons goes with -o markdown or json");
  }
  return TablesOptions{.name = typed.words.empty() ? "" : typed.words.front(),
                       .output = *output,
                       .subject = typed.reasons ? TablesSubject::Reasons : TablesSubject::Tables};
}

Result<Command> to_version(const Typed& typed, std::string_view) {
  const Result<VersionOutput> output = choose<VersionOutput>(
      "-o", typed.output, {{"", VersionOutput::Text}, {"json", VersionOutput::Json}});
  if (!output) return fail(output.error());
  return VersionOptions{.output = *output};
}

Result<Command> to_completion(const Typed& typed, std::string_view) {
  if (typed.words.size() != 1) return usage("completion needs one of bash, zsh, fish");
  const Result<Shell> shell =
      choose<Shell>("completion", typed.words.front(),
                    {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}});
  if (!shell) return fail(shell.error());
  return CompletionOptions{.shell = *shell};
}

Result<Command> to_generate(const Typed& typed, std::string_view) {
  if (typed.words.size() != 1 || typed.words.front() != "fleet") {
    return usage("generate makes one thing so far: generate fleet");
  }
  fleet::FleetOptions options = typed.fleet;
  const Result<fleet::Format> format = choose<fleet::Format>("-o", typed.output,
                                                             {{"", fleet::Format::Yaml},
                                                              {"yaml", fleet::Format::Yaml},
                                                              {"json", fleet::Format::Json},
                                                              {"ndjson", fleet::Format::Ndjson}});
  if (!format) return fail(format.error());
  const Result<fleet::Dialect> dialect =
      choose<fleet::Dialect>("--dialect", typed.dialect,
                             {{"", fleet::Dialect::Upstream},
                              {"upstream", fleet::Dialect::Upstream},
                              {"proposal", fleet::Dialect::Proposal}});
  if (!dialect) return fail(dialect.error());
  const Result<fleet::ApiVersion> version = choose<fleet::ApiVersion>(
      "--api-version", typed.api_version,
      {{"v1beta1", fleet::ApiVersion::V1Beta1}, {"v1beta2", fleet::ApiVersion::V1Beta2}});
  if (!version) return fail(version.error());
  if (!typed.now.empty()) {
    const Result<Instant> now = read_now(typed.now);
    if (!now) return fail(now.error());
    options.now = *now;
  }
  options.format = *format;
  options.dialect = *dialect;
  options.api_version = *version;
  if (const Result<void> valid = fleet::validate(options); !valid) return fail(valid.error());
  return GenerateOptions{.fleet = options};
}

Result<Platform> read_platform(std::string_view typed) {
  if (typed.empty()) return Platform::Any;
  if (const std::optional<Platform> platform = parse_platform(plain_value(typed))) return *platform;
  std::vector<std::string_view> names;
  for (const Platform platform : all_platforms()) names.push_back(to_text(platform));
  return usage(format("--platform {} is none of {}", printable(plain_value(typed)),
                      join(std::span<const std::string_view>(names), ", ")));
}

Result<Command> to_classify(const Typed& typed, std::string_view) {
  ClassifyOptions options{.paths = typed.words};
  options.paths.insert(options.paths.end(), typed.paths.begin(), typed.paths.end());
  if (options.paths.empty()) options.paths.emplace_back("-");
  if (typed.no_headers) options.headers = Headers::Hidden;
  const Result<Platform> platform = read_platform(typed.platform);
  if (!platform) return fail(platform.error());
  const Result<ClassifyOutput> output = choose<ClassifyOutput>("-o", typed.output,
                                                               {{"", ClassifyOutput::Table},
                                                                {"text", ClassifyOutput::Table},
                                                                {"json", ClassifyOutput::Json}});
  if (!output) return fail(output.error());
  options.platform = *platform;
  options.output = *output;
  return options;
}

Result<convert::Stage> read_stage(const Typed& typed) {
  using convert::Stage;
  if (typed.to.empty()) return usage("convert needs a version to go to: --to v1beta1 or v1beta2");
  const Result<Stage> stage =
      choose<Stage>("--to", typed.to, {{"v1beta1", Stage::V1Beta1}, {"v1beta2", Stage::V1Beta2}});
  if (!stage || !typed.after_removal) return stage;
  if (*stage == Stage::V1Beta2) return Stage::V1Beta2AfterRemoval;
  return usage("--after-removal goes with --to v1beta2: it removes what v1beta1 needs");
}

Result<std::optional<DialectName>> read_convert_dialect(const Typed& typed) {
  return choose<std::optional<DialectName>>("--dialect", typed.dialect,
                                            {{"", std::nullopt},
                                             {"auto", std::nullopt},
                                             {"proposal", DialectName::Proposal},
                                             {"upstream", DialectName::Upstream}});
}

Result<Command> to_convert_serve(const Typed& typed) {
  const bool has_files = !typed.words.empty() || !typed.paths.empty() || !typed.output.empty();
  if (has_files || !typed.to.empty() || typed.after_removal) {
    return usage("--serve converts what API servers send: no PATH, --to, --after-removal or -o");
  }
  ConvertServeOptions options{.certificate = typed.control.webhook_certificate,
                              .key = typed.control.webhook_key,
                              .subject_names = typed.subject_names};
  if (!typed.control.webhook_listen.empty()) {
    options.listen = plain_value(typed.control.webhook_listen);
  }
  if (const auto listen = server::parse_address(options.listen); !listen) {
    return usage(format("--listen: {}", printable(listen.error().detail)));
  }
  if (options.certificate.empty() != options.key.empty()) {
    return usage("--cert and --key go together");
  }
  const auto dialect = read_convert_dialect(typed);
  if (!dialect) return fail(dialect.error());
  options.dialect = *dialect;
  return options;
}

Result<Command> to_convert(const Typed& typed, std::string_view) {
  if (typed.serve) return to_convert_serve(typed);
  const TypedControl& webhook = typed.control;
  const bool has_address = !webhook.webhook_listen.empty() || !typed.subject_names.empty();
  if (has_address || !webhook.webhook_certificate.empty() || !webhook.webhook_key.empty()) {
    return usage("--listen, --cert, --key and --tls-san go with --serve");
  }
  ConvertOptions options{.paths = typed.words};
  options.paths.insert(options.paths.end(), typed.paths.begin(), typed.paths.end());
  if (options.paths.empty()) return usage("convert needs something to convert: -f PATH, or -f -");
  options.loudness = typed.quiet ? Loudness::Quiet : Loudness::Normal;
  const Result<convert::Stage> stage = read_stage(typed);
  if (!stage) return fail(stage.error());
  const auto dialect = read_convert_dialect(typed);
  if (!dialect) return fail(dialect.error());
  const Result<ConvertOutput> output = choose<ConvertOutput>(
      "-o", typed.output,
      {{"", ConvertOutput::Yaml}, {"yaml", ConvertOutput::Yaml}, {"json", ConvertOutput::Json}});
  if (!output) return fail(output.error());
  options.conversion = {.to = *stage, .dialect = *dialect};
  options.output = *output;
  return options;
}

Result<Command> to_manifests(const Typed& typed, std::string_view) {
  const Result<ManifestsOutput> output = choose<ManifestsOutput>("-o", typed.output,
                                                                 {{"", ManifestsOutput::Yaml},
                                                                  {"yaml", ManifestsOutput::Yaml},
                                                                  {"json", ManifestsOutput::Json},
                                                                  {"name", ManifestsOutput::Name}});
  if (!output) return fail(output.error());
  if (typed.words.size() > 1) return usage("manifests takes one word at most");
  ManifestsOptions options{.output = *output};
  if (!typed.words.empty()) options.subject = typed.words.front();
  options.name = plain_value(typed.name);
  if (const auto fits = check_manifests_flags(typed, options.subject); !fits) {
    return fail(fits.error());
  }
  Result<RbacOptions> rbac = rbac_options(typed);
  if (!rbac) return fail(rbac.error());
  options.rbac = std::move(*rbac);
  return options;
}

Result<Command> to_serve(const Typed& typed, std::string_view) {
  if (const auto fits = check_audit_flags(typed.audit); !fits) return fail(fits.error());
  return ServeOptions{.data_folder = typed.data_folder,
                      .store = typed.store,
                      .etcd = typed.etcd,
                      .encryption = typed.encryption,
                      .listen = typed.listen,
                      .http = typed.http,
                      .subject_names = typed.subject_names,
                      .audit = typed.audit,
                      .memory_budget_mib = typed.memory_budget_mib,
                      .service_range = typed.service_range,
                      .install_definitions = !typed.no_definitions};
}

Result<Command> to_store(const Typed& typed, std::string_view) {
  if (typed.words.empty())
    return usage("store needs an action: check, backup, restore, compact or rotate-key");
  const Result<StoreAction> action = choose<StoreAction>("the action", typed.words.front(),
                                                         {{"check", StoreAction::Check},
                                                          {"backup", StoreAction::Backup},
                                                          {"restore", StoreAction::Restore},
                                                          {"compact", StoreAction::Compact},
                                                          {"rotate-key", StoreAction::RotateKey}});
  if (!action) return fail(action.error());
  StoreOptions options{.action = *action,
                       .data_folder = typed.data_folder,
                       .store = std::string(plain_value(typed.store)),
                       .etcd = typed.etcd,
                       .encryption = typed.encryption};
  const bool needs_file = *action == StoreAction::Backup || *action == StoreAction::Restore;
  const bool may_have_file = needs_file || *action == StoreAction::Check;
  const std::size_t words_max = may_have_file ? 2 : 1;
  if (typed.words.size() > words_max) return usage("store takes one action and one file at most");
  if (typed.words.size() == 2) options.file = typed.words.back();
  if (needs_file && options.file.empty()) {
    return usage(format("store {} needs a file: the backup", typed.words.front()));
  }
  const bool known = options.store.empty() || options.store.starts_with("sqlite:") ||
                     store::is_etcd(options.store);
  if (!known) return usage("--store names a store that lasts: sqlite:FILE or etcd://HOST:PORT");
  return options;
}

Result<Command> to_rotate(const Typed& typed, std::string_view) {
  const auto names = server::rotation_names();
  if (!typed.only.empty() && std::ranges::find(names, typed.only) == names.end()) {
    return usage(format("--only {}: expected {}", printable(typed.only), join(names, ", ")));
  }
  return RotateOptions{
      .data_folder = typed.data_folder, .only = typed.only, .revoke = typed.revoke};
}

Result<Command> to_up(const Typed& typed, std::string_view) {
  auto options = up_options(typed.control);
  if (!options) return fail(options.error());
  return std::move(*options);
}

Result<Command> to_run(const Typed& typed, std::string_view) {
  auto options = run_options(typed.control);
  if (!options) return fail(options.error());
  return std::move(*options);
}

using Finish = Result<Command> (*)(const Typed&, std::string_view program);

struct Finishing {
  std::string_view command;
  Finish finish;
};

constexpr Finishing finishings[] = {
    {"check", to_check},
    {"why", to_why},
    {"tree", to_tree},
    {"get", to_get},
    {"tables", to_tables},
    {"runbook", to_runbook},
    {"generate", to_generate},
    {"convert", to_convert},
    {"classify", to_classify},
    {"manifests", to_manifests},
    {"completion", to_completion},
    {"version", to_version},
    {"serve", to_serve},
    {"up", to_up},
    {"run", to_run},
    {"wait", to_wait},
    {"history", to_history},
    {"store", to_store},
    {"rotate", to_rotate},
};

Reply usage_reply(std::string_view detail, std::string_view command, std::string_view program) {
  const std::string blank = command.empty() ? "" : " ";
  return {ExitCode::Usage,
          format("error: {}\n       {}{}{} --help says how\n", detail, program, blank, command)};
}

std::variant<Invocation, Reply> finish_parsing(std::string_view name, Typed& typed,
                                               std::string_view program) {
  // The paths of check stand alone or behind -f, as kubectl's users type them.
  if (name == "check") {
    typed.paths.insert(typed.paths.begin(), typed.words.begin(), typed.words.end());
  }
  const auto found = std::ranges::find(finishings, name, &Finishing::command);
  check(found != std::end(finishings), "every command that is declared can be finished");
  Result<Command> options = found->finish(typed, program);
  if (!options) return usage_reply(options.error().detail, name, program);
  const Result<ColorChoice> color = choose<ColorChoice>("--color", typed.color,
                                                        {{"auto", ColorChoice::Auto},
                                                         {"always", ColorChoice::Always},
                                                         {"never", ColorChoice::Never}});
  if (!color) return usage_reply(color.error().detail, name, program);
  return Invocation{.command = std::move(*options), .color = *color};
}

// "help check" is "check --help".
std::vector<std::string> spelled_out(std::span<const std::string> args) {
  std::vector<std::string> words(args.begin(), args.end());
  if (words.front() == "--version") words.front() = "version";
  if (words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

bool is_command(std::string_view word) {
  return std::ranges::find(all_commands(), word, &CommandText::name) != all_commands().end();
}

}  // namespace

std::variant<Invocation, Reply> parse(std::span<const std::string> args, std::string_view program) {
  if (args.empty()) return Reply{ExitCode::Fine, overview(program)};
  std::vector<std::string> words = spelled_out(args);
  const std::string first = words.front();
  if (first == "--help" || first == "-h") return Reply{ExitCode::Fine, overview(program)};
  if (!first.starts_with('-') && !is_command(first)) {
    return Reply{ExitCode::Usage, unknown_command(first, program)};
  }

  Typed typed;
  CLI::App app("", std::string(program));
  app.add_option("--color", typed.color, "auto, always or never")->type_name("WHEN");
  app.require_subcommand(1);
  const std::vector<CLI::App*> commands = add_commands(app, typed);
  const auto chosen = [&] { return std::ranges::find_if(commands, &CLI::App::parsed); };
  try {
    std::ranges::reverse(words);  // CLI11 takes its words from the back.
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    const auto asked = chosen();
    return Reply{ExitCode::Fine, asked == commands.end() ? overview(program)
                                                         : (*asked)->help(std::string(program))};
  } catch (const CLI::ParseError& error) {
    const auto asked = chosen();
    return usage_reply(printable(error.what()), asked == commands.end() ? "" : (*asked)->get_name(),
                       program);
  }
  return finish_parsing((*chosen())->get_name(), typed, program);
}

}  // namespace telltale::cli
