// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/tables.h"

#include <gtest/gtest.h>

#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::karpenter_nodepool {
namespace {

using laws::keep;
using laws::merge;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Instant now{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)};
constexpr Seconds minute{60};

// A pool that was judged before and is well; each test bends one thing.
constexpr Seen calm{.now = now,
                    .stands = true,
                    .degraded = False,
                    .since = now - minute,
                    .generation = 2,
                    .observed = 2,
                    .remembered = 2,
                    .class_generation = 5,
                    .class_observed = 5,
                    .class_kind = "EC2NodeClass",
                    .class_name = "main"};

constexpr Seen degraded_pool() {
  Seen seen = calm;
  seen.degraded = True;
  seen.first_end = now + minute;
  seen.last_end = now + 2 * minute;
  return seen;
}

static_assert(rows::degraded_table.decide(calm).row->act == Act::Keep);

template <class Visit>
void every_snapshot(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.deleting = choose.flag();
    seen.stands = choose.flag();
    if (seen.stands) seen.degraded = choose.one_of({True, False, Unknown});
    if (!seen.stands) seen.degraded = Unknown;
    seen.observed = choose.one_of<std::int64_t>({0, 1, 2});
    seen.remembered = choose.one_of<std::int64_t>({0, 1, 2});
    seen.class_observed = choose.one_of<std::int64_t>({0, 4, 5});
    seen.failed = choose.one_of({2, 3});
    if (is_degraded(seen)) {
      const auto end = [&] { return choose.one_of({now - minute, now, now + minute}); };
      seen.first_end = end();
      seen.last_end = seen.first_end + choose.one_of({Seconds(0), minute});
      seen.grows = choose.flag();
      seen.reset = choose.one_of({no_time, now - 2 * minute, now});
      seen.newest_success = choose.one_of({no_time, now - 2 * minute, now});
    }
    visit(seen);
  });
}

bool generation_moved(const Seen& seen) { return seen.observed == 1 || seen.remembered == 1; }

Told told_while_degraded(const Seen& seen) {
  if (generation_moved(seen)) {
    return set_to(False, "ResetByEdit", "The NodePool was edited; failures count from zero");
  }
  if (seen.class_observed == 4) {
    return set_to(False, "ResetByEdit", "EC2NodeClass main was edited; failures count from zero");
  }
  if (seen.last_end <= seen.now) {
    return set_to(False, "TTLExpired", "15m have passed; failures count from zero");
  }
  if (seen.reset == now) return set_to(False, "ResetByEdit", "Failures count from zero");
  if (seen.newest_success == now) return set_to(False, "NotDegraded");
  if (seen.grows || seen.first_end <= seen.now) return merge();
  return keep();
}

Told degraded_ladder(const Seen& seen) {
  if (seen.deleting) return keep();
  if (!seen.stands) return seen.failed >= 3 ? merge() : set_to(False, "NotDegraded");
  if (seen.degraded == True) return told_while_degraded(seen);
  if (generation_moved(seen)) return set_to(False, "NotDegraded");
  if (seen.failed >= 3) return merge();
  return seen.degraded == Unknown ? set_to(False, "NotDegraded") : keep();
}

TEST(KarpenterNodePoolDegraded, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::degraded_table, [](auto visit) { every_snapshot(visit); }, degraded_ladder);
}

TEST(KarpenterNodePoolDegraded, StartsTheCountOverExactlyWhereTheRowsSayFalseAgain) {
  every_snapshot([](const Seen& seen) {
    const Told told = told_by(rows::degraded_table, seen);
    const bool settles = told.act == Act::Set && told.status == False;
    const bool undecided_only = settles && seen.stands && seen.degraded == Unknown;
    if (undecided_only || !seen.stands || (settles && reset_of(seen) != Reset::None)) return;
    // Without a word: the count of a pool that is not degraded starts over with its NodeClass.
    const bool class_only = reset_of(seen) == Reset::Edit && !is_degraded(seen);
    EXPECT_TRUE(class_only || (!settles && reset_of(seen) == Reset::None))
        << condition_evidence(seen) << " " << generation_evidence(seen);
  });
}

TEST(KarpenterNodePoolDegraded, AGenerationThatNobodyToldIsNoEdit) {
  Seen seen = degraded_pool();
  seen.observed = 0;
  seen.remembered = 0;
  EXPECT_EQ(told_by(rows::degraded_table, seen), keep());
  seen = degraded_pool();
  seen.generation = 0;
  EXPECT_EQ(told_by(rows::degraded_table, seen), keep());
}

TEST(KarpenterNodePoolDegraded, ANodeClassThatWasNotCollectedWasNotEdited) {
  Seen seen = degraded_pool();
  seen.class_generation = 0;
  EXPECT_EQ(told_by(rows::degraded_table, seen), keep());
  EXPECT_EQ(class_evidence(seen), "EC2NodeClass main was not collected");
}

TEST(KarpenterNodePoolDegraded, WakesWhenTheFirstReasonEnds) {
  EXPECT_EQ(rows::degraded_table.decide(degraded_pool()).wake, now + minute);
}

TEST(KarpenterNodePoolDegraded, ShowsWhatItsAnswersRestOn) {
  Seen seen = degraded_pool();
  seen.reasons = "LaunchFailure,NodeRegistrationFailure";
  seen.failed = 4;
  EXPECT_EQ(condition_evidence(seen),
            "Degraded=True LaunchFailure,NodeRegistrationFailure since 2025-12-31T23:59:00Z");
  EXPECT_EQ(term_evidence(seen),
            "LaunchFailure,NodeRegistrationFailure until 2026-01-01T00:02:00Z, the first until "
            "2026-01-01T00:01:00Z");
  EXPECT_EQ(count_evidence(seen), "4 of 3 failures");
  EXPECT_EQ(class_evidence(seen), "EC2NodeClass main generation 5, judged 5");
  EXPECT_EQ(generation_evidence(seen), "generation 2, judged 2");
  EXPECT_EQ(condition_evidence({}), "no condition Degraded");
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
