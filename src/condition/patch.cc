// SPDX-License-Identifier: Apache-2.0
#include "condition/patch.h"

#include <algorithm>

#include "base/text.h"
#include "condition/caps.h"
#include "condition/same.h"

namespace telltale {
namespace {

using Kind = PatchOperation::Kind;

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::Add:
      return "Add";
    case Kind::Change:
      return "Change";
    case Kind::Remove:
      break;
  }
  return "Remove";
}

std::string_view type_of(const PatchOperation& operation) {
  return operation.kind == Kind::Remove ? operation.before.type : operation.after.type;
}

std::unexpected<Error> conflict(const PatchOperation& operation, std::string_view what) {
  return fail(
      Error::Kind::Conflict,
      format("error patching conditions: The condition \"{}\" was {} by a different process "
             "and this caused a merge/{}Condition conflict",
             type_of(operation), what, to_text(operation.kind)));
}

// What an operation does to the latest list once nobody objects.
enum class Step : std::uint8_t { Write, Erase, KeepLatest };

Result<Step> step_for(const PatchOperation& operation, const Condition* latest) {
  switch (operation.kind) {
    case Kind::Add:
      if (latest == nullptr) return Step::Write;
      if (same_state(*latest, operation.after)) return Step::KeepLatest;
      return conflict(operation, "modified");
    case Kind::Change:
      if (latest == nullptr) return conflict(operation, "deleted");
      if (*latest == operation.before) return Step::Write;
      if (same_state(*latest, operation.after)) return Step::KeepLatest;
      return conflict(operation, "modified");
    case Kind::Remove:
      break;
  }
  if (latest == nullptr) return Step::KeepLatest;
  if (same_state(*latest, operation.before)) return Step::Erase;
  return conflict(operation, "modified");
}

bool wins_always(const PatchOperation& operation, const PatchOptions& options) {
  return options.overwrite == Overwrite::Everything ||
         std::ranges::find(options.owned, type_of(operation)) != options.owned.end();
}

Result<Step> decide(const PatchOperation& operation, const ConditionSet& latest,
                    const PatchOptions& options) {
  if (!wins_always(operation, options)) return step_for(operation, latest.get(type_of(operation)));
  return operation.kind == Kind::Remove ? Step::Erase : Step::Write;
}

Result<void> write(const Condition& after, ConditionSet& latest, Instant now, Arena& arena) {
  const Stamp stamp{.generation = after.observed_generation, .now = now};
  if (latest.set(after, stamp, arena) != SetOutcome::Full) return {};
  return fail(Error::Kind::TooLarge,
              format("condition \"{}\" would be one more than the {} allowed", after.type,
                     conditions_per_object_max));
}

}  // namespace

Result<ConditionPatch> make_patch(Conditions before, Conditions after) {
  if (before.size() > stored_conditions_max || after.size() > stored_conditions_max) {
    return fail(Error::Kind::TooLarge,
                format("an object cannot have more than {} conditions", stored_conditions_max));
  }
  ConditionPatch patch;
  // Removals first, so that a full list has room for what takes their place.
  for (const Condition& condition : before) {
    if (has_condition(after, condition.type)) continue;
    patch.push_back({.kind = Kind::Remove, .before = condition});
  }
  for (const Condition& condition : after) {
    const Condition* old = find_condition(before, condition.type);
    if (old == nullptr) {
      patch.push_back({.kind = Kind::Add, .after = condition});
    } else if (*old != condition) {
      patch.push_back({.kind = Kind::Change, .before = *old, .after = condition});
    }
  }
  return patch;
}

Result<ConditionSet> apply(const ConditionPatch& patch, Conditions latest,
                           const PatchOptions& options, Arena& arena) {
  ConditionSet merged(latest);
  if (patch.empty()) return merged;
  for (const PatchOperation& operation : patch) {
    const Result<Step> step = decide(operation, merged, options);
    if (!step) return fail(step.error());
    if (*step == Step::Erase) merged.remove(operation.before.type);
    if (*step != Step::Write) continue;
    const auto written = write(operation.after, merged, options.now, arena);
    if (!written) return fail(written.error());
  }
  // Also when every operation had nothing to do: the list was written by whoever came first.
  merged.sort();
  return merged;
}

}  // namespace telltale
