// SPDX-License-Identifier: Apache-2.0
#include "cli/history/history_command.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/typed_again.h"
#include "cli/follow/watch_history.h"
#include "cli/history/history_screen.h"
#include "cli/source/connect_telltale.h"
#include "cli/source/elsewhere.h"
#include "cli/source/find_object.h"
#include "cli/source/live_load.h"
#include "convert/dialect.h"
#include "http/target.h"
#include "report/journal/write_history.h"

namespace telltale::cli {
namespace {

constexpr std::chrono::milliseconds journal_patience{5'000};

ExitCode show_told(const ToldHistory& history, const HistoryOptions& options,
                   const Streams& streams) {
  if (options.output == HistoryOutput::Text) {
    show_history(screen_of(history, options), streams);
    return ExitCode::Fine;
  }
  const ReportLayout json =
      streams.out_terminal.is_terminal ? ReportLayout::Pretty : ReportLayout::Lines;
  streams.out.write(write_history(
      history.document, options.output == HistoryOutput::Json ? json : ReportLayout::Yaml));
  return ExitCode::Fine;
}

// Whether whatever the journal has of that name will do, or only what is in the namespace.
enum class Anywhere : std::uint8_t { No, Yes };

std::string question(const ResourceName& resource, std::string_view group,
                     const HistoryOptions& options, Anywhere anywhere) {
  // An object of a kind without namespaces is in none, whichever one the kubeconfig is set to.
  const Kind* kind = judged_kind(group, resource.kind);
  std::string_view space = options.read.filter.namespace_name;
  if (kind != nullptr && !kind->is_namespaced) space = {};
  return format("/telltale/v1/history?group={}&kind={}&namespace={}&name={}&type={}{}",
                http::escape(group), http::escape(resource.kind), http::escape(space),
                http::escape(options.name), http::escape(options.condition),
                anywhere == Anywhere::Yes ? "&anywhere=true" : "");
}

// Two projects have a NodePool; whichever has one of that name is meant. Whoever runs telltale on
// this machine need not have a kubeconfig to ask it; whoever has one is told only about that
// cluster.
Result<HistoryDocument> ask_journal(Source* source, const HistoryOptions& options,
                                    Anywhere anywhere, const Streams& streams) {
  const Result<ResourceName> resource = resolve_resource(options.type, known_kinds());
  if (!resource) return fail(resource.error());
  if (source != nullptr) {
    source->ask_running(options.read, streams);
    const std::string& trouble = source->running().trouble();
    if (!trouble.empty()) return fail(Error::Kind::Unreachable, trouble);
  }
  std::optional<Error> first;
  for (const std::string_view group : groups_meant(*resource)) {
    const std::string target = question(*resource, group, options, anywhere);
    const Result<std::string> answer = source != nullptr
                                           ? source->running().line()->ask(target, journal_patience)
                                           : ask_telltale(options.read.connect, target, streams);
    if (answer) return parse_history(*answer);
    if (!first) first = answer.error();
    if (answer.error().kind != Error::Kind::NotFound) break;
  }
  return fail(std::move(*first));
}

bool is_somewhere_else(const std::vector<std::string>& namespaces, const std::string& meant) {
  return !namespaces.empty() && std::ranges::find(namespaces, meant) == namespaces.end();
}

// About the object in the namespace that is meant. Where it is not there, the server knows in which
// one it is; of one that is gone only the journal does.
Result<HistoryDocument> ask_wherever_it_is(Source& source, const HistoryOptions& options,
                                           const Streams& streams) {
  const std::string& meant = options.read.filter.namespace_name;
  Result<HistoryDocument> answer = ask_journal(&source, options, Anywhere::No, streams);
  if (answer || answer.error().kind != Error::Kind::NotFound) return answer;
  if (const Result<void> found = source.discover(); !found) return fail(found.error());
  const std::vector<Elsewhere> places = source.look_everywhere(options.type, options.name);
  if (places.empty()) {
    Result<HistoryDocument> gone = ask_journal(&source, options, Anywhere::Yes, streams);
    return gone ? std::move(gone) : std::move(answer);
  }
  const Elsewhere& first = places.front();
  if (!is_somewhere_else(first.namespaces, meant)) return answer;
  if (places.size() > 1 || first.namespaces.size() > 1) {
    if (meant.empty()) return answer;
    return fail(Error::Kind::Invalid,
                not_in(first.kind, options.name, meant) + told_elsewhere(first.namespaces));
  }
  HistoryOptions there = options;
  there.read.filter.namespace_name = first.namespaces.front();
  return ask_journal(&source, there, Anywhere::No, streams);
}

void say_where(const HistoryDocument& document, const HistoryOptions& options,
               const Streams& streams) {
  const std::string& meant = options.read.filter.namespace_name;
  const std::string& there = document.history.subject.namespace_name;
  const bool quiet = options.read.loudness == Loudness::Quiet;
  if (quiet || meant.empty() || there.empty() || there == meant) return;
  streams.err.write(note_of_elsewhere(options.name, there, meant));
}

Result<ToldHistory> history_in(const Loaded& loaded, const HistoryOptions& options) {
  const Result<const Judged*> judged = find_object(
      loaded.judgement, {options.type, options.name, options.read.filter.namespace_name});
  if (!judged) return fail(judged.error());
  Journal::History history = history_told_by(**judged, options.condition);
  if (history.entries.empty() && !options.condition.empty()) {
    return fail(Error::Kind::NotFound,
                format("no condition \"{}\" on this {}", printable(options.condition),
                       (*judged)->object->key.kind));
  }
  return ToldHistory{.document = document_of(std::move(history), FlapRule{}, loaded.now),
                     .told = HistoryScreen::Told::ByObject,
                     .verdict = (*judged)->verdict};
}

ExitCode show_from_object(Source& source, const HistoryOptions& options, const Streams& streams) {
  const LoadExtras extras = extras_about(options.type, options.name);
  if (options.watching != Watching::Off) {
    const auto history = [&](const Loaded& loaded) { return history_in(loaded, options); };
    return watch_history_of_object(source, options, streams, {extras, history});
  }
  const Result<Loaded> loaded = source.load(options.read, streams, extras);
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const Result<ToldHistory> history = history_in(*loaded, options);
  return history ? show_told(*history, options, streams) : refuse(history.error(), streams);
}

void say_so(std::string_view why, const HistoryOptions& options, const Streams& streams) {
  if (options.read.loudness == Loudness::Quiet) return;
  streams.err.write(format("note: {}; shown is what the object itself reports\n", why));
}

}  // namespace

HistoryScreen screen_of(const ToldHistory& history, const HistoryOptions& options) {
  return {.document = history.document,
          .type = options.condition,
          .typed = typed_again(options.read),
          .told = history.told,
          .verdict = history.verdict};
}

Journal::History history_told_by(const Judged& judged, std::string_view type) {
  const Object& object = *judged.object;
  Journal::History history;
  history.subject = {.group = std::string(object.key.group),
                     .kind = std::string(object.key.kind),
                     .namespace_name = std::string(object.key.namespace_name),
                     .name = std::string(object.key.name),
                     .uid = std::string(object.uid)};
  history.cut = true;
  const std::string_view wanted = canonical_type(object.key.kind, type);
  for (const Condition& condition : judged.conditions) {
    const std::string_view canonical = canonical_type(object.key.kind, condition.type);
    const bool meant = type.empty() || same_letters(condition.type, type) || canonical == wanted;
    if (!meant) continue;
    history.entries.push_back({.at = since_of(judged, condition),
                               .type = std::string(condition.type),
                               .status = condition.status,
                               .reason = std::string(condition.reason),
                               .message = std::string(condition.message)});
  }
  std::ranges::sort(history.entries, {},
                    [](const JournalEntry& entry) { return std::tie(entry.at, entry.type); });
  return history;
}

namespace {

Result<ToldHistory> ask_somebody(Source* source, const HistoryOptions& options,
                                 const Streams& streams) {
  Result<HistoryDocument> answer = source != nullptr
                                       ? ask_wherever_it_is(*source, options, streams)
                                       : ask_journal(nullptr, options, Anywhere::Yes, streams);
  if (!answer) return fail(answer.error());
  return ToldHistory{.document = std::move(*answer)};
}

ExitCode follow_journal(Source* source, const HistoryOptions& options, const Streams& streams) {
  const auto ask = [&] { return ask_somebody(source, options, streams); };
  if (source != nullptr) return watch_journal(source->bell(), options, streams, ask);
  Bell bell(Bell::Signals::Heard);
  return watch_journal(bell, options, streams, ask);
}

ExitCode run_history(const HistoryOptions& typed, const Streams& streams) {
  HistoryOptions options = typed;
  const bool watches = options.watching != Watching::Off;
  Result<Source> source = Source::open(options.read, streams, options.watching);
  if (!options.read.is_live()) {
    say_so("a dump holds no journal", options, streams);
    return show_from_object(*source, options, streams);
  }
  // Whoever runs telltale on this machine need not have a kubeconfig to ask it.
  if (!source && options.read.filter.namespace_name.empty()) {
    options.read.filter.namespace_name = "default";
  }
  Source* server = source ? &*source : nullptr;
  const Result<ToldHistory> answer = ask_somebody(server, options, streams);
  if (answer) {
    say_where(answer->document, options, streams);
    return watches ? follow_journal(server, options, streams)
                   : show_told(*answer, options, streams);
  }
  if (answer.error().kind == Error::Kind::Invalid || !source) {
    return refuse(source ? answer.error() : source.error(), streams);
  }
  const bool unknown = answer.error().kind == Error::Kind::NotFound;
  say_so(unknown ? "the journal has nothing about it" : printable(answer.error().detail), options,
         streams);
  return show_from_object(*source, options, streams);
}

void declare_history(Flags& flags, HistoryOptions& options) {
  declare_subject(flags, "history", {options.type, options.name, options.condition});
  declare_reading(flags, options.read);
  declare_output(flags, options.output, "json or yaml (default: text)",
                 {{"json", HistoryOutput::Json}, {"yaml", HistoryOutput::Yaml}});
  declare_watching(flags, options.watching, options.read);
  flags.word("LASTED", "how long the condition said so");
  flags.word("flaps", "it changed so often that it says little");
  flags.example("telltale history nodepool/np-gpu Progressing -n clusters");
}

}  // namespace

extern const Command history_command{
    .name = "history",
    .group = CommandGroup::See,
    .summary = "what conditions said over time, and whether they flap",
    .about =
        "Shows what the conditions of an object said over time, how long each lasted, and whether "
        "it flaps. The running telltale keeps this; without one you see the little that the "
        "object itself holds.",
    .prepare = prepare<HistoryOptions, declare_history, run_history>,
};

}  // namespace telltale::cli
