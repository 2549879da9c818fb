// SPDX-License-Identifier: Apache-2.0
#include "cli/history/history_command.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "cli/command_line/commands.h"
#include "cli/history/history_screen.h"
#include "cli/source/connect_telltale.h"
#include "cli/source/find_object.h"
#include "cli/source/live_load.h"
#include "convert/dialect.h"
#include "http/target.h"
#include "report/journal/write_history.h"

namespace telltale::cli {
namespace {

constexpr std::chrono::milliseconds journal_patience{5'000};

ExitCode show_document(const HistoryDocument& document, const HistoryOptions& options,
                       const Streams& streams) {
  if (options.output == HistoryOutput::Text) {
    show_history({.document = document, .type = options.condition}, streams);
    return ExitCode::Fine;
  }
  const ReportLayout json =
      streams.out_terminal.is_terminal ? ReportLayout::Pretty : ReportLayout::Lines;
  streams.out.write(
      write_history(document, options.output == HistoryOutput::Json ? json : ReportLayout::Yaml));
  return ExitCode::Fine;
}

std::string question(const ResourceName& resource, std::string_view group,
                     const HistoryOptions& options) {
  // An object of a kind without namespaces is in none, whichever one the kubeconfig is set to.
  const Kind* kind = judged_kind(group, resource.kind);
  std::string_view space = options.read.filter.namespace_name;
  if (kind != nullptr && !kind->is_namespaced) space = {};
  return format("/telltale/v1/history?group={}&kind={}&namespace={}&name={}&type={}",
                http::escape(group), http::escape(resource.kind), http::escape(space),
                http::escape(options.name), http::escape(options.condition));
}

// Two projects have a NodePool; whichever has one of that name is meant. Whoever runs telltale on
// this machine need not have a kubeconfig to ask it; whoever has one is told only about that
// cluster.
Result<HistoryDocument> ask_journal(Source* source, const HistoryOptions& options,
                                    const Streams& streams) {
  const Result<ResourceName> resource = resolve_resource(options.type, known_kinds());
  if (!resource) return fail(resource.error());
  if (source != nullptr) {
    source->ask_running(options.read, streams);
    const std::string& trouble = source->running().trouble();
    if (!trouble.empty()) return fail(Error::Kind::Unreachable, trouble);
  }
  std::optional<Error> first;
  for (const std::string_view group : groups_meant(*resource)) {
    const std::string target = question(*resource, group, options);
    const Result<std::string> answer =
        source != nullptr ? source->running().line()->ask(target, journal_patience)
                          : ask_telltale(nullptr, options.read.connect, target, streams);
    if (answer) return parse_history(*answer);
    if (!first) first = answer.error();
    if (answer.error().kind != Error::Kind::NotFound) break;
  }
  return fail(std::move(*first));
}

ExitCode show_from_object(Source& source, const HistoryOptions& options, const Streams& streams) {
  const Result<Loaded> loaded = source.load(options.read, streams, {.types = {options.type}});
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const Result<const Judged*> judged = find_object(
      loaded->judgement, {options.type, options.name, options.read.filter.namespace_name});
  if (!judged) return refuse(judged.error(), streams);
  Journal::History history = history_told_by(**judged, options.condition);
  if (history.entries.empty() && !options.condition.empty()) {
    return refuse(
        {Error::Kind::NotFound, format("no condition \"{}\" on this {}",
                                       printable(options.condition), (*judged)->object->key.kind)},
        streams);
  }
  return show_document(document_of(std::move(history), FlapRule{}, loaded->now), options, streams);
}

void say_so(std::string_view why, const HistoryOptions& options, const Streams& streams) {
  if (options.read.loudness == Loudness::Quiet) return;
  streams.err.write(
      format("note: {}; this is what the object itself tells: its last transitions\n", why));
}

}  // namespace

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

ExitCode run_history(const HistoryOptions& typed, const Streams& streams) {
  HistoryOptions options = typed;
  Result<Source> source = Source::open(options.read, streams);
  if (!options.read.is_live()) {
    say_so("a dump holds no journal", options, streams);
    return show_from_object(*source, options, streams);
  }
  // Whoever runs telltale on this machine need not have a kubeconfig to ask it.
  if (!source && options.read.filter.namespace_name.empty()) {
    options.read.filter.namespace_name = "default";
  }
  const Result<HistoryDocument> answer = ask_journal(source ? &*source : nullptr, options, streams);
  if (answer) return show_document(*answer, options, streams);
  if (answer.error().kind == Error::Kind::Invalid || !source) {
    return refuse(source ? answer.error() : source.error(), streams);
  }
  say_so(printable(answer.error().detail), options, streams);
  return show_from_object(*source, options, streams);
}

void declare_history(Flags& flags, HistoryOptions& options) {
  declare_subject(flags, "history", {options.type, options.name, options.condition});
  declare_reading(flags, options.read);
  declare_output(flags, options.output, "json or yaml (default: text)",
                 {{"json", HistoryOutput::Json}, {"yaml", HistoryOutput::Yaml}});
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
