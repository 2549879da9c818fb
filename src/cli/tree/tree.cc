// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/typed_again.h"
#include "cli/follow/watch_screen.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wording.h"
#include "cli/source/find_object.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
#include "cli/tree/tree_rows.h"
#include "cli/tree/tree_screen.h"
#include "report/tree/grow_tree.h"
#include "report/tree/tree_causes.h"
#include "report/tree/write_tree.h"

namespace telltale::cli {
namespace {

// What was asked for, and what it was made from.
struct Grown {
  const Loaded& loaded;
  const JudgedIndex judged;
  Instant shown = no_time;  // as of when ages are told
  std::vector<TreeNode> roots = {};
};

Result<void> grow(Grown& grown, const TreeOptions& options) {
  const World& world = grown.loaded.world;
  if (options.type.empty()) {
    grown.roots = grow_forest(world, grown.judged, options.read.filter, options.grow);
    return {};
  }
  const Result<const Judged*> subject = find_object(
      grown.loaded.judgement, {options.type, options.name, options.read.filter.namespace_name,
                               options.read.context_namespace});
  if (!subject) return fail(subject.error());
  grown.roots.push_back(grow_tree(world, grown.judged, *(*subject)->object, options.grow));
  return {};
}

void drop_healthy(TreeNode& node) {
  std::erase_if(node.children,
                [](const TreeNode& child) { return child.worst == Verdict::Healthy; });
  for (TreeNode& child : node.children) drop_healthy(child);
}

ExitCode exit_code_below(const TreeNode& node) {
  ExitCode code = node.judged == nullptr ? ExitCode::Fine : exit_code_of(node.judged->verdict);
  for (const TreeNode& child : node.children) code = worse(code, exit_code_below(child));
  return code;
}

void show_next_of_tree(const Grown& grown, const TreeOptions& options, const Streams& streams) {
  const Object* first = nullptr;
  for (const TreeNode& root : grown.roots) {
    const std::vector<TreeCause> causes = causes_below(root, grown.judged);
    if (causes.empty()) continue;
    first = causes.front().objects.front();
    break;
  }
  if (first == nullptr) {
    const std::string now = format_rfc3339(grown.shown);
    const bool healthy = std::ranges::all_of(
        grown.roots, [](const TreeNode& root) { return root.worst == Verdict::Healthy; });
    if (healthy) streams.out.write(format("\nall healthy as of {}\n", now));
    return;
  }
  const std::string command = why_line(streams.program, first->key) + typed_again(options.read);
  streams.out.write("\n" + next_line(command, streams.out_terminal));
}

// One plan for all of them, so that columns stand under each other from Cluster to Cluster.
void show_tree_text(const Grown& grown, const TreeOptions& options, const Streams& streams) {
  const TreeView view{.options = options,
                      .judged = grown.judged,
                      .now = grown.shown,
                      .glyphs = glyphs_for(streams.out_terminal)};
  std::vector<TreeRow> rows;
  for (const TreeNode& root : grown.roots) {
    const bool apart = !rows.empty() && options.headers == Headers::Shown;
    if (apart) rows.push_back({.sort = TreeRow::Sort::Across, .lines_max = 1});
    std::vector<TreeRow> more = rows_of(root, view);
    rows.insert(rows.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
  }
  show_tree(rows, options.headers, streams);
  if (options.headers == Headers::Shown) show_next_of_tree(grown, options, streams);
}

void show_grown(const Grown& grown, const TreeOptions& options, const Streams& streams) {
  if (options.output == TreeOutput::Text) {
    if (!grown.roots.empty()) show_tree_text(grown, options, streams);
    return;
  }
  const bool pretty = streams.out_terminal.is_terminal;
  const ReportLayout json = pretty ? ReportLayout::Pretty : ReportLayout::Lines;
  write_tree({.now = grown.shown,
              .roots = grown.roots,
              .judged = grown.judged,
              .errors = grown.loaded.errors,
              .warnings = grown.loaded.warnings},
             options.output == TreeOutput::Json ? json : ReportLayout::Yaml,
             [&](std::string_view chunk) { streams.out.write(chunk); });
}

// An empty screen would look like good news, or like bad.
enum class Emptiness : std::uint8_t { NoProblems, NoObjects };

void explain_empty_tree(Emptiness emptiness, const Loaded& loaded, const Streams& streams) {
  if (emptiness == Emptiness::NoProblems) {
    streams.err.write(
        format("nothing to show: no problems as of {}\n", format_rfc3339(loaded.now)));
    return;
  }
  const bool one = loaded.objects_read == 1;
  streams.err.write(format(
      "nothing to show: {} {} read, no Cluster, node pool or ClusterDeployment among them, nor "
      "anything of one, with that namespace and those labels\n",
      with_commas(loaded.objects_read), one ? "object" : "objects"));
}

// As of `shown` ages are told; what is true is that of the judgement's own instant.
Result<ExitCode> show_loaded(const Loaded& loaded, const TreeOptions& options, Instant shown,
                             const Streams& streams) {
  Grown grown{
      .loaded = loaded, .judged = JudgedIndex(loaded.world, loaded.judgement), .shown = shown};
  if (const Result<void> done = grow(grown, options); !done) return fail(done.error());

  ExitCode code = grown.roots.empty() ? ExitCode::Unknown : ExitCode::Fine;
  for (const TreeNode& root : grown.roots) code = worse(code, exit_code_below(root));
  if (!loaded.errors.empty()) code = worse(code, ExitCode::Error);
  const Emptiness emptiness = grown.roots.empty() ? Emptiness::NoObjects : Emptiness::NoProblems;
  if (options.branches == Branches::Problems) {
    std::erase_if(grown.roots, [](const TreeNode& root) { return root.worst == Verdict::Healthy; });
    for (TreeNode& root : grown.roots) drop_healthy(root);
  }
  show_grown(grown, options, streams);
  if (grown.roots.empty()) explain_empty_tree(emptiness, loaded, streams);
  return code;
}

ExitCode watch_tree(Source& source, const TreeOptions& options, const LoadExtras& extras,
                    const Streams& streams) {
  const bool is_text = options.output == TreeOutput::Text;
  const WatchOptions how{
      .read = options.read,
      .extras = extras,
      .watching = options.watching,
      .shown = is_text ? WatchOptions::Shown::Screen : WatchOptions::Shown::Data};
  const auto between = options.output == TreeOutput::Yaml ? PipeScreen::Between::YamlDocuments
                                                          : PipeScreen::Between::EmptyLine;
  PipeScreen retelling(streams.out, options.watching, between);
  const Instant started = streams.clock.now();
  const auto frame = [&](const Loaded& loaded, const Streams& onto_frame) {
    return show_loaded(loaded, options, loaded.now, onto_frame);
  };
  const auto tell = [&](const Loaded& loaded, const Streams&) -> Result<ExitCode> {
    TextOutput text;
    TextOutput marks;
    TextOutput unsaid;
    Output& err = is_text ? text : unsaid;
    const auto code = show_loaded(loaded, options, loaded.now, onto(text, err, streams));
    if (!code) return code;
    if (const auto same = show_loaded(loaded, options, started, onto(marks, unsaid, streams))) {
      retelling.tell(text.text, std::move(marks.text));
    }
    return code;
  };
  const ExitCode code = watch(source, how, streams, frame, tell);
  // Scripts that end a watch do not ask how the tree was.
  return code == ExitCode::Usage || code == ExitCode::Error ? code : ExitCode::Fine;
}

ExitCode run_tree(const TreeOptions& typed, const Streams& streams) {
  TreeOptions options = typed;
  const bool watches = options.watching != Watching::Off;
  Result<Source> source = Source::open(options.read, streams, options.watching);
  if (!source) return refuse(source.error(), streams);
  LoadExtras extras;
  if (!options.type.empty()) extras = extras_about(options.type, options.name);
  if (watches) return watch_tree(*source, options, extras, streams);
  const Result<Loaded> loaded = source->load(options.read, streams, extras);
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const Result<ExitCode> code = show_loaded(*loaded, options, loaded->now, streams);
  const ExitCode end = code ? *code : refuse(code.error(), streams);
  say_last_line(*loaded, options.read, streams);
  return end;
}

// TYPE/NAME, TYPE NAME, or nothing for every Cluster.
Result<void> read_tree_subject(std::span<const std::string> typed, TreeOptions& options) {
  if (typed.empty()) return {};
  const std::size_t slash = typed.front().find('/');
  const bool joined = slash != std::string::npos;
  if (typed.size() == (joined ? 1U : 2U)) {
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
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), depth);
  if (error == std::errc() && end == typed.data() + typed.size() && depth <= depth_max) {
    return depth;
  }
  return usage(format("--depth {} is not a number from 0 to {}", printable(typed), depth_max));
}

void declare_tree(Flags& flags, TreeOptions& options) {
  flags.operands(
      {"TYPE/NAME", "the object to start from (default: every Cluster)", "[TYPE/NAME]"},
      [&](std::span<const std::string> typed) { return read_tree_subject(typed, options); });
  declare_reading(flags, options.read);
  declare_selector(flags, options.read.filter.selector, "only Clusters with these labels");
  flags.read_or({"--show-conditions", "LIST",
                 "conditions of all, Kind or Kind/name; a + behind leaves out what is good"},
                "all", [&](std::string_view typed) {
                  return keep(parse_condition_filter(typed), options.conditions);
                });
  flags.on({"--show-machinesets", "", "the sets between a deployment and its Machines"},
           options.grow.sets, GrowOptions::Sets::All);
  flags.on({"--show-references", "", "what every Machine stands on"}, options.grow.references,
           GrowOptions::References::All);
  flags.read({"--depth", "N", "levels below the root"},
             [&](std::string_view typed) { return keep(read_depth(typed), options.depth); });
  flags.on({"--expand", "", "a line for every Machine, alike or not"}, options.merge,
           Grouping::Merge::Nothing);
  flags.on({"--problems", "", "only branches that are not healthy"}, options.branches,
           Branches::Problems);
  declare_output(flags, options.output, "json or yaml (default: text)",
                 {{"json", TreeOutput::Json}, {"yaml", TreeOutput::Yaml}});
  declare_no_headers(flags, options.headers, "the tree only");
  declare_watching(flags, options.watching, options.read);
  explain_verdicts(flags);
  flags.example("telltale tree cluster/prod -n clusters --problems");
  flags.example("telltale tree -f must-gather.tar.gz --show-conditions=Machine+");
}

}  // namespace

extern const Command tree_command{
    .name = "tree",
    .group = CommandGroup::See,
    .summary = "what belongs to what, from the Cluster down to the Node",
    .about =
        "Shows each Cluster with everything that belongs to it, down to the Nodes, and the causes "
        "of trouble on top. Machines that are alike share a line.",
    .prepare = prepare<TreeOptions, declare_tree, run_tree>,
};

}  // namespace telltale::cli
