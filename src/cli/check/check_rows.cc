// SPDX-License-Identifier: Apache-2.0
#include "cli/check/check_rows.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale::cli {
namespace {

using Likeness =
    std::tuple<Verdict, std::string_view, std::string_view, std::string_view, std::string_view,
               std::string_view, std::string_view, std::string_view, const Object*>;

const Object* deeper_cause(const Judged& judged) {
  const Object* because = judged.cause.because;
  return because == judged.object ? nullptr : because;
}

// Objects that are equal in all of this are told on one line.
Likeness likeness_of(const Judged& judged) {
  const Key& key = judged.object->key;
  const OwnerRef* owner = judged.object->controller();
  const Cause& cause = judged.cause;
  return {judged.verdict,
          key.kind,
          key.namespace_name,
          owner == nullptr ? std::string_view() : owner->kind,
          owner == nullptr ? std::string_view() : owner->name,
          cause.condition,
          cause.reason,
          cause.message,
          deeper_cause(judged)};
}

// The shown objects that are not Healthy, to be found by their object.
using Troubled = std::unordered_map<const Object*, const Judged*>;

Troubled find_troubled(const Report& report) {
  Troubled troubled;
  for (const Judged* judged : report.items) {
    if (judged->verdict != Verdict::Healthy) troubled.emplace(judged->object, judged);
  }
  return troubled;
}

// The troubled pools of HyperShift by what their Machines call them, "namespace/name".
using Pools = std::map<std::string, const Judged*, std::less<>>;

Pools find_pools(const Report& report) {
  Pools pools;
  for (const Judged* judged : report.items) {
    if (!is_a(*judged->object, hypershift_node_pool_kind)) continue;
    const Key& key = judged->object->key;
    pools.emplace(format("{}/{}", key.namespace_name, key.name), judged);
  }
  return pools;
}

struct LinesShown {
  explicit LinesShown(const Report& report)
      : troubled(find_troubled(report)), pools(find_pools(report)) {}

  Troubled troubled;
  Pools pools;
};

// A pool tells what its Machines suffer from, if it suffers too.
const Object* pool_telling(const Object& cause, Verdict verdict, const Pools& pools) {
  const std::string_view* name = cause.annotation("hypershift.openshift.io/nodePool");
  if (name == nullptr) return nullptr;
  const auto pool = pools.find(*name);
  if (pool == pools.end() || pool->second->verdict != verdict) return nullptr;
  return pool->second->object;
}

// The object behind whose line this one is only counted. A cause that is not shown, or that fares
// differently, stands for nobody; nor does one that itself points on.
const Object* stands_behind(const Judged& judged, const LinesShown& lines) {
  const Troubled& troubled = lines.troubled;
  const Object* cause = deeper_cause(judged);
  const Object& deepest = cause == nullptr ? *judged.object : *cause;
  if (const Object* pool = pool_telling(deepest, judged.verdict, lines.pools)) return pool;
  const auto found = troubled.find(cause);
  if (cause == nullptr || found == troubled.end()) return nullptr;
  const bool alike = found->second->verdict == judged.verdict;
  return alike && deeper_cause(*found->second) == nullptr ? cause : nullptr;
}

std::vector<CheckRow>& section_of(CheckRows& rows, Verdict verdict) {
  check(verdict != Verdict::Healthy, "healthy objects are counted, not listed");
  if (verdict == Verdict::Stuck) return rows.stuck;
  return verdict == Verdict::Unknown ? rows.unknown : rows.working;
}

// The one that is named is the one whose time is shown: who suffers longest.
void add_member(CheckRow& row, const Judged& judged) {
  row.members.push_back(&judged);
  const Instant since = judged.cause.since;
  const bool longest = is_set(since) && (!is_set(row.since) || since < row.since);
  if (!longest) return;
  row.since = since;
  std::swap(row.members.front(), row.members.back());
}

void count_healthy(CheckRows& rows, std::string_view kind) {
  const auto known =
      std::ranges::find(rows.healthy, kind, [](const auto& count) { return count.first; });
  if (known == rows.healthy.end()) {
    rows.healthy.emplace_back(kind, 1);
  } else {
    ++known->second;
  }
}

void put_worst_first(std::vector<CheckRow>& rows) {
  std::ranges::stable_sort(rows, [](const CheckRow& left, const CheckRow& right) {
    const std::size_t left_touches = left.members.size() + left.owners;
    const std::size_t right_touches = right.members.size() + right.owners;
    if (left_touches != right_touches) return left_touches > right_touches;
    return left.since < right.since;
  });
}

}  // namespace

CheckRows group_rows(const Report& report) {
  CheckRows rows;
  const LinesShown lines(report);
  std::map<Likeness, std::size_t> places;
  std::unordered_map<const Object*, std::size_t> owners;
  for (const Judged* judged : report.items) {
    if (judged->verdict == Verdict::Healthy) {
      count_healthy(rows, judged->object->key.kind);
    } else if (const Object* cause = stands_behind(*judged, lines); cause != nullptr) {
      ++owners[cause];
    } else {
      std::vector<CheckRow>& same_verdict = section_of(rows, judged->verdict);
      const auto [place, is_new] = places.emplace(likeness_of(*judged), same_verdict.size());
      if (is_new) same_verdict.emplace_back();
      add_member(same_verdict[place->second], *judged);
    }
  }
  for (std::vector<CheckRow>* listed : {&rows.stuck, &rows.unknown, &rows.working}) {
    for (CheckRow& row : *listed) {
      for (const Judged* member : row.members) {
        if (const auto found = owners.find(member->object); found != owners.end()) {
          row.owners += found->second;
        }
      }
    }
    put_worst_first(*listed);
  }
  return rows;
}

std::vector<CheckRow> single_rows(const Report& report) {
  const LinesShown lines(report);
  std::unordered_map<const Object*, std::size_t> owners;
  for (const Judged* judged : report.items) {
    if (const Object* cause = stands_behind(*judged, lines)) ++owners[cause];
  }
  std::vector<CheckRow> rows;
  rows.reserve(report.items.size());
  for (const Judged* judged : report.items) {
    const auto found = owners.find(judged->object);
    rows.push_back({.members = {judged},
                    .owners = found == owners.end() ? 0 : found->second,
                    .since = judged->cause.since});
  }
  std::ranges::stable_sort(rows, {},
                           [](const CheckRow& row) { return order_of(row.first().verdict); });
  return rows;
}

}  // namespace telltale::cli
