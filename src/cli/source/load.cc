// SPDX-License-Identifier: Apache-2.0
#include "cli/source/load.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/screen/progress.h"
#include "cli/screen/wording.h"
#include "cli/source/connect.h"
#include "cli/source/running_telltale.h"
#include "dump/dump.h"

namespace telltale::cli {
namespace {

constexpr std::size_t notes_shown_max = 20;

Result<dump::Dump> read(const ReadOptions& options, const Streams& streams,
                        std::span<const MoreFields> more) {
  ProgressBar bar(streams);
  const bool quiet = options.loudness == Loudness::Quiet;
  dump::Options how{.choose = fields_to_read(more), .threads = options.threads};
  how.stdin_fd = streams.stdin_fd;
  if (!quiet) how.progress = [&](const dump::Progress& progress) { bar.show(progress); };
  return dump::read_dump(options.paths, how);
}

void sort_out(std::vector<dump::InputError> input_errors, Loaded& loaded) {
  for (dump::InputError& error : input_errors) {
    const bool lost = error.severity == dump::InputError::Severity::Error;
    (lost ? loaded.errors : loaded.warnings)
        .push_back({std::move(error.file), error.line, std::move(error.message)});
  }
  const std::vector<ReportNote> copies = notes_about(loaded.world.disagreements());
  loaded.warnings.insert(loaded.warnings.end(), copies.begin(), copies.end());
}

// The instant is part of every answer, so nobody should have to guess which one it was.
Instant choose_now(const ReadOptions& options, Instant newest, std::size_t objects,
                   const Streams& streams) {
  if (options.now) return *options.now;
  const bool dated = is_set(newest);
  const Instant now = dated ? newest : streams.clock.now();
  if (options.loudness == Loudness::Normal && objects > 0) {
    const std::string_view source =
        dated ? "the newest time in the dump" : "the clock; the dump holds no time";
    streams.err.write(format("now: {} ({}; --now sets another)\n", format_rfc3339(now), source));
  }
  return now;
}

bool is_upstream_only(std::string_view path) {
  return path.starts_with("status.deprecated.") || path.starts_with("status.v1beta2.");
}

bool speaks_upstream(const Object& object) {
  const Key& key = object.key;
  if (key.kind == "CustomResourceDefinition") return key.name.ends_with(".cluster.x-k8s.io");
  if (!key.group.ends_with("cluster.x-k8s.io")) return false;
  return std::ranges::any_of(object.condition_lists, [](const ConditionList& list) {
    return is_upstream_only(list.path) || find_condition(list.conditions, "Deleting") != nullptr ||
           find_condition(list.conditions, "MachinesUpToDate") != nullptr;
  });
}

void say(std::string_view prefix, Paint paint, std::span<const ReportNote> notes,
         const Streams& streams) {
  const std::size_t shown = std::min(notes.size(), notes_shown_max);
  for (const ReportNote& note : notes.first(shown)) {
    const std::string text = printable(to_text(note));
    streams.err.write(format("{} {}\n", painted(prefix, paint, streams.err_terminal), text));
  }
  if (notes.size() > shown) {
    streams.err.write(format("       ... and {} more\n", with_commas(notes.size() - shown)));
  }
}

std::string what_remains(const Loaded& loaded) {
  const auto lost_a_part = [](const ReportNote& note) {
    return note.message.ends_with("left out");
  };
  if (loaded.objects_read == 0) return "nothing else was found";
  if (std::ranges::all_of(loaded.errors, lost_a_part)) return "everything else was judged";
  if (loaded.objects_read == 1) return "the other document was judged";
  return format("the other {} documents were judged", with_commas(loaded.objects_read));
}

}  // namespace

DialectName dialect_spoken_in(const World& world) {
  return std::ranges::any_of(world.objects(), speaks_upstream) ? DialectName::Upstream
                                                               : DialectName::Proposal;
}

void judge_loaded(Loaded& loaded, const ReadOptions& options, const Told* told, Instant now) {
  const DialectName spoken = options.dialect ? *options.dialect : dialect_spoken_in(loaded.world);
  loaded.settings = settings_for(options, told, spoken);
  loaded.now = now;
  loaded.judgement = judge(loaded.world, loaded.settings, loaded.now, options.threads);
}

Result<Loaded> load(const ReadOptions& options, const Streams& streams,
                    std::span<const MoreFields> more) {
  const auto started = streams.clock.elapsed();
  Result<dump::Dump> dump = read(options, streams, more);
  if (!dump) return fail(dump.error());

  const std::size_t objects_read = dump->objects.size();
  Loaded loaded{.world = World(std::move(dump->objects), std::move(dump->arenas),
                               options.completeness, belonging_of_kinds())};
  loaded.objects_read = objects_read;
  loaded.notes_left_out = dump->input_errors_left_out;
  sort_out(std::move(dump->input_errors), loaded);
  judge_loaded(loaded, options, nullptr, choose_now(options, dump->newest, objects_read, streams));
  loaded.took = streams.clock.elapsed() - started;
  return loaded;
}

ExitCode refuse(const Error& error, const Streams& streams) {
  const std::string prefix = painted("error:", Paint::Bad, streams.err_terminal);
  streams.err.write(format("{} {}\n{}", prefix, error.detail, advice_on(error, streams.program)));
  return ExitCode::Error;
}

void say_last_line(const Loaded& loaded, const ReadOptions& options, const Streams& streams) {
  if (options.loudness == Loudness::Normal) streams.err.write(loaded.last_line);
}

void say_notes(const Loaded& loaded, const Streams& streams) {
  say("error:", Paint::Bad, loaded.errors, streams);
  if (!loaded.errors.empty()) streams.err.write(format("       {}\n", what_remains(loaded)));
  say("warning:", Paint::Moving, loaded.warnings, streams);
  if (loaded.notes_left_out > 0) {
    streams.err.write(
        format("       {} more were too many to keep\n", with_commas(loaded.notes_left_out)));
  }
}

}  // namespace telltale::cli
