// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/typed_again.h"
#include "cli/get/get_flags.h"
#include "cli/get/get_select.h"
#include "cli/screen/wording.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
#include "cli/wait/wait_live.h"
#include "cli/wait/wait_screen.h"
#include "cli/wait/wait_types.h"
#include "json/parse.h"
#include "json/print.h"
#include "report/object.h"

namespace telltale::cli {
namespace {

// What `get` would show of the same subjects, with the fields that paths look into.
GetOptions as_get(const WaitOptions& options) {
  GetOptions get{.read = options.read, .subjects = options.subjects};
  for (const std::vector<Expectation>* some : {&options.expected, &options.failing}) {
    for (const Expectation& expectation : *some) {
      if (expectation.path) get.custom_columns.push_back({expectation.text, *expectation.path});
    }
  }
  return get;
}

WaitSubject subject_of(const Object& object) {
  return {.group = std::string(object.key.group),
          .kind = std::string(object.key.kind),
          .plural = lower(plural(object.key.kind)),
          .namespace_name = std::string(object.key.namespace_name),
          .name = std::string(object.key.name)};
}

// A dump does not change: one look says all there is to say.
Result<ExitCode> look_once(const Listed& listed, const WaitOptions& options, const Loaded& loaded,
                           const Streams& streams) {
  Arena scratch;
  const Observation observation{
      .document = object_tree(*listed.object, listed.judged, loaded.settings.dialect.name, scratch),
      .judged = listed.judged,
      .world = &loaded.world};
  const Result<Look> look = look_at(observation, options.expected, options.failing);
  if (!look) return fail(look.error());
  WaitSubject subject = subject_of(*listed.object);
  subject.typed = typed_again(options.read);
  if (look->outcome == Look::Outcome::Failed) {
    say_failed(subject, *look, streams);
    return ExitCode::Stuck;
  }
  if (look->outcome == Look::Outcome::NotYet) {
    say_not_met(subject, *look, WaitEnd::NotMet, streams);
    return ExitCode::Unknown;
  }
  say_met(subject, json::print(json::to_value(observation.document)), options.output, streams);
  return ExitCode::Fine;
}

// Whoever waits for an end or a beginning is not surprised that something is not there.
ExitCode say_missing(const WaitOptions& options, const std::vector<Error>& errors,
                     const Streams& streams) {
  if (asks_for(options.expected, Expectation::Kind::Delete)) return ExitCode::Fine;
  ExitCode code = ExitCode::Fine;
  for (const Error& error : errors) code = refuse(error, streams);
  const bool may_come = asks_for(options.expected, Expectation::Kind::Create);
  return may_come && code != ExitCode::Fine ? ExitCode::Unknown : code;
}

Result<void> check_listed_types(const WaitOptions& options, const Selected& selected,
                                const Loaded& loaded) {
  Arena scratch;
  std::vector<TypedTarget> typed;
  for (const Listed& listed : selected.objects) {
    const Key& key = listed.object->key;
    typed.push_back(
        {key.group, key.kind,
         object_tree(*listed.object, listed.judged, loaded.settings.dialect.name, scratch)});
  }
  const Result<void> expected = check_types(options.expected, typed);
  return expected ? check_types(options.failing, typed) : expected;
}

ExitCode wait_offline(const WaitOptions& options, const Streams& streams) {
  const GetOptions get = as_get(options);
  const Result<Loaded> loaded = load(options.read, streams, fields_wanted(get));
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const Selected selected = select_objects(get, *loaded);
  if (const Result<void> known = check_listed_types(options, selected, *loaded); !known) {
    refuse(known.error(), streams);
    return ExitCode::Usage;
  }
  ExitCode code = say_missing(options, selected.errors, streams);
  for (const Listed& listed : selected.objects) {
    const Result<ExitCode> one = look_once(listed, options, *loaded, streams);
    if (!one) return refuse(one.error(), streams);
    code = worse(code, *one);
  }
  const bool nothing = selected.objects.empty() && selected.errors.empty();
  if (nothing && !asks_for(options.expected, Expectation::Kind::Delete)) {
    return refuse({Error::Kind::NotFound, "no matching resources found"}, streams);
  }
  return code;
}

ExitCode run_wait(const WaitOptions& typed, const Streams& streams) {
  WaitOptions options = typed;
  Result<Source> source = Source::open(options.read, streams);
  if (!source) return refuse(source.error(), streams);
  return source->is_live() ? wait_live(*source, options, streams) : wait_offline(options, streams);
}

constexpr std::size_t wait_expectations_max = 32;
constexpr std::chrono::milliseconds a_week = std::chrono::days(7);
constexpr std::string_view wait_form =
    "wait TYPE/NAME... or TYPE NAME..., or TYPE with --all or -l SELECTOR";

// TYPE/NAME..., TYPE NAME..., or TYPE[,TYPE] of which all or those with labels are meant.
Result<void> read_wait_subjects(std::span<const std::string> words, WaitOptions& options) {
  const bool chosen_by_name = options.selection == WaitSelection::Named;
  if (words.empty()) return usage(format("wait needs to know for what; expected {}", wait_form));
  if (words.front().contains('/')) {
    if (chosen_by_name) return read_pairs(words, wait_form, options.subjects);
    return usage("--all and -l choose among all objects of a type; they do not go with names");
  }
  const bool named = words.size() > 1;
  if (named != chosen_by_name) {
    return usage(named
                     ? "--all and -l choose among all objects of a type; they do not go with names"
                     : format("name something, or say --all; expected {}", wait_form));
  }
  for (const std::string_view type : split(words.front(), ',')) {
    if (type.empty()) return usage(format("a type is missing; expected {}", wait_form));
    if (!named) options.subjects.push_back({std::string(type), {}});
    for (const std::string& name : words.subspan(1)) {
      options.subjects.push_back({std::string(type), name});
    }
  }
  return {};
}

Result<void> read_expectations(std::string_view flag, std::span<const std::string> typed,
                               std::vector<Expectation>& expectations) {
  if (typed.size() > wait_expectations_max) {
    return usage(format("{} can be said {} times", flag, wait_expectations_max));
  }
  for (const std::string& one : typed) {
    Result<Expectation> expectation = parse_expectation(flag, one);
    if (!expectation) return fail(expectation.error());
    expectations.push_back(std::move(*expectation));
  }
  return {};
}

Result<void> check_expectations(const WaitOptions& options) {
  if (options.expected.empty()) {
    return usage(
        "wait needs to know for what: --for=condition=Ready, "
        "--for=jsonpath='{.status.phase}'=Running, --for=verdict=Healthy, create or delete");
  }
  if (asks_for(options.expected, Expectation::Kind::Delete) && options.expected.size() > 1) {
    return usage("--for=delete stands alone: nothing else can hold of what is gone");
  }
  if (asks_for(options.failing, Expectation::Kind::Create)) {
    return usage("--fail-on=create: what exists already would fail at once");
  }
  return {};
}

// Below zero is a week, as with kubectl.
Result<void> read_wait_timeout(std::string_view typed, WaitOptions& options) {
  const std::optional<std::chrono::milliseconds> timeout = parse_milliseconds(typed);
  if (!timeout) {
    return usage(
        format("--timeout {} is not a duration such as 30s, 5m, 0 or -1s", printable(typed)));
  }
  options.timeout = *timeout < std::chrono::milliseconds(0) ? a_week : *timeout;
  return {};
}

void declare_expectations(Flags& flags, WaitOptions& options) {
  const std::vector<std::string> forms = {"condition=",    "jsonpath=", "verdict=Healthy",
                                          "verdict=Stuck", "create",    "delete"};
  flags.read_all(
      {"--for", "WHAT",
       "condition=TYPE[=STATUS], jsonpath='{PATH}'[=VALUE], verdict=VERDICT, create or delete; of "
       "several all must hold at once"},
      [&](std::span<const std::string> typed) {
        return read_expectations("--for", typed, options.expected);
      },
      {}, forms);
  flags.read_all(
      {"--fail-on", "WHAT", "the same; any of these ends it with exit code 3"},
      [&](std::span<const std::string> typed) {
        return read_expectations("--fail-on", typed, options.failing);
      },
      {}, forms);
  flags.check([&] { return check_expectations(options); });
}

void declare_wait(Flags& flags, WaitOptions& options) {
  flags.operands(
      {"TYPE/NAME", "TYPE/NAME..., TYPE NAME..., or TYPE with --all or -l", "TYPE/NAME..."},
      [&](std::span<const std::string> typed) { return read_wait_subjects(typed, options); });
  flags.offer_operands(resource_names);
  declare_expectations(flags, options);
  flags.read({"--timeout", "DURATION",
              "how long to wait (default: 30s; 0: look once; below zero: a week)"},
             [&](std::string_view typed) { return read_wait_timeout(typed, options); });
  flags.on({"--all", "", "all objects of the type"}, options.selection, WaitSelection::All);
  flags.read({"-l,--selector", "SELECTOR", "those with these labels"},
             [&](std::string_view typed) -> Result<void> {
               if (options.selection == WaitSelection::All) {
                 return usage("--all and -l say different things");
               }
               options.selection = WaitSelection::Labelled;
               options.selector = typed;
               return read_selector(typed, options.read.filter.selector);
             });
  declare_reading(flags, options.read);
  declare_output(
      flags, options.output, "name, json or yaml (default: text)",
      {{"name", WaitOutput::Name}, {"json", WaitOutput::Json}, {"yaml", WaitOutput::Yaml}});
  flags.notes(
      "Everything must hold on one version of an object; a condition that is older than the "
      "object does not count. Exit codes: 0 met, 1 error, 2 usage, 3 failed, 4 timed out, and with "
      "-f, which is read once, 5 not met.");
  explain_verdicts(flags);
  flags.example(
      "telltale wait cluster/prod --for=verdict=Healthy --fail-on=verdict=Stuck --timeout 20m");
  flags.example("telltale wait machines --all --for=condition=Ready");
}

}  // namespace

extern const Command wait_command{
    .name = "wait",
    .group = CommandGroup::See,
    .summary = "until objects are as you want them, or will not get there",
    .about =
        "Waits until objects are as you want them, with kubectl's grammar, and ends early when "
        "they will not get there.",
    .prepare = prepare<WaitOptions, declare_wait, run_wait>,
};

}  // namespace telltale::cli
