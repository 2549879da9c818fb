// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get.h"

#include "base/text.h"
#include "catalog/legacy/legacy_status.h"
#include "cli/command_line/commands.h"
#include "cli/follow/watch_screen.h"
#include "cli/follow/watch_screen_rows.h"
#include "cli/get/get_flags.h"
#include "cli/get/get_screen.h"
#include "cli/get/get_select.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"

namespace telltale::cli {
namespace {

constexpr std::size_t errors_shown_max = 20;

void say_errors(const std::vector<Error>& errors, const Streams& streams) {
  const std::string prefix = painted("error:", Paint::Bad, streams.err_terminal);
  for (std::size_t i = 0; i < std::min(errors.size(), errors_shown_max); ++i) {
    streams.err.write(format("{} {}\n", prefix, errors[i].detail));
  }
  if (errors.size() > errors_shown_max) {
    streams.err.write(format("       ... and {} more\n", errors.size() - errors_shown_max));
  }
}

void say_nothing_found(const GetOptions& options, const Streams& streams) {
  const std::string& space = options.read.filter.namespace_name;
  streams.err.write(space.empty()
                        ? "No resources found\n"
                        : format("No resources found in {} namespace.\n", printable(space)));
}

LoadExtras wishes_of(const GetOptions& options) {
  LoadExtras extras{.more = fields_wanted(options)};
  for (const GetSubject& subject : options.subjects) {
    extras.types.push_back(subject.type);
    if (!subject.name.empty()) extras.names.push_back({subject.type, subject.name});
  }
  return extras;
}

ExitCode show_once(const GetOptions& options, const Loaded& loaded, const Streams& streams) {
  const Selected selected = select_objects(options, loaded);
  const LookBack look(loaded.world, loaded.settings, loaded.now, loaded.judgement);
  const GetScreen screen{.options = options,
                         .objects = selected.objects,
                         .context = look.context(),
                         .dialect = loaded.settings.dialect.name,
                         .now = loaded.now};
  const bool refused = selected.objects.empty() && !selected.errors.empty();
  // Whoever asked for data gets an empty list; everybody else is told why there is nothing to see.
  if (!selected.objects.empty() || (is_data(options.output) && !refused)) {
    show_listed(screen, streams);
  }
  if (selected.objects.empty() && !refused && !is_data(options.output)) {
    say_nothing_found(options, streams);
  }
  say_errors(selected.errors, streams);
  const bool trouble = !selected.errors.empty() || !loaded.errors.empty();
  return trouble ? ExitCode::Error : ExitCode::Fine;
}

ExitCode watch_objects(Source& source, const GetOptions& options, const LoadExtras& extras,
                       const Streams& streams) {
  const WatchOptions how{
      .read = options.read,
      .extras = extras,
      .watching = options.watching,
      .shown = is_data(options.output) ? WatchOptions::Shown::Data : WatchOptions::Shown::Screen};
  ChangedRows rows(options, streams);
  const auto frame = [&](const Loaded& loaded, const Streams& onto_frame) -> Result<ExitCode> {
    return show_once(options, loaded, onto_frame);
  };
  const auto tell = [&](const Loaded& loaded, const Streams&) -> Result<ExitCode> {
    rows.tell(loaded);
    return ExitCode::Fine;
  };
  return watch(source, how, streams, frame, tell);
}

ExitCode run_get(const GetOptions& typed, const Streams& streams) {
  GetOptions options = typed;
  const bool watches = options.watching != Watching::Off;
  Result<Source> source = Source::open(options.read, streams, options.watching);
  if (!source) return refuse(source.error(), streams);
  if (!options.read.filter.namespace_name.empty()) options.namespaces = NamespaceColumn::Hidden;
  const LoadExtras extras = wishes_of(options);
  if (watches) return watch_objects(*source, options, extras, streams);
  const Result<Loaded> loaded = source->load(options.read, streams, extras);
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const ExitCode code = show_once(options, *loaded, streams);
  say_last_line(*loaded, options.read, streams);
  return code;
}

}  // namespace

extern const Command get_command{
    .name = "get",
    .group = CommandGroup::See,
    .summary = "kubectl's table of objects, as they stand after judging",
    .about =
        "Lists objects in kubectl's columns and formats, with their conditions as they stand "
        "after judging.",
    .prepare = prepare<GetOptions, declare_get, run_get>,
};

}  // namespace telltale::cli
