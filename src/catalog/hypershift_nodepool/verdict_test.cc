// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/verdict_table.h"

#include <gtest/gtest.h>

#include "catalog/engine/condition_writer.h"
#include "catalog/engine/verdict_laws_for_test.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

struct VerdictCast {
  Object pool = object_called("NodePool", "p1");
  Condition moves{.type = progressing, .status = Status::True, .reason = "ScalingUp"};
  Condition fails{.type = progressing, .status = Status::False, .reason = "CloudQuotaExceeded"};
  Condition expected{.type = progressing, .status = Status::False, .reason = "AsExpected"};
  Condition unclear{.type = progressing, .status = Status::Unknown, .reason = "Other"};
};

// As it was decided before there were rows.
VerdictTold pool_ladder(const VerdictSeen& seen) {
  Cause cause{.condition = progressing, .because = seen.object};
  if (seen.told == nullptr) {
    cause.reason = not_collected_reason;
    return verdict_told(Verdict::Unknown, cause);
  }
  cause.reason = seen.told->reason;
  cause.since = seen.since;
  if (seen.told->status == Status::True) return verdict_told(Verdict::Working, cause);
  if (tells_failure(*seen.told)) return verdict_told(Verdict::Stuck, cause);
  const bool expected = seen.told->status == Status::False && seen.told->reason == "AsExpected";
  return expected ? verdict_told(Verdict::Healthy) : verdict_told(Verdict::Unknown, cause);
}

TEST(HyperShiftVerdict, KeepsTheLawsOfTables) {
  const VerdictCast cast;
  const auto every_pool = [&](auto visit) {
    every_choice([&](Choices& choose) {
      VerdictSeen seen{.now = ladders::now, .object = &cast.pool};
      const Condition* none = nullptr;
      seen.told = choose.one_of({none, &cast.moves, &cast.fails, &cast.expected, &cast.unclear});
      if (seen.told == &cast.moves) seen.moves = seen.told;
      if (seen.told == &cast.fails) seen.failure = seen.told;
      if (seen.told == &cast.expected) seen.expected = seen.told;
      seen.since = choose.one_of({no_time, seen.now - Seconds(60)});
      visit(seen);
    });
  };
  expect_table_laws(verdict_rows::verdict_table, every_pool, pool_ladder);
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
