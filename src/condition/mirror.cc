// SPDX-License-Identifier: Apache-2.0
#include "condition/mirror.h"

#include "base/text.h"
#include "condition/merge.h"

namespace telltale {
namespace {

Condition when_missing(const MirrorOptions& options, Arena& arena) {
  if (options.fallback) return *options.fallback;
  return {.reason = not_yet_reported,
          .message = arena.keep(format("Condition {} not yet reported", options.type))};
}

}  // namespace

Condition mirror(Conditions source, const MirrorOptions& options, Arena& arena) {
  const Condition* reported = find_condition(source, options.type);
  Condition shown = reported != nullptr ? *reported : when_missing(options, arena);
  shown.type = options.into.empty() ? options.type : options.into;
  shown.observed_generation = 0;

  const bool useless = shown.status == Status::True && shown.reason == no_reason_reported;
  if (useless && !options.reason_when_true.empty()) shown.reason = options.reason_when_true;
  return shown;
}

}  // namespace telltale
