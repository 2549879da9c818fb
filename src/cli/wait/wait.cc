// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait.h"

#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/text.h"
#include "cli/get/get_select.h"
#include "cli/screen/words.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
#include "cli/wait/wait_live.h"
#include "cli/wait/wait_screen.h"
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
      .judged = listed.judged};
  const Result<Look> look = look_at(observation, options.expected, options.failing);
  if (!look) return fail(look.error());
  const WaitSubject subject = subject_of(*listed.object);
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

ExitCode wait_offline(const WaitOptions& options, const Streams& streams) {
  const GetOptions get = as_get(options);
  const Result<Loaded> loaded = load(options.read, streams, fields_wanted(get));
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  const Selected selected = select_objects(get, *loaded);
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

}  // namespace

ExitCode wait_command(const WaitOptions& typed, const Streams& streams) {
  WaitOptions options = typed;
  Result<Source> source = Source::open(options.read, streams);
  if (!source) return refuse(source.error(), streams);
  return source->is_live() ? wait_live(*source, options, streams) : wait_offline(options, streams);
}

}  // namespace telltale::cli
