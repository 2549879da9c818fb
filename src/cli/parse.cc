// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "catalog/settings.h"
#include "classify/platform.h"
#include "cli/get_words.h"
#include "cli/overview.h"
#include "cli/pool_flags.h"

namespace telltale::cli {
namespace {

constexpr unsigned threads_max = 64;

// What CLI11 fills in; turned into Options once the whole line is known to make sense.
struct Typed {
  std::vector<std::string> paths;
  std::vector<std::string> words;
  std::string namespace_name;
  std::string selector;
  std::string now;
  std::string dialect;
  std::string connection_grace;
  std::string conditions_grace;
  std::vector<std::string> thresholds;
  std::string registration_ttl;
  std::string output;
  std::string sort_by;
  std::string stage;
  std::vector<std::string> label_columns;
  bool show_labels = false;
  std::string color = "auto";
  std::string api_version = "v1beta2";
  std::string to;
  std::string platform;
  bool after_removal = false;
  unsigned threads = 0;
  bool all_namespaces = false;
  bool complete = false;
  bool quiet = false;
  bool no_headers = false;
  std::string show_conditions;
  std::string depth;
  bool show_machine_sets = false;
  bool show_references = false;
  bool expand = false;
  bool problems = false;
  bool reasons = false;
  fleet::FleetOptions fleet;
};

template <class Value>
using Names = std::vector<std::pair<std::string_view, Value>>;

std::unexpected<Error> usage(std::string detail) {
  return fail(Error::Kind::Invalid, std::move(detail));
}

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

constexpr Seconds conditions_grace_min = std::chrono::minutes(2);

Result<std::optional<Seconds>> read_grace(std::string_view flag, std::string_view typed) {
  if (typed.empty()) return std::nullopt;
  return read_duration(flag, plain_value(typed));
}

// Conditions of Machines may not go Unknown before their Cluster says that it is out of reach.
Result<void> read_graces(const Typed& typed, ReadOptions& options) {
  const auto connection = read_grace("--cluster-probe-grace-period", typed.connection_grace);
  if (!connection) return fail(connection.error());
  const auto conditions = read_grace("--remote-conditions-grace-period", typed.conditions_grace);
  if (!conditions) return fail(conditions.error());
  options.connection_grace = *connection;
  options.conditions_grace = *conditions;
  if (*conditions && **conditions < conditions_grace_min) {
    return usage("--remote-conditions-grace-period must be at least 2m");
  }
  const Settings standard;
  const Seconds shorter = connection->value_or(standard.connection_grace());
  if (shorter >= conditions->value_or(standard.remote_conditions_grace)) {
    return usage(
        "--cluster-probe-grace-period must be shorter than --remote-conditions-grace-period");
  }
  return {};
}

Result<void> read_pool_rules(const Typed& typed, ReadOptions& options) {
  const Result<ProgressingRules> rules = read_thresholds(typed.thresholds);
  if (!rules) return fail(rules.error());
  options.progressing = *rules;
  const auto ttl = read_grace("--registration-ttl", typed.registration_ttl);
  if (!ttl) return fail(ttl.error());
  options.degraded.registration_ttl = ttl->value_or(options.degraded.registration_ttl);
  return {};
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
  const Result<Choice> dialect = choose<Choice>("--dialect", typed.dialect,
                                                {{"", DialectName::Proposal},
                                                 {"proposal", DialectName::Proposal},
                                                 {"upstream", DialectName::Upstream},
                                                 {"auto", std::nullopt}});
  if (!dialect) return fail(dialect.error());
  options.dialect = *dialect;
  if (const Result<void> graces = read_graces(typed, options); !graces) {
    return fail(graces.error());
  }
  if (const Result<void> rules = read_pool_rules(typed, options); !rules) {
    return fail(rules.error());
  }
  return options;
}

Result<Command> to_check(const Typed& typed, std::string_view program) {
  Result<ReadOptions> read = read_options(typed);
  if (!read) return fail(read.error());
  if (read->paths.empty()) {
    return usage(
        format("check needs something to judge: a file, a folder, an archive, or - for "
               "standard input\n       kubectl get machines,machinesets -A -o yaml | {} "
               "check -",
               program));
  }
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
Result<void> read_subject(const std::vector<std::string>& typed, WhyOptions& options) {
  constexpr std::string_view form = "why TYPE/NAME [CONDITION] -f PATH";
  std::vector<std::string> words = typed;
  if (!words.empty()) {
    const std::size_t slash = words.front().find('/');
    if (slash != std::string::npos) {
      words.insert(words.begin() + 1, words.front().substr(slash + 1));
      words.front().resize(slash);
    }
  }
  if (words.size() < 2 || words.size() > 3 || words[0].empty() || words[1].empty()) {
    return usage(format("expected {}", form));
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
  if (const Result<void> subject = read_subject(typed.words, options); !subject) {
    return fail(subject.error());
  }
  if (options.read.paths.empty()) return usage("why needs a world to look at: -f PATH, or -f -");
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
    return usage("expected tree [TYPE/NAME] -f PATH");
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
  if (options.read.paths.empty()) return usage("tree needs a world to look at: -f PATH, or -f -");
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
  if (options.read.paths.empty()) return usage("get needs a world to look at: -f PATH, or -f -");
  return options;
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

Result<Command> to_convert(const Typed& typed, std::string_view) {
  ConvertOptions options{.paths = typed.words};
  options.paths.insert(options.paths.end(), typed.paths.begin(), typed.paths.end());
  if (options.paths.empty()) return usage("convert needs something to convert: -f PATH, or -f -");
  options.loudness = typed.quiet ? Loudness::Quiet : Loudness::Normal;
  const Result<convert::Stage> stage = read_stage(typed);
  if (!stage) return fail(stage.error());
  using Choice = std::optional<DialectName>;
  const Result<Choice> dialect = choose<Choice>("--dialect", typed.dialect,
                                                {{"", std::nullopt},
                                                 {"auto", std::nullopt},
                                                 {"proposal", DialectName::Proposal},
                                                 {"upstream", DialectName::Upstream}});
  if (!dialect) return fail(dialect.error());
  const Result<ConvertOutput> output = choose<ConvertOutput>(
      "-o", typed.output,
      {{"", ConvertOutput::Yaml}, {"yaml", ConvertOutput::Yaml}, {"json", ConvertOutput::Json}});
  if (!output) return fail(output.error());
  options.conversion = {.to = *stage, .dialect = *dialect};
  options.output = *output;
  return options;
}

void add_reading_flags(CLI::App& app, Typed& typed) {
  app.add_option("-f,--filename", typed.paths, "file, folder or archive to read; - is stdin")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("-n,--namespace", typed.namespace_name, "only objects in this namespace")
      ->type_name("NS");
  app.add_flag("-A,--all-namespaces", typed.all_namespaces, "objects in all namespaces (default)");
  app.add_option("--now", typed.now, "judge as of this instant (default: the newest in the dump)")
      ->type_name("RFC3339");
  app.add_option("--dialect", typed.dialect, "names to write: proposal (default), upstream, auto")
      ->type_name("NAME");
  app.add_option("--cluster-probe-grace-period", typed.connection_grace,
                 "how long a Cluster may be out of reach (default: 40s, upstream 50s)")
      ->type_name("DURATION");
  app.add_option("--remote-connection-grace-period", typed.connection_grace,
                 "upstream's name for the same")
      ->type_name("DURATION");
  app.add_option("--remote-conditions-grace-period", typed.conditions_grace,
                 "how long what was last seen of it stands (default: 5m)")
      ->type_name("DURATION");
  app.add_option("--failure-threshold", typed.thresholds,
                 "how long a failure lasts before a node pool says so: CloudQuotaExceeded=15m,...")
      ->type_name("REASON=DURATION")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--registration-ttl", typed.registration_ttl,
                 "how long a Karpenter node may take to register (default: 15m)")
      ->type_name("DURATION");
  app.add_flag("--complete", typed.complete, "the dump holds everything: missing means absent");
  app.add_option("--threads", typed.threads, "how many to use (default: one per core)")
      ->type_name("N");
  app.add_flag("-q,--quiet", typed.quiet, "say nothing on stderr but errors and warnings");
}

void add_output(CLI::App& app, Typed& typed, const std::string& formats) {
  app.add_option("-o,--output", typed.output, formats)->type_name("FORMAT");
}

void add_words(CLI::App& app, Typed& typed, const std::string& name, const std::string& text) {
  app.add_option(name, typed.words, text)->type_name("");
}

using Finish = Result<Command> (*)(const Typed&, std::string_view program);

struct Registered {
  CLI::App* app = nullptr;
  Finish finish = nullptr;
};

CLI::App& add_command(CLI::App& app, std::vector<Registered>& commands, std::string_view name,
                      Finish finish) {
  const auto text = std::ranges::find(all_commands(), name, &CommandText::name);
  CLI::App* command = app.add_subcommand(std::string(name), std::string(text->summary));
  command->fallthrough();
  commands.push_back({command, finish});
  return *command;
}

void add_check(CLI::App& app, std::vector<Registered>& commands, Typed& typed) {
  CLI::App& check = add_command(app, commands, "check", to_check);
  check.add_option("PATH", typed.words, "files, folders, archives; - is stdin")->type_name("");
  add_reading_flags(check, typed);
  check.add_option("-l,--selector", typed.selector, "only objects with these labels")
      ->type_name("SELECTOR");
  add_output(check, typed, "wide, json, yaml or name (default: a table)");
  check.add_flag("--no-headers", typed.no_headers, "rows only");
}

void add_tree(CLI::App& app, std::vector<Registered>& commands, Typed& typed) {
  CLI::App& tree = add_command(app, commands, "tree", to_tree);
  add_words(tree, typed, "TYPE/NAME", "the object to start from (default: every Cluster)");
  add_reading_flags(tree, typed);
  tree.add_option("-l,--selector", typed.selector, "only Clusters with these labels")
      ->type_name("SELECTOR");
  tree.add_option("--show-conditions", typed.show_conditions,
                  "conditions of all, Kind or Kind/name; a + behind leaves out what is good")
      ->type_name("LIST")
      ->expected(0, 1)
      ->default_str("all");
  tree.add_flag("--show-machinesets", typed.show_machine_sets,
                "the sets between a deployment and its Machines");
  tree.add_flag("--show-references", typed.show_references, "what every Machine stands on");
  tree.add_option("--depth", typed.depth, "levels below the root")->type_name("N");
  tree.add_flag("--expand", typed.expand, "a line for every Machine, alike or not");
  tree.add_flag("--problems", typed.problems, "only branches that are not healthy");
  add_output(tree, typed, "json or yaml (default: text)");
  tree.add_flag("--no-headers", typed.no_headers, "the tree only");
}

void add_generate(CLI::App& app, std::vector<Registered>& commands, Typed& typed) {
  CLI::App& generate = add_command(app, commands, "generate", to_generate);
  fleet::FleetOptions& fleet = typed.fleet;
  add_words(generate, typed, "WHAT", "fleet");
  generate.add_option("--clusters", fleet.clusters, "how many Clusters")->capture_default_str();
  generate.add_option("--machines", fleet.machines, "Machines of each")->capture_default_str();
  generate.add_option("--seed", fleet.seed, "same seed, same bytes")->capture_default_str();
  generate.add_option("--unhealthy", fleet.unhealthy_percent, "percent of workers in trouble")
      ->capture_default_str();
  generate.add_option("--api-version", typed.api_version, "v1beta1 or v1beta2")
      ->capture_default_str();
  generate.add_option("--dialect", typed.dialect, "upstream (default) or proposal");
  generate.add_option("--now", typed.now, "the newest instant in the fleet")->type_name("RFC3339");
  add_output(generate, typed, "yaml (default), json or ndjson");
}

void add_get(CLI::App& app, std::vector<Registered>& commands, Typed& typed) {
  CLI::App& get = add_command(app, commands, "get", to_get);
  add_words(get, typed, "TYPE", "TYPE[,TYPE] [NAME...] or TYPE/NAME...; all: every judged kind");
  add_reading_flags(get, typed);
  get.add_option("-l,--selector", typed.selector, "only objects with these labels")
      ->type_name("SELECTOR");
  add_output(get, typed, "wide, name, json, yaml, jsonpath=TEMPLATE, custom-columns=HEADER:PATH");
  get.add_option("--stage", typed.stage,
                 "of json, yaml and jsonpath: v1beta1, v1beta2 (with what v1beta1 still needs) or "
                 "v1beta2-after-removal; each object's own version by default")
      ->type_name("STAGE");
  get.add_option("-L,--label-columns", typed.label_columns, "labels to show as columns")
      ->type_name("LABEL")
      ->allow_extra_args(false)
      ->take_all();
  get.add_flag("--show-labels", typed.show_labels, "all labels as the last column");
  get.add_option("--sort-by", typed.sort_by, "order by what it finds")->type_name("JSONPATH");
  get.add_flag("--no-headers", typed.no_headers, "rows only");
  get.footer(
      "Without -n the objects of all namespaces are listed, with a NAMESPACE column when there is\n"
      "more than one; -A shows the column always. Cells show objects as they stand after judging.\n"
      "\n  telltale get machines,machinesets -f dump.tar.gz -o wide"
      "\n  telltale get cluster/prod -n clusters -f dump.tar.gz -o yaml");
}

void add_convert(CLI::App& app, std::vector<Registered>& commands, Typed& typed) {
  CLI::App& convert = add_command(app, commands, "convert", to_convert);
  add_words(convert, typed, "PATH", "files, folders, archives; - is stdin");
  convert.add_option("-f,--filename", typed.paths, "file, folder or archive to read; - is stdin")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->take_all();
  convert.add_option("--to", typed.to, "v1beta1 or v1beta2")->type_name("VERSION");
  convert.add_flag("--after-removal", typed.after_removal, "without what only v1beta1 needs");
  convert
      .add_option("--dialect", typed.dialect,
                  "names to write: proposal, upstream, auto (default: as each object speaks)")
      ->type_name("NAME");
  convert.add_flag("-q,--quiet", typed.quiet, "no warnings");
  add_output(convert, typed, "yaml (default) or json");
}

void add_classify(CLI::App& app, std::vector<Registered>& commands, Typed& typed) {
  CLI::App& classify = add_command(app, commands, "classify", to_classify);
  add_words(classify, typed, "FILE", "messages, one per line; - is stdin (default)");
  classify.add_option("-f,--filename", typed.paths, "the same")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->take_all();
  classify.add_option("--platform", typed.platform, "whose messages (default: anybody's)")
      ->type_name("NAME");
  classify.add_flag("--no-headers", typed.no_headers, "rows only");
  add_output(classify, typed, "text (default) or json, one object per line");
  classify.footer(
      "Two characters \\n in a message stand for a line break.\n"
      "\n  kubectl get machines -A -o jsonpath='{range .items[*]}{.status.failureMessage}{\"\\n\"}"
      "{end}' | telltale classify --platform AWS");
}

std::vector<Registered> add_commands(CLI::App& app, Typed& typed) {
  std::vector<Registered> commands;
  add_check(app, commands, typed);
  CLI::App& why = add_command(app, commands, "why", to_why);
  add_words(why, typed, "TYPE/NAME", "the object, and a condition if it is about one");
  add_reading_flags(why, typed);
  add_output(why, typed, "json or yaml (default: text)");
  add_tree(app, commands, typed);
  add_get(app, commands, typed);
  CLI::App& tables = add_command(app, commands, "tables", to_tables);
  add_words(tables, typed, "NAME", "NodeHealthy or Machine/NodeHealthy (default: all)");
  add_output(tables, typed, "markdown, json, dot or mermaid");
  tables.add_flag("--reasons", typed.reasons, "every type and reason that may be written");
  add_generate(app, commands, typed);
  add_convert(app, commands, typed);
  add_classify(app, commands, typed);
  CLI::App& completion = add_command(app, commands, "completion", to_completion);
  add_words(completion, typed, "SHELL", "bash, zsh or fish");
  CLI::App& version = add_command(app, commands, "version", to_version);
  add_output(version, typed, "json (default: text)");
  return commands;
}

Reply usage_reply(std::string_view detail, std::string_view command, std::string_view program) {
  const std::string blank = command.empty() ? "" : " ";
  return {ExitCode::Usage,
          format("error: {}\n       {}{}{} --help says how\n", detail, program, blank, command)};
}

std::variant<Invocation, Reply> finish(const Registered& command, Typed& typed,
                                       std::string_view program) {
  const std::string name = command.app->get_name();
  // The paths of check stand alone or behind -f, as kubectl's users type them.
  if (name == "check") {
    typed.paths.insert(typed.paths.begin(), typed.words.begin(), typed.words.end());
  }
  Result<Command> options = command.finish(typed, program);
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
  const std::vector<Registered> commands = add_commands(app, typed);
  const auto chosen = [&] {
    return std::ranges::find_if(commands, [](const auto& one) { return one.app->parsed(); });
  };
  try {
    std::ranges::reverse(words);  // CLI11 takes its words from the back.
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    const auto asked = chosen();
    return Reply{ExitCode::Fine, asked == commands.end() ? overview(program)
                                                         : asked->app->help(std::string(program))};
  } catch (const CLI::ParseError& error) {
    const auto asked = chosen();
    return usage_reply(printable(error.what()),
                       asked == commands.end() ? "" : asked->app->get_name(), program);
  }
  return finish(*chosen(), typed, program);
}

}  // namespace telltale::cli
