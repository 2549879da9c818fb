// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/verdict_table.h"

#include <gtest/gtest.h>

#include "catalog/engine/verdict_laws_for_test.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"

namespace telltale::karpenter_nodepool {
namespace {

using std::chrono::minutes;

constexpr Instant long_before = ladders::now - std::chrono::hours(5);

struct VerdictCast {
  Object pool = object_called("NodePool", "p1");
  Condition degraded{.type = "Degraded", .status = Status::True, .last_transition = long_before};
  Condition fine{.type = "Degraded", .status = Status::False, .last_transition = long_before};
  Condition unsure{.type = "Degraded", .status = Status::Unknown, .last_transition = long_before};
  Condition registration{.type = "NodeRegistrationHealthy", .status = Status::False};
  Condition ready{.type = "Ready", .status = Status::True};
  Condition not_ready{.type = "Ready", .status = Status::False};
  Condition unclear{.type = "Ready", .status = Status::Unknown};
};

auto every_pool(const VerdictCast& cast) {
  return [&cast](auto visit) {
    every_choice([&](Choices& choose) {
      VerdictSeen seen{.now = ladders::now, .object = &cast.pool};
      const Condition* none = nullptr;
      seen.last_word = choose.one_of({none, &cast.degraded, &cast.fine, &cast.unsure});
      if (seen.last_word == &cast.degraded) seen.degraded = seen.last_word;
      if (choose.flag()) seen.unregistered = &cast.registration;
      const Condition* ready = choose.one_of({none, &cast.ready, &cast.not_ready, &cast.unclear});
      if (ready == &cast.not_ready) seen.not_ready = ready;
      if (ready == &cast.unclear) seen.unclear = ready;
      seen.answer = ready;
      if (ready == nullptr && seen.last_word == &cast.fine) seen.answer = seen.last_word;
      const Instant start =
          seen.now - choose.one_of({Seconds(0), Seconds(minutes(15)),
                                    Seconds(minutes(45)) - Seconds(1), Seconds(minutes(45))});
      seen.registration_term = {start, minutes(15)};
      seen.ready_term = {start, minutes(45)};
      visit(seen);
    });
  };
}

// As it was decided before there were rows.
VerdictTold pool_ladder(const VerdictSeen& seen) {
  const auto told = [&](Verdict verdict, const Condition& condition) {
    return verdict_told(verdict, cause_of(condition, *seen.object));
  };
  const Condition* degraded = seen.last_word;
  if (degraded != nullptr && degraded->status == Status::True) {
    return told(Verdict::Stuck, *degraded);
  }
  if (seen.unregistered != nullptr) {
    return told(patient(seen.registration_term, seen.now), *seen.unregistered);
  }
  const bool by_ready = seen.answer != nullptr && seen.answer->type == "Ready";
  if (by_ready && seen.answer->status == Status::False) {
    return told(patient(seen.ready_term, seen.now), *seen.answer);
  }
  if (by_ready && seen.answer->status == Status::Unknown) {
    return told(Verdict::Unknown, *seen.answer);
  }
  if (seen.answer != nullptr) return verdict_told(Verdict::Healthy);
  return told(Verdict::Unknown, degraded != nullptr ? *degraded : Condition{.type = "Degraded"});
}

TEST(KarpenterVerdict, KeepsTheLawsOfTables) {
  const VerdictCast cast;
  expect_table_laws(verdict_rows::verdict_table, every_pool(cast), pool_ladder);
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
