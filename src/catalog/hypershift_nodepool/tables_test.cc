// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/tables.h"

#include <gtest/gtest.h>

#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::hypershift_nodepool {
namespace {

using laws::keep;
using laws::mirror;
using laws::set_to;
using laws::Told;
using laws::told_by;
using std::chrono::minutes;

using enum Status;

constexpr Instant now{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1) +
                      std::chrono::hours(10)};

// A pool with nothing to do.
constexpr Seen calm_pool() {
  Seen seen{.now = now, .turned = now - minutes(30), .desired = "3"};
  constexpr ProgressingRules rules{};
  seen.absence = rules.absence;
  seen.recovering = rules.recovering;
  seen.dwell = rules.dwell;
  seen.recovers_since = seen.turned;
  for (const Class one : all_classes) {
    seen.failing[one].threshold = threshold_of(one, rules);
    seen.failing[one].message = clock_name(one);
  }
  return seen;
}
constexpr Seen calm = calm_pool();

static_assert(rows::progressing_table.decide(calm).row->reason == "AsExpected");

void fail_since(Seen& seen, Class one, Seconds age) {
  seen.failing[one].seen = true;
  seen.failing[one].since = seen.now - age;
}

// The ladder.

bool is_ripe(const Seen& seen, Class one) {
  const Failing& failing = seen.failing[one];
  return is_set(failing.since) && seen.now - failing.since >= failing.threshold;
}

Instant gone_since(const Seen& seen) {
  if (*seen.shown != Class::Controller) {
    const Failing& shown = seen.failing[*seen.shown];
    return shown.seen ? no_time : shown.gone;
  }
  const Failing& blocked = seen.failing[Class::Blocked];
  const Failing& controller = seen.failing[Class::Controller];
  return blocked.seen || controller.seen ? no_time : std::max(blocked.gone, controller.gone);
}

bool is_long_gone(const Seen& seen, Instant gone) {
  return is_set(gone) && seen.now - gone >= seen.absence;
}

bool may_be_told(const Seen& seen, Class one) {
  if (!seen.shown) return true;
  const bool outranked = static_cast<int>(one) > static_cast<int>(*seen.shown);
  return !outranked || is_long_gone(seen, gone_since(seen));
}

std::optional<Told> tell_failure(const Seen& seen) {
  if (seen.failing[Class::Blocked].seen && seen.blocked_now && is_ripe(seen, Class::Blocked)) {
    return set_to(False, "ControllerError", "Blocked");
  }
  for (const Class one : {Class::Missing, Class::Quota, Class::Capacity, Class::Provider,
                          Class::Deployment, Class::Controller}) {
    const bool at_once = one == Class::Controller && seen.inplace_failed;
    const bool ripe = at_once || (seen.failing[one].seen && is_ripe(seen, one));
    if (ripe && may_be_told(seen, one)) return set_to(False, clock_name(one), clock_name(one));
  }
  return std::nullopt;
}

Told tell_shown(const Seen& seen) {
  const bool calm_now = !seen.sees_any();
  const bool silent = calm_now && is_long_gone(seen, gone_since(seen));
  bool due = seen.inplace_failed;
  for (const Class one : all_classes) due = due || (seen.failing[one].seen && is_ripe(seen, one));
  const bool sign = seen.has_new_node || seen.has_grown || seen.fits_again;
  const bool better = (sign && !due) || silent;
  if (seen.operation == Operation::Steady && (calm_now || better)) {
    return set_to(False, "AsExpected", "Nothing to do");
  }
  if (better) return set_to(True, "Recovering", "Moving again after a failure");
  return mirror();
}

Told tell_operation(const Seen& seen) {
  switch (seen.operation) {
    case Operation::Upgrading:
      return set_to(True, "Upgrading", "Rolling out another version");
    case Operation::Provisioning:
      return set_to(True, "Provisioning", "Provisioning machines");
    case Operation::Scaling:
      return set_to(True, "Scaling", "Scaling to 3 replicas");
    case Operation::Changing:
      return set_to(True, "AsExpected", "Rolling out a change, or replacing or repairing machines");
    case Operation::Steady:
      break;
  }
  return set_to(False, "AsExpected", "Nothing to do");
}

Told progressing_ladder(const Seen& seen) {
  if (seen.is_deleting || seen.is_paused || seen.lacks_data) return keep();
  if (is_set(seen.paused_until) && seen.now < seen.paused_until) return keep();
  if (seen.would_turn && is_set(seen.turned) && seen.now - seen.turned < seen.dwell) return keep();
  if (const auto failure = tell_failure(seen)) return *failure;
  if (seen.shown) return tell_shown(seen);
  const bool young = seen.now - seen.recovers_since < seen.recovering;
  if (seen.recovers && seen.operation != Operation::Steady && (young || seen.sees_any())) {
    return set_to(True, "Recovering", "Moving again after a failure");
  }
  return tell_operation(seen);
}

// The snapshots, in three worlds that each bend a few things.

void choose_failing(Choices& choose, Seen& seen, Class one) {
  Failing& failing = seen.failing[one];
  const Seconds second(1);
  switch (choose.below(6)) {
    case 1:
      return fail_since(seen, one, failing.threshold - second);
    case 2:
      return fail_since(seen, one, failing.threshold);
    case 3:
      failing.since = now - failing.threshold;
      failing.gone = now - seen.absence + second;
      return;
    case 4:
      failing.since = now - failing.threshold;
      failing.gone = now - seen.absence;
      return;
    case 5:
      failing.since = now - failing.threshold + second;
      failing.gone = now - second;
      return;
    default:
      return;
  }
}

template <class Visit>
void every_hindrance(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.is_deleting = choose.flag();
    seen.is_paused = choose.flag();
    seen.paused_until = choose.one_of({no_time, now, now + Seconds(1)});
    seen.lacks_data = choose.flag();
    seen.would_turn = choose.flag();
    seen.turned = choose.one_of({no_time, now, now - Seconds(59), now - Seconds(60)});
    seen.operation = choose.one_of({Operation::Steady, Operation::Scaling});
    if (choose.flag()) fail_since(seen, Class::Quota, minutes(15));
    visit(seen);
  });
}

template <class Visit>
void every_calm(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.operation =
        choose.one_of({Operation::Steady, Operation::Upgrading, Operation::Provisioning,
                       Operation::Scaling, Operation::Changing});
    seen.recovers = choose.flag();
    seen.recovers_since = choose.one_of({now, now - Seconds(599), now - Seconds(600)});
    if (choose.flag()) fail_since(seen, Class::Quota, minutes(3));
    visit(seen);
  });
}

template <class Visit>
void every_failure(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.operation = choose.one_of({Operation::Steady, Operation::Scaling});
    seen.shown = choose.one_of<std::optional<Class>>(
        {std::nullopt, Class::Missing, Class::Capacity, Class::Deployment, Class::Controller});
    const std::size_t first = choose.below(class_count);
    const std::size_t second = first + choose.below(class_count - first);
    choose_failing(choose, seen, all_classes[first]);
    if (second != first) choose_failing(choose, seen, all_classes[second]);
    if (first == 0) seen.blocked_now = choose.flag();
    if (second == class_count - 1) seen.inplace_failed = choose.flag();
    if (seen.shown) {
      const std::size_t sign = choose.below(4);
      seen.has_new_node = sign == 1;
      seen.has_grown = sign == 2;
      seen.fits_again = sign == 3;
    }
    visit(seen);
  });
}

TEST(HyperShiftProgressing, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::progressing_table,
      [](auto visit) {
        every_hindrance(visit);
        every_calm(visit);
        every_failure(visit);
      },
      progressing_ladder);
}

// The rows that people argue about.

TEST(HyperShiftProgressing, FiresAtItsThresholdAndNotASecondBefore) {
  Seen seen = calm;
  seen.operation = Operation::Scaling;
  fail_since(seen, Class::Quota, minutes(15) - Seconds(1));
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "Scaling");
  EXPECT_EQ(rows::progressing_table.decide(seen).wake, now + Seconds(1));
  seen.now += Seconds(1);
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "CloudQuotaExceeded");
}

TEST(HyperShiftProgressing, LetsOnlyElapsedClassesCompete) {
  Seen seen = calm;
  seen.operation = Operation::Scaling;
  fail_since(seen, Class::Missing, minutes(4));
  fail_since(seen, Class::Provider, minutes(30));
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "CAPIProviderFailed");
  seen.now += minutes(1);
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "MissingCloudResources");
}

TEST(HyperShiftProgressing, GivesWayToALowerFailureOnlyAfterFiveMinutes) {
  Seen seen = calm;
  seen.operation = Operation::Scaling;
  seen.shown = Class::Quota;
  seen.failing[Class::Quota].since = now - minutes(40);
  seen.failing[Class::Quota].gone = now - minutes(4);
  fail_since(seen, Class::Provider, minutes(50));
  EXPECT_EQ(told_by(rows::progressing_table, seen), mirror());
  EXPECT_EQ(rows::progressing_table.decide(seen).wake, now + minutes(1));
  seen.now += minutes(1);
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "CAPIProviderFailed");
}

TEST(HyperShiftProgressing, LetsAFailurePastItsThresholdWinOverANewNode) {
  Seen seen = calm;
  seen.operation = Operation::Scaling;
  seen.shown = Class::Provider;
  seen.has_new_node = true;
  fail_since(seen, Class::Quota, minutes(20));
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "CloudQuotaExceeded");
}

TEST(HyperShiftProgressing, GoesStraightToAsExpectedWhereAFailedPoolIsDone) {
  Seen seen = calm;
  seen.shown = Class::Quota;
  seen.failing[Class::Quota].since = now - minutes(40);
  seen.failing[Class::Quota].gone = now;
  EXPECT_EQ(told_by(rows::progressing_table, seen), set_to(False, "AsExpected", "Nothing to do"));
}

TEST(HyperShiftProgressing, DoesNotTellWhatIsNotSeen) {
  Seen seen = calm;
  seen.operation = Operation::Scaling;
  seen.failing[Class::Quota].since = now - minutes(40);
  seen.failing[Class::Quota].gone = now;
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "Scaling");
  seen.failing[Class::Quota].seen = true;
  EXPECT_EQ(told_by(rows::progressing_table, seen).reason, "CloudQuotaExceeded");
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
