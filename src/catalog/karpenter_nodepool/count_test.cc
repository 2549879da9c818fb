// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/count.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "catalog/stepper_for_test.h"

namespace telltale::karpenter_nodepool {
namespace {

const DegradedRules rules;

// Failures of claims that were made one TTL before they failed.
class Failures {
 public:
  void add(std::string_view uid, Instant when, std::string_view reason = launch_failure) {
    uids_.emplace_back(uid);
    Object claim;
    claim.created = when - rules.launch_timeout;
    claims_.push_back(claim);
    list_.push_back({&claims_.back(), uids_.back(), reason, when});
  }
  std::span<const Failure> list() const { return list_; }

 private:
  std::deque<std::string> uids_;
  std::deque<Object> claims_;
  std::vector<Failure> list_;
};

TEST(KarpenterCount, CountsEachClaimOnce) {
  Failures failures;
  failures.add("a", at("10:00:00"));
  failures.add("b", at("10:01:00"));
  Tally tally;
  count_new(tally, failures.list(), rules, at("10:02:00"));
  count_new(tally, failures.list(), rules, at("10:03:00"));
  EXPECT_EQ(tally.number(), 2);
}

TEST(KarpenterCount, CountsOnlyFailuresOfTheLastTtl) {
  Failures failures;
  failures.add("a", at("10:00:00"));
  failures.add("b", at("10:00:01"));
  Tally tally;
  count_new(tally, failures.list(), rules, at("10:15:00"));
  EXPECT_EQ(tally.number(), 1);
  EXPECT_TRUE(tally.has("b"));
}

TEST(KarpenterCount, DoesNotCountClaimsFromBeforeAReset) {
  Failures failures;
  failures.add("old", at("10:04:59"));
  failures.add("new", at("10:05:00"));
  Tally tally{.reset = at("10:00:00")};
  count_new(tally, failures.list(), rules, at("10:06:00"));
  EXPECT_FALSE(tally.has("old"));
  EXPECT_TRUE(tally.has("new"));
}

TEST(KarpenterCount, DoesNotCountFailuresThatAreBehindUs) {
  Failures failures;
  failures.add("at the instant", at("10:00:00"));
  failures.add("after it", at("10:00:01"));
  Tally tally{.since = at("10:00:00")};
  count_new(tally, failures.list(), rules, at("10:06:00"));
  EXPECT_EQ(tally.number(), 1);
  EXPECT_TRUE(tally.has("after it"));
}

TEST(KarpenterCount, EndsAtAHundred) {
  Failures failures;
  for (int i = 0; i < 150; ++i) failures.add(format("c{}", i), at("10:00:00"));
  Tally tally;
  count_new(tally, failures.list(), rules, at("10:01:00"));
  EXPECT_EQ(tally.number(), 100);
}

TEST(KarpenterCount, WithoutMemoryTheStatusSaysHowManyButNotWhich) {
  Arena arena;
  const auto unnamed = [&](std::int32_t told, Tally tally = {}) {
    count_unnamed(tally, told, at("10:00:00"), arena);
    return tally;
  };
  EXPECT_EQ(unnamed(2).number(), 2);
  EXPECT_FALSE(unnamed(2).has_reason(launch_failure));
  EXPECT_EQ(forgotten_at(unnamed(2), rules), at("10:15:00"));
  EXPECT_EQ(unnamed(-7).number(), 0);
  EXPECT_EQ(unnamed(2'000'000'000).number(), 100);
  const Tally named{.counted = {{"a", launch_failure, at("09:59:00")}}};
  EXPECT_EQ(unnamed(1, named).number(), 1) << "the status may tell of the very same";
  EXPECT_EQ(unnamed(3, named).number(), 3);
}

TEST(KarpenterCount, MemoryIsBelievedBeforeTheStatus) {
  Arena arena;
  const Counted counted[] = {{"a", launch_failure, at("10:00:00")}};
  const Memory memory{.generation = 1, .counted = counted};
  EXPECT_EQ(recall_tally(memory, at("10:01:00")).number(), 1);
}

TEST(KarpenterCount, MemoryOfTheFutureIsNotBelieved) {
  Arena arena;
  const MemoryClock clocks[] = {{.name = counting_clock, .since = at("11:00:00")}};
  const Memory memory{.generation = 1, .reset = at("12:00:00"), .clocks = clocks};
  const Tally tally = recall_tally(memory, at("10:00:00"));
  EXPECT_EQ(tally.since, no_time);
  EXPECT_EQ(tally.reset, no_time);
}

TEST(KarpenterCount, FewFailuresAreForgottenWhenTheOldestIsOlderThanTheTtl) {
  Tally tally{
      .counted = {{"a", launch_failure, at("10:00:00")}, {"b", launch_failure, at("10:10:00")}}};
  EXPECT_EQ(forgotten_at(tally, rules), at("10:15:00"));
  forget_old(tally, rules, at("10:14:59"));
  EXPECT_EQ(tally.number(), 2);
  forget_old(tally, rules, at("10:15:00"));
  EXPECT_EQ(tally.number(), 0);
}

TEST(KarpenterCount, ALateLookForgetsAsOneInTimeWouldHave) {
  Failures failures;
  failures.add("b", at("10:10:00"));
  failures.add("c", at("10:15:30"));
  for (const std::string_view look : {"10:15:30", "10:19:00"}) {
    Tally tally{.counted = {{"a", launch_failure, at("10:00:00")}}};
    forget_old(tally, rules, at(look));
    count_new(tally, failures.list(), rules, at(look));
    EXPECT_EQ(tally.number(), 1) << look;
    EXPECT_TRUE(tally.has("c")) << look;
  }
}

TEST(KarpenterCount, EnoughFailuresAreNotForgotten) {
  Tally tally;
  for (const std::string_view uid : {"a", "b", "c"}) {
    tally.counted.push_back({uid, launch_failure, at("10:00:00")});
  }
  EXPECT_EQ(forgotten_at(tally, rules), no_time);
  forget_old(tally, rules, at("20:00:00"));
  EXPECT_EQ(tally.number(), 3);
}

TEST(KarpenterCount, ASuccessForgivesOnlyWhereTheSettingsSaySo) {
  const std::vector<Counted> counted = {{"a", launch_failure, at("10:00:00")}};
  Tally tally{.counted = counted};
  forgive(tally, rules, at("10:01:00"));
  EXPECT_EQ(tally.number(), 1);
  const DegradedRules kind{.reset_on_success = true};
  forgive(tally, kind, at("09:59:00"));
  EXPECT_EQ(tally.number(), 1) << "a success from before proves nothing";
  forgive(tally, kind, at("10:01:00"));
  EXPECT_EQ(tally.number(), 0);
  EXPECT_EQ(tally.since, at("10:01:00"));
}

// Claims that fail in the course of two hours, and looks at them.
struct History {
  Failures failures;
  std::vector<Instant> looks;
};

History any_history() {
  History history;
  const int claims = *rc::gen::inRange(0, 160);
  for (int i = 0; i < claims; ++i) {
    history.failures.add(format("c{}", i), at("10:00:00") + Seconds(*rc::gen::inRange(0, 7200)));
  }
  Instant look = at("10:00:00");
  for (int i = 0; i < 12; ++i) {
    look += Seconds(*rc::gen::inRange(1, 900));
    history.looks.push_back(look);
  }
  return history;
}

// What of the history is visible at one look: what has failed by then.
std::vector<Failure> visible(const History& history, Instant now) {
  std::vector<Failure> seen;
  for (const Failure& failure : history.failures.list()) {
    if (failure.at <= now) seen.push_back(failure);
  }
  return seen;
}

RC_GTEST_PROP(KarpenterCountProperty, TheSameClaimNeverCountsTwiceAndNoCountExceedsTheCap, ()) {
  const History history = any_history();
  Tally tally;
  for (const Instant now : history.looks) {
    forget_old(tally, rules, now);
    std::vector<Failure> twice = visible(history, now);
    const std::vector<Failure> again = twice;
    twice.insert(twice.end(), again.begin(), again.end());
    count_new(tally, twice, rules, now);
    std::set<std::string_view> uids;
    for (const Counted& one : tally.counted) RC_ASSERT(uids.insert(one.uid).second);
    RC_ASSERT(tally.counted.size() <= failures_counted_max);
    RC_ASSERT(std::ranges::is_sorted(tally.counted, {}, &Counted::at));
  }
}

RC_GTEST_PROP(KarpenterCountProperty, AClaimThatWasForgottenDoesNotComeBack, ()) {
  const History history = any_history();
  Tally tally;
  std::set<std::string> forgotten;
  for (const Instant now : history.looks) {
    const std::vector<Counted> before = tally.counted;
    forget_old(tally, rules, now);
    if (tally.counted.empty()) {
      for (const Counted& one : before) forgotten.emplace(one.uid);
    }
    count_new(tally, visible(history, now), rules, now);
    for (const Counted& one : tally.counted) RC_ASSERT(!forgotten.contains(std::string(one.uid)));
  }
}

RC_GTEST_PROP(KarpenterCountProperty, TheOrderOfDocumentsDoesNotMatter, ()) {
  const History history = any_history();
  const Instant now = history.looks.front();
  std::vector<Failure> failures = visible(history, now);
  // Beyond the cap something has to be left out, and which is a matter of order.
  RC_PRE(failures.size() <= failures_counted_max);
  Tally one;
  count_new(one, failures, rules, now);
  std::ranges::reverse(failures);
  Tally other;
  count_new(other, failures, rules, now);
  RC_ASSERT(one.counted == other.counted);
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
