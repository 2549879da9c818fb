// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/explain/attention.h"
#include "catalog/explain/explain.h"
#include "catalog/kinds.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/typed_again.h"
#include "cli/follow/watch_why.h"
#include "cli/screen/wording.h"
#include "cli/source/find_object.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
#include "cli/source/told_events.h"
#include "cli/why/why_screen.h"
#include "observe/world.h"

namespace telltale::cli {
namespace {

std::string_view root_condition(const Object& object) {
  const Kind* kind = judged_kind(object);
  return kind == nullptr ? std::string_view() : kind->root_condition;
}

// What was asked about: one condition, or the root and an overview of all.
struct Question {
  std::vector<Explanation> all;
  const Explanation* one = nullptr;
  bool overview = false;
};

Result<Question> ask(const Loaded& loaded, const Judged& judged, const WhyOptions& options) {
  Question question;
  question.all = explain(loaded.world, loaded.judgement, judged, loaded.settings, loaded.now);
  question.overview = options.condition.empty();
  const std::string_view kind = judged.object->key.kind;
  const std::string_view wanted =
      question.overview ? root_condition(*judged.object) : std::string_view(options.condition);
  const Result<const Explanation*> one = find_explanation(question.all, kind, wanted);
  if (!one && !question.overview) return fail(one.error());
  if (one) question.one = *one;
  return question;
}

void show_data(const WhyScreen& screen, const Question& question, WhyOutput output,
               const Streams& streams) {
  std::vector<const Explanation*> shown;
  for (const Explanation& explanation : question.all) {
    if (question.overview || &explanation == question.one) shown.push_back(&explanation);
  }
  streams.out.write(explanations_as_data(screen, shown, output));
}

void show_why_text(const WhyScreen& screen, const Question& question, const Streams& streams) {
  question.overview ? show_object(screen, question.all, question.one, streams)
                    : show_condition(screen, *question.one, streams);
}

const Judged* find_deepest(const Judgement& judgement, const Judged& judged) {
  const auto found = std::ranges::find(judgement.items, judged.cause.because, &Judged::object);
  return found != judgement.items.end() ? &*found : nullptr;
}

bool is_text(WhyOutput output) { return output == WhyOutput::Text || output == WhyOutput::Wide; }

WhyRows rows_shown(const WhyOptions& options) {
  return options.output == WhyOutput::Wide ? WhyRows::All : options.rows;
}

LoadExtras wishes_of_why(const WhyOptions& options) {
  LoadExtras extras = extras_about(options.type, options.name);
  if (!is_text(options.output)) return extras;
  extras.more = event_fields_shown();
  extras.events = {.type = options.type, .name = options.name};
  return extras;
}

Result<const Judged*> subject_of(const Loaded& loaded, const WhyOptions& options) {
  return find_object(loaded.judgement,
                     {options.type, options.name, options.read.filter.namespace_name});
}

Result<ExitCode> show_why(const Loaded& loaded, const WhyOptions& options, const Streams& streams) {
  const Result<const Judged*> judged = subject_of(loaded, options);
  if (!judged) return fail(judged.error());
  const Result<Question> question = ask(loaded, **judged, options);
  if (!question) return fail(question.error());

  const WhyScreen screen{.world = loaded.world,
                         .judged = **judged,
                         .now = loaded.now,
                         .typed = typed_again(options.read),
                         .deepest = find_deepest(loaded.judgement, **judged),
                         .verdict = explain_verdict(loaded.world, loaded.judgement, **judged,
                                                    loaded.settings, loaded.now),
                         .attention = attention_of(loaded.world, **judged),
                         .events = events_about(loaded.world, *(*judged)->object),
                         .rows = rows_shown(options)};
  if (is_text(options.output)) {
    show_why_text(screen, *question, streams);
  } else {
    show_data(screen, *question, options.output, streams);
  }
  return exit_code_of((*judged)->verdict);
}

ExitCode run_why(const WhyOptions& typed, const Streams& streams) {
  WhyOptions options = typed;
  const bool watches = options.watching != Watching::Off;
  Result<Source> source = Source::open(options.read, streams, options.watching);
  if (!source) return refuse(source.error(), streams);
  const LoadExtras extras = wishes_of_why(options);
  if (watches) {
    return watch_why(
        *source, options, streams,
        {.extras = extras,
         .find = [&](const Loaded& loaded) { return subject_of(loaded, options); },
         .frame = [&](const Loaded& loaded,
                      const Streams& onto) { return show_why(loaded, options, onto); }});
  }
  const Result<Loaded> loaded = source->load(options.read, streams, extras);
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const Result<ExitCode> code = show_why(*loaded, options, streams);
  const ExitCode end = code ? *code : refuse(code.error(), streams);
  say_last_line(*loaded, options.read, streams);
  return end;
}

void declare_why(Flags& flags, WhyOptions& options) {
  declare_subject(flags, "why", {options.type, options.name, options.condition});
  declare_reading(flags, options.read);
  flags.on({"--all-rows", "", "every question that was asked, with its answer; so does -o wide"},
           options.rows, WhyRows::All);
  declare_output(flags, options.output, "wide, json or yaml (default: text)",
                 {{"wide", WhyOutput::Wide}, {"json", WhyOutput::Json}, {"yaml", WhyOutput::Yaml}});
  declare_watching(flags, options.watching, options.read);
  explain_verdicts(flags);
  flags.example("telltale why machine/web-0 -n default");
  flags.example("telltale why machine/web-0 NodeHealthy -f must-gather.tar.gz");
}

}  // namespace

extern const Command why_command{
    .name = "why",
    .group = CommandGroup::Understand,
    .summary = "why an object has its verdict, what to do, and what changes it next",
    .about =
        "Explains an object, or one of its conditions: what decided, the evidence, what changes "
        "it next, and what to do.",
    .prepare = prepare<WhyOptions, declare_why, run_why>,
};

}  // namespace telltale::cli
