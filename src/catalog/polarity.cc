// SPDX-License-Identifier: Apache-2.0
#include "catalog/polarity.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "catalog/from_kinds.h"
#include "catalog/kinds.h"
#include "catalog/names.h"

namespace telltale {
namespace {

// Words that mean the same wherever they are met, on kinds that have no facts of their own too:
// that something moves, holds or goes, which is not how it should stay.
constexpr std::string_view bad_everywhere[] = {"Updating",    "RollingOut",  "ReplicaFailure",
                                               "Remediating", "ScalingDown", "ScalingUp",
                                               "Paused",      "Deleted",     "Deleting"};

// Those of them that tell of work, and not of what holds it up.
constexpr std::string_view movement_everywhere[] = {
    "Updating", "RollingOut", "Remediating", "ScalingDown", "ScalingUp", "Deleted", "Deleting"};

bool is_among(std::span<const std::string_view> words, std::string_view type) {
  return std::ranges::find(words, type) != words.end();
}

// Two projects may have a kind of one name; they agree where they share a type.
const ConditionFacts* find_facts(std::string_view kind, std::string_view type) {
  for (const Kind* one : kinds_as_judged()) {
    if (one->kind != kind) continue;
    const auto found = std::ranges::find(one->conditions, type, &ConditionFacts::type);
    if (found != one->conditions.end()) return &*found;
  }
  return nullptr;
}

// What somebody else invented is taken as the convention has it: True is good, nobody acts.
ConditionFacts facts_of(std::string_view kind, std::string_view type) {
  const std::string_view canonical = canonical_type(kind, type);
  if (const ConditionFacts* own = find_facts(kind, canonical)) return *own;
  const bool bad = is_among(bad_everywhere, canonical);
  return {.type = type, .polarity = bad ? Polarity::Negative : Polarity::Positive};
}

std::vector<TypeFacts> collect_type_facts() {
  std::vector<TypeFacts> all;
  for (const Kind* kind : kinds_as_judged()) {
    for (const ConditionFacts& one : kind->conditions) {
      all.push_back({kind->kind, one.type, one.polarity, one.others_act_on_it});
    }
  }
  for (const std::string_view type : bad_everywhere) {
    all.push_back({.kind = any_kind, .type = type, .polarity = Polarity::Negative});
  }
  return all;
}

std::vector<GoodReason> collect_good_reasons() {
  std::vector<GoodReason> all;
  for (const Kind* kind : kinds_as_judged()) {
    for (const GoodReasonFacts& one : kind->good_reasons) {
      all.push_back({kind->kind, one.type, one.status, one.reason});
    }
  }
  return all;
}

}  // namespace

std::span<const TypeFacts> all_type_facts() {
  static FromKinds<std::vector<TypeFacts>> all(collect_type_facts);
  return all.get();
}

std::span<const GoodReason> all_good_reasons() {
  static FromKinds<std::vector<GoodReason>> all(collect_good_reasons);
  return all.get();
}

Priority priority_on(std::string_view kind, const Condition& condition) {
  for (const GoodReason& good : all_good_reasons()) {
    if (good.kind == kind && good.type == condition.type && good.status == condition.status &&
        good.reason == condition.reason) {
      return Priority::Info;
    }
  }
  const bool complaint = kind == "Node" && condition.type != "Ready";
  return priority_of(condition, complaint ? Polarity::Negative : polarity_of(kind, condition.type));
}

Polarity polarity_of(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).polarity;
}

bool others_act_on(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).others_act_on_it;
}

bool tells_movement(std::string_view kind, const Condition& condition) {
  if (condition.status != Status::True) return false;
  return is_among(movement_everywhere, canonical_type(kind, condition.type)) ||
         facts_of(kind, condition.type).tells_movement;
}

bool unknown_gets_stuck(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).unknown_gets_stuck;
}

}  // namespace telltale
