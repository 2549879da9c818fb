// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/guidance.h"

#include <algorithm>
#include <vector>

#include "catalog/from_kinds.h"
#include "catalog/kinds.h"
#include "catalog/names.h"

namespace telltale {
namespace {

constexpr Guidance last_resort{
    any_name, any_name, any_name,
    "read the logs of the controller that wrote the condition[: kubectl describe <self>]",
    "docs/runbooks/README.md"};

std::vector<Guidance> collect_guidance() {
  std::vector<Guidance> all;
  for (const Kind* kind : kinds_as_judged()) {
    for (const GuidanceFacts& one : kind->guidance) {
      all.push_back({kind->kind, one.condition, one.reason, one.advice, one.runbook});
    }
  }
  all.push_back(last_resort);
  return all;
}

const Guidance* find_guidance(std::string_view kind, std::string_view condition,
                              std::string_view reason) {
  const auto found = std::ranges::find_if(all_guidance(), [&](const Guidance& entry) {
    return entry.kind == kind && entry.condition == condition && entry.reason == reason;
  });
  return found == all_guidance().end() ? nullptr : &*found;
}

}  // namespace

std::span<const Guidance> all_guidance() {
  static FromKinds<std::vector<Guidance>> all(collect_guidance);
  return all.get();
}

const Guidance& guidance_for(std::string_view kind, std::string_view condition,
                             std::string_view reason) {
  const std::string_view type = canonical_type(kind, condition);
  const std::string_view word = canonical_reason(kind, type, reason);
  if (const Guidance* exact = find_guidance(kind, type, word)) return *exact;
  if (const Guidance* of_condition = find_guidance(kind, type, any_name)) return *of_condition;
  if (const Guidance* of_kind = find_guidance(kind, any_name, any_name)) return *of_kind;
  return all_guidance().back();
}

bool is_about_stalling(const Guidance& guidance) {
  return guidance.runbook.ends_with("Stalled.md");
}

}  // namespace telltale
