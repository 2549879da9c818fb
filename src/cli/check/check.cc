// SPDX-License-Identifier: Apache-2.0
#include "cli/check/check.h"

#include "base/text.h"
#include "cli/check/check_screen.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/typed_again.h"
#include "cli/follow/watch_check.h"
#include "cli/screen/wording.h"
#include "cli/source/find_object.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
#include "report/status/left_out.h"
#include "report/write_report.h"

namespace telltale::cli {
namespace {

constexpr std::size_t no_room_told_max = 20;

void show_report(const CheckOptions& options, const CheckScreen& screen, const Streams& streams) {
  const Report& report = screen.report;
  const auto write = [&](ReportLayout layout) {
    write_report(report, layout, options.read.threads,
                 [&](std::string_view chunk) { streams.out.write(chunk); });
  };
  const bool on_terminal = streams.out_terminal.is_terminal;
  switch (options.output) {
    case CheckOutput::Json:
      return write(on_terminal ? ReportLayout::Pretty : ReportLayout::Lines);
    case CheckOutput::Yaml:
      return write(ReportLayout::Yaml);
    case CheckOutput::Name:
      return show_names(report, options.all_names ? NamesShown::All : NamesShown::Stuck, streams);
    case CheckOutput::Wide:
      if (!report.items.empty()) show_wide(screen, streams);
      return;
    case CheckOutput::Table:
      if (!report.items.empty()) show_table(screen, streams);
      return;
  }
}

// An empty screen would look like good news.
void explain_empty_check(const Loaded& loaded, const ReportFilter& filter, const Streams& streams) {
  if (!loaded.judgement.items.empty()) {
    std::string where;
    if (!filter.namespace_name.empty()) {
      where += format(" in namespace {}", printable(filter.namespace_name));
    }
    if (!filter.selector.requirements.empty()) where += " with these labels";
    streams.err.write(format("nothing to show: of {} judged objects none is{}\n",
                             with_commas(loaded.judgement.items.size()), where));
    return;
  }
  const bool one = loaded.objects_read == 1;
  streams.err.write(format("nothing to judge: {} {} read, none of kind {}\n",
                           with_commas(loaded.objects_read), one ? "object" : "objects",
                           alternatives(names_of_judged_kinds())));
}

// An object whose list is full says less than was judged.
void warn_of_no_room(const Judgement& judgement, const ReportFilter& filter,
                     std::vector<ReportNote>& warnings) {
  std::size_t more = 0;
  std::size_t told = 0;
  for (const Judged& judged : judgement.items) {
    const std::vector<std::string_view> types = left_out(judged);
    if (types.empty() || !filter.shows(*judged.object)) continue;
    if (told++ < no_room_told_max) {
      warnings.push_back({.file = {}, .line = 0, .message = tell_left_out(judged, types)});
    } else {
      ++more;
    }
  }
  if (more > 0) {
    const std::string text =
        format("{} more objects have no room for all conditions", with_commas(more));
    warnings.push_back({.file = {}, .line = 0, .message = text});
  }
}

}  // namespace

ExitCode exit_code_of(const Report& report) {
  ExitCode code = report.items.empty() ? ExitCode::Unknown : ExitCode::Fine;
  if (report.summary.unknown > 0) code = worse(code, ExitCode::Unknown);
  if (!report.errors.empty()) code = worse(code, ExitCode::Error);
  if (report.summary.stuck > 0) code = worse(code, ExitCode::Stuck);
  return code;
}

namespace {

Report report_on(const Loaded& loaded, const CheckOptions& options) {
  Report report = make_report(loaded.judgement, options.read.filter, loaded.now);
  report.world = &loaded.world;
  report.errors = loaded.errors;
  report.warnings = loaded.warnings;
  return report;
}

// What there is to see of what is loaded, and the exit code that it stands for.
ExitCode show_check(const Loaded& loaded, const CheckOptions& options, const Streams& streams) {
  const Report report = report_on(loaded, options);
  show_report(options,
              {.report = report,
               .world = loaded.world,
               .took = loaded.took,
               .typed = typed_again(options.read),
               .headers = options.headers},
              streams);
  if (options.watching == Watching::Off) say_notes(loaded, streams);
  if (report.items.empty()) explain_empty_check(loaded, options.read.filter, streams);
  return exit_code_of(report);
}

ExitCode run_check(const CheckOptions& typed, const Streams& streams) {
  CheckOptions options = typed;
  // What was left out would look like good news.
  options.read.namespaces = Namespaces::All;
  const bool watches = options.watching != Watching::Off;
  Result<Source> source = Source::open(options.read, streams, options.watching);
  if (!source) return refuse(source.error(), streams);
  const auto prepare = [&](Loaded& loaded) {
    warn_of_no_room(loaded.judgement, options.read.filter, loaded.warnings);
  };
  if (watches) {
    const auto frame = [&](const Loaded& loaded, const Streams& onto) -> Result<ExitCode> {
      return show_check(loaded, options, onto);
    };
    return watch_check(*source, options, streams, frame, prepare);
  }
  Result<Loaded> loaded = source->load(options.read, streams, {});
  if (!loaded) return refuse(loaded.error(), streams);
  prepare(*loaded);
  const ExitCode code = show_check(*loaded, options, streams);
  say_last_line(*loaded, options.read, streams);
  return code;
}

void declare_check(Flags& flags, CheckOptions& options) {
  flags.operands(
      {"PATH", "files, folders, archives; - is stdin (default: the server of the kubeconfig)"},
      [&paths = options.read.paths](std::span<const std::string> typed) -> Result<void> {
        // They stand alone or behind -f, as kubectl's users type them.
        paths.insert(paths.begin(), typed.begin(), typed.end());
        return {};
      });
  flags.offer_files();
  declare_reading(flags, options.read);
  declare_selector(flags, options.read.filter.selector, "only objects with these labels");
  declare_output(flags, options.output, "wide, json, yaml or name (default: a table)",
                 {{"wide", CheckOutput::Wide},
                  {"json", CheckOutput::Json},
                  {"yaml", CheckOutput::Yaml},
                  {"name", CheckOutput::Name}});
  declare_no_headers(flags, options.headers, "rows only");
  flags.on({"--all", "", "with -o name: every object, not only what needs a human"},
           options.all_names);
  flags.check([&options]() -> Result<void> {
    if (!options.all_names || options.output == CheckOutput::Name) return {};
    return usage("--all goes with -o name; every other output shows all objects anyway");
  });
  declare_check_watching(flags, options);
  explain_verdicts(flags);
  flags.example("telltale check", "the server of your kubeconfig");
  flags.example("telltale check must-gather.tar.gz");
  flags.example("telltale generate fleet --unhealthy 30 | telltale check -");
  flags.example("telltale check -o name | xargs -L1 kubectl describe", "each that needs you");
  flags.example("telltale check -w --exec ./page-on-call.sh", "when something becomes Stuck");
}

}  // namespace

extern const Command check_command{
    .name = "check",
    .group = CommandGroup::See,
    .summary = "what is wrong, the worst first; the exit code says whether to act",
    .about =
        "Judges a fleet, live or from files, and shows what is wrong, the worst first, one line "
        "for each cause. The exit code says whether a human is needed.",
    .prepare = prepare<CheckOptions, declare_check, run_check>,
};

}  // namespace telltale::cli
