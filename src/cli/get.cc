// SPDX-License-Identifier: Apache-2.0
#include "cli/get.h"

#include "base/text.h"
#include "catalog/legacy/legacy_status.h"
#include "cli/get_screen.h"
#include "cli/get_select.h"
#include "cli/load.h"

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

void show(const GetScreen& screen, const Streams& streams) {
  switch (screen.options.output) {
    case GetOutput::Table:
    case GetOutput::Wide:
      return show_tables(screen, streams);
    case GetOutput::CustomColumns:
      return show_custom_columns(screen, streams);
    default:
      return show_as_data(screen, streams);
  }
}

void say_nothing_found(const GetOptions& options, const Streams& streams) {
  const std::string& space = options.read.filter.namespace_name;
  streams.err.write(space.empty()
                        ? "No resources found\n"
                        : format("No resources found in {} namespace.\n", printable(space)));
}

}  // namespace

ExitCode get_command(const GetOptions& options, const Streams& streams) {
  const Result<Loaded> loaded = load(options.read, streams, fields_wanted(options));
  if (!loaded) {
    say_errors({loaded.error()}, streams);
    return ExitCode::Trouble;
  }
  say_notes(*loaded, streams);
  const Selected selected = select_objects(options, *loaded);
  const LookBack look(loaded->world, loaded->settings, loaded->now, loaded->judgement);
  const GetScreen screen{.options = options,
                         .objects = selected.objects,
                         .scene = look.scene(),
                         .dialect = loaded->settings.dialect.name,
                         .now = loaded->now};
  const bool refused = selected.objects.empty() && !selected.errors.empty();
  // Whoever asked for data gets an empty list; everybody else is told why there is nothing to see.
  if (!selected.objects.empty() || (is_data(options.output) && !refused)) show(screen, streams);
  if (selected.objects.empty() && !refused && !is_data(options.output)) {
    say_nothing_found(options, streams);
  }
  say_errors(selected.errors, streams);
  const bool trouble = !selected.errors.empty() || !loaded->errors.empty();
  return trouble ? ExitCode::Trouble : ExitCode::Fine;
}

}  // namespace telltale::cli
