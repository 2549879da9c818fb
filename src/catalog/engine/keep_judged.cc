// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/keep_judged.h"

#include <cstring>
#include <new>
#include <span>

namespace telltale {
namespace {

// Every text of a judgement, in one order.
template <class Visit>
void for_each_text(std::span<Condition> conditions, Cause& cause, Visit visit) {
  for (Condition& condition : conditions) {
    visit(condition.type);
    visit(condition.reason);
    visit(condition.message);
  }
  visit(cause.condition);
  visit(cause.reason);
  visit(cause.message);
  visit(cause.below);
}

}  // namespace

std::unique_ptr<std::byte[]> keep_text(Judged& judged) {
  static_assert(alignof(Condition) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  static_assert(sizeof(Condition) % alignof(ClusterCounters) == 0);
  const std::size_t count = judged.conditions.size();
  const std::size_t counters = judged.halves != nullptr ? sizeof(ClusterCounters) : 0;
  std::size_t bytes = count * sizeof(Condition) + counters;
  std::vector<Condition> copies(judged.conditions.begin(), judged.conditions.end());
  for_each_text(copies, judged.cause, [&](std::string_view text) { bytes += text.size(); });

  auto block = std::make_unique_for_overwrite<std::byte[]>(bytes);
  std::byte* next = block.get() + count * sizeof(Condition);
  if (judged.halves != nullptr) {
    judged.halves = new (next) ClusterCounters(*judged.halves);
    next += counters;
  }
  for_each_text(copies, judged.cause, [&](std::string_view& text) {
    if (text.empty()) return;
    std::memcpy(next, text.data(), text.size());
    text = {reinterpret_cast<const char*>(next), text.size()};
    next += text.size();
  });
  auto* kept = reinterpret_cast<Condition*>(block.get());
  std::uninitialized_copy(copies.begin(), copies.end(), kept);
  judged.conditions = {kept, count};
  return block;
}

}  // namespace telltale
