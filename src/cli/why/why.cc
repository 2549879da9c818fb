// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/explain/explain.h"
#include "catalog/kinds.h"
#include "cli/command_line/commands.h"
#include "cli/screen/wording.h"
#include "cli/source/find_object.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
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
  if (question.overview) {
    show_verdict(screen, question.one != nullptr ? question.one->type : std::string_view(),
                 streams);
  }
  if (question.one != nullptr) show_explanation(screen, *question.one, streams);
  if (question.overview) {
    show_cause_advice(screen, streams);
    show_overview(screen, question.all, streams);
  } else {
    show_condition_advice(screen, *question.one, streams);
  }
  const bool any = question.one != nullptr;
  show_next(screen, any ? question.one->type : std::string_view(), streams);
}

const Judged* find_deepest(const Judgement& judgement, const Judged& judged) {
  const auto found = std::ranges::find(judgement.items, judged.cause.because, &Judged::object);
  return found != judgement.items.end() ? &*found : nullptr;
}

ExitCode show_why(const Loaded& loaded, const WhyOptions& options, const Streams& streams) {
  const Result<const Judged*> judged = find_object(
      loaded.judgement, {options.type, options.name, options.read.filter.namespace_name});
  if (!judged) return refuse(judged.error(), streams);
  const Result<Question> question = ask(loaded, **judged, options);
  if (!question) return refuse(question.error(), streams);

  const WhyScreen screen{.judged = **judged,
                         .now = loaded.now,
                         .paths = options.read.paths,
                         .deepest = find_deepest(loaded.judgement, **judged),
                         .verdict = explain_verdict(loaded.world, loaded.judgement, **judged,
                                                    loaded.settings, loaded.now)};
  if (options.output == WhyOutput::Text) {
    show_why_text(screen, *question, streams);
  } else {
    show_data(screen, *question, options.output, streams);
  }
  return exit_code_of((*judged)->verdict);
}

ExitCode run_why(const WhyOptions& typed, const Streams& streams) {
  WhyOptions options = typed;
  Result<Source> source = Source::open(options.read, streams);
  if (!source) return refuse(source.error(), streams);
  const Result<Loaded> loaded = source->load(options.read, streams, {.types = {options.type}});
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const ExitCode code = show_why(*loaded, options, streams);
  say_last_line(*loaded, options.read, streams);
  return code;
}

void declare_why(Flags& flags, WhyOptions& options) {
  declare_subject(flags, "why", {options.type, options.name, options.condition});
  declare_reading(flags, options.read);
  declare_output(flags, options.output, "json or yaml (default: text)",
                 {{"json", WhyOutput::Json}, {"yaml", WhyOutput::Yaml}});
  explain_verdicts(flags);
  flags.example("telltale why machine/web-0 -n default");
  flags.example("telltale why machine/web-0 NodeHealthy -f must-gather.tar.gz");
}

}  // namespace

extern const Command why_command{
    .name = "why",
    .group = CommandGroup::Understand,
    .summary = "how a verdict came about: the evidence, and what to do",
    .about =
        "Explains an object, or one of its conditions: what decided, the evidence, what changes "
        "it next, and what to do.",
    .prepare = prepare<WhyOptions, declare_why, run_why>,
};

}  // namespace telltale::cli
