// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/explain.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/engine/look_back.h"
#include "catalog/explain/explainer.h"
#include "catalog/kinds.h"
#include "catalog/polarity.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

constexpr std::size_t chain_owners_max = 8;

AffectedOwner feel(const JudgeContext& context, const Object& owner) {
  const Kind* kind = judged_kind(owner);
  const std::string_view root = kind != nullptr ? kind->root_condition : "Available";
  const Judged* judged = context.judged(owner);
  const Conditions stands = judged != nullptr ? judged->conditions : shapes::conditions(owner);
  const Condition* condition = find_condition(stands, root);
  return {&owner, root, condition != nullptr ? condition->status : Status::Unknown};
}

// From the object up through its controllers to its Cluster.
std::vector<AffectedOwner> felt_by(const JudgeContext& context, const Object& object) {
  std::vector<AffectedOwner> chain;
  const Object* at = &object;
  while (chain.size() < chain_owners_max) {
    const Found owner = context.world.controller_of(*at);
    if (owner.object == nullptr) break;
    at = owner.object;
    chain.push_back(feel(context, *at));
  }
  const Found cluster = context.world.cluster_of(object);
  if (cluster.object != nullptr && cluster.object != at) {
    chain.push_back(feel(context, *cluster.object));
  }
  return chain;
}

// Of a condition that is not good: the first row that would make it so.
const PossibleRow* find_good_row(std::string_view kind, const Explanation& told) {
  if (told.now == nullptr || priority_on(kind, *told.now) == Priority::Info) return nullptr;
  const auto found = std::ranges::find_if(told.trace.others, [&](const PossibleRow& row) {
    const Condition then{.type = told.type, .status = row.status, .reason = row.reason};
    return priority_on(kind, then) == Priority::Info;
  });
  return found == told.trace.others.end() ? nullptr : &*found;
}

std::string describe_next(std::string_view kind, const Explanation& told) {
  if (is_set(told.wake)) {
    return format("by time alone at {}, or when what it was decided from changes",
                  format_rfc3339(told.wake));
  }
  if (!told.computed) return "the client that wrote it writes it again";
  if (!told.parts.empty()) return "one of its parts changes";
  if (told.trace.rows.empty()) return "the object is no longer paused";
  const AskedRow& decided = told.trace.rows.back();
  if (decided.answer == Answer::NotCollected) return "what is missing is collected";
  if (const PossibleRow* good = find_good_row(kind, told)) {
    return format("row {} holds: {}; or another answer changes", good->number, good->asked);
  }
  return decided.evidence.empty() ? "an answer changes"
                                  : format("this no longer holds: {}", decided.evidence);
}

}  // namespace

std::vector<Explanation> explain(const World& world, const Judgement& judgement,
                                 const Judged& judged, const Settings& settings, Instant now) {
  const Conditions stored = shapes::conditions(*judged.object);
  std::vector<Explanation> all;
  for (const Condition& condition : judged.conditions) {
    all.push_back({.type = condition.type,
                   .now = &condition,
                   .stored = find_condition(stored, condition.type),
                   .computed = false});
  }
  const LookBack look(world, settings, now, judgement);
  const JudgeContext& context = look.context();
  const Kind* kind = judged_kind(*judged.object);
  if (kind != nullptr && kind->explain != nullptr) {
    Explainer explainer(context, judged, all);
    kind->explain(*kind, explainer);
  }
  const Condition* paused = find_condition(judged.conditions, "Paused");
  const bool frozen = paused != nullptr && paused->status == Status::True;
  for (Explanation& told : all) {
    if (frozen && told.type != "Paused") {
      told = {.type = told.type,
              .now = told.now,
              .stored = told.stored,
              .note = "paused: the stored value stands"};
    }
    told.changes_when = describe_next(judged.object->key.kind, told);
    told.felt_by = felt_by(context, *judged.object);
  }
  return all;
}

VerdictExplanation explain_verdict(const World& world, const Judgement& judgement,
                                   const Judged& judged, const Settings& settings, Instant now) {
  const Kind* kind = judged_kind(*judged.object);
  if (kind == nullptr || kind->explain_verdict == nullptr) return {.verdict = judged.verdict};
  const LookBack look(world, settings, now, judgement);
  return kind->explain_verdict(*kind, look.context(), judged);
}

}  // namespace telltale
