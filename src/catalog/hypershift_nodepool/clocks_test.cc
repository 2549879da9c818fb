// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/clocks.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::hypershift_nodepool {
namespace {

using std::chrono::minutes;

constexpr Instant ten{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1) +
                      std::chrono::hours(10)};
constexpr ProgressingRules rules{};

// One look that does not change what Progressing says.
Memory look_once(const Memory& before, const Moment& moment, Arena& texts) {
  const Memory after = advance(before, moment, rules, texts);
  return moment.paused ? after : settle(after, moment, rules, texts);
}

// Looks one after the other, each with nothing but what the last one remembered.
class HyperShiftClocks : public testing::Test {
 protected:
  const Memory& look(Moment moment) {
    if (moment.generation == 0) moment.generation = 1;
    memory_ = look_once(memory_, moment, texts_);
    return memory_;
  }
  static Moment sees(Instant now, Class one, Instant since = no_time) {
    Moment moment{.now = now};
    moment.sightings[one] = {.seen = true, .since = since};
    return moment;
  }
  static Moment shows(Instant now, Instant since) {
    return {.now = now, .standing = {.shown = Class::Quota}, .shown_since = since};
  }
  static Moment sees_nothing(Instant now) { return {.now = now}; }
  MemoryClock quota() const { return clock_of(memory_, Class::Quota); }

  Arena texts_;
  Memory memory_;
};

TEST_F(HyperShiftClocks, ArePartOfNoMemoryWhileNothingFails) {
  EXPECT_TRUE(look(sees_nothing(ten)).empty());
  EXPECT_TRUE(look({.now = ten, .generation = 2, .last_generation = 1}).empty());
  EXPECT_TRUE(look({.now = ten, .paused = true}).empty());
}

TEST_F(HyperShiftClocks, StartWithWhatTheEvidenceProves) {
  look(sees(ten, Class::Quota, ten - minutes(7)));
  EXPECT_EQ(quota(), (MemoryClock{"CloudQuotaExceeded", ten - minutes(7), no_time}));
  EXPECT_EQ(memory_.generation, 1);
}

TEST_F(HyperShiftClocks, StartNowWithoutATimeOrWithOneFromTheFuture) {
  look(sees(ten, Class::Quota));
  EXPECT_EQ(quota().since, ten);
  memory_ = {};
  look(sees(ten, Class::Quota, ten + minutes(1)));
  EXPECT_EQ(quota().since, ten);
}

TEST_F(HyperShiftClocks, KeepTheirStartWhenALegacyTimeMovesWithItsMessage) {
  look(sees(ten, Class::Quota, ten));
  const Memory first = memory_;
  look(sees(ten + minutes(3), Class::Quota, ten + minutes(3)));
  EXPECT_TRUE(memory_ == first);
}

TEST_F(HyperShiftClocks, MoveBackWhenEvidenceProvesMore) {
  look(sees(ten, Class::Quota));
  look(sees(ten + minutes(1), Class::Quota, ten - minutes(20)));
  EXPECT_EQ(quota().since, ten - minutes(20));
}

TEST_F(HyperShiftClocks, StopOnceAndGoOnWithTheOldStartAfterAShortSilence) {
  look(sees(ten, Class::Quota));
  look(sees_nothing(ten + minutes(2)));
  EXPECT_EQ(quota().stopped, ten + minutes(2));
  const Memory stopped = memory_;
  look(sees_nothing(ten + minutes(4)));
  EXPECT_TRUE(memory_ == stopped);
  look(sees(ten + minutes(6), Class::Quota));
  EXPECT_EQ(quota(), (MemoryClock{"CloudQuotaExceeded", ten, no_time}));
}

TEST_F(HyperShiftClocks, StartAnewAfterALongSilence) {
  look(sees(ten, Class::Quota));
  look(sees_nothing(ten + minutes(2)));
  look(sees(ten + minutes(7), Class::Quota, ten + minutes(6)));
  EXPECT_EQ(quota(), (MemoryClock{"CloudQuotaExceeded", ten + minutes(6), no_time}));
}

TEST_F(HyperShiftClocks, AreForgottenAfterALongSilence) {
  look(sees(ten, Class::Quota));
  look(sees_nothing(ten + minutes(2)));
  look(sees_nothing(ten + minutes(7)));
  EXPECT_EQ(quota(), MemoryClock{});
  EXPECT_EQ(memory_.generation, 1) << "a later edit must still be noticed";
}

TEST_F(HyperShiftClocks, RememberTheSilenceOfAFailureThatIsShown) {
  look(sees(ten, Class::Quota));
  Moment silent = shows(ten + minutes(2), ten);
  look(silent);
  silent.now = ten + minutes(60);
  look(silent);
  EXPECT_EQ(quota().stopped, ten + minutes(2));
}

TEST_F(HyperShiftClocks, RememberTheLastFailureWhileThePoolRecovers) {
  look(sees(ten, Class::Quota));
  look({.now = ten + minutes(1), .standing = {.shown = {}, .recovering = true}});
  look({.now = ten + minutes(10), .standing = {.shown = {}, .recovering = true}});
  EXPECT_EQ(quota().stopped, ten + minutes(1));
  look({.now = ten + minutes(11), .standing = {.shown = {}, .recovering = true}});
  EXPECT_EQ(quota(), MemoryClock{});
}

TEST_F(HyperShiftClocks, CountAFailureThatIsShownAsElapsedWhenNothingIsRemembered) {
  Moment moment = sees(ten, Class::Quota, ten);
  moment.standing.shown = Class::Quota;
  moment.shown_since = ten - minutes(3);
  look(moment);
  EXPECT_EQ(quota().since, ten - minutes(3) - rules.quota_exceeded);
}

TEST_F(HyperShiftClocks, BeginTheAbsenceOfAFailureThatNobodyRemembers) {
  const Moment silent = shows(ten, ten - minutes(30));
  look(silent);
  EXPECT_EQ(quota().stopped, ten);
  Moment back = sees(ten + minutes(4), Class::Quota);
  back.standing = silent.standing;
  back.shown_since = silent.shown_since;
  look(back);
  EXPECT_LE(quota().since, ten + minutes(4) - rules.quota_exceeded) << "it had its time";
}

TEST_F(HyperShiftClocks, GiveAFailureThatIsShownItsFullTimeAfterAnEdit) {
  Moment edited = shows(ten, ten - minutes(30));
  edited.generation = 2;
  edited.last_generation = 1;
  look(edited);
  edited.now = ten + minutes(1);
  edited.sightings[Class::Quota] = {.seen = true, .since = ten - minutes(60)};
  look(edited);
  EXPECT_EQ(quota(), (MemoryClock{"CloudQuotaExceeded", ten, no_time}));
}

TEST_F(HyperShiftClocks, KnowThatTwoClassesShareAReason) {
  Moment moment = sees(ten, Class::Blocked);
  moment.standing.shown = Class::Controller;
  moment.shown_since = ten;
  look(moment);
  EXPECT_EQ(memory_.clocks.size(), 1U) << "being blocked is what is shown";
}

TEST_F(HyperShiftClocks, StartAnewWhenTheSpecIsEdited) {
  look(sees(ten, Class::Quota, ten - minutes(10)));
  Moment edited = sees(ten + minutes(1), Class::Quota, ten - minutes(10));
  edited.generation = 2;
  look(edited);
  EXPECT_EQ(quota().since, ten + minutes(1));
  EXPECT_EQ(memory_.reset, ten + minutes(1));
  edited.now = ten + minutes(9);
  look(edited);
  EXPECT_EQ(quota().since, ten + minutes(1)) << "what was before the edit does not count";
}

TEST_F(HyperShiftClocks, NoticeAnEditByTheConditionWhereNothingIsRemembered) {
  Moment edited = sees(ten, Class::Quota, ten - minutes(30));
  edited.generation = 3;
  edited.last_generation = 2;
  look(edited);
  EXPECT_EQ(quota().since, ten);
  memory_ = {};
  edited.last_generation = 0;
  look(edited);
  EXPECT_EQ(quota().since, ten - minutes(30)) << "nobody knows of an edit";
}

TEST_F(HyperShiftClocks, StandStillDuringAPause) {
  look(sees(ten, Class::Quota));
  Moment paused = sees(ten + minutes(5), Class::Quota);
  paused.paused = true;
  look(paused);
  EXPECT_EQ(memory_.paused, ten + minutes(5));
  paused.now = ten + minutes(45);
  look(paused);
  EXPECT_EQ(memory_.paused, ten + minutes(5));
  look(sees(ten + minutes(65), Class::Quota, ten));
  EXPECT_EQ(quota().since, ten + minutes(60)) << "five minutes have passed, not sixty-five";
  EXPECT_FALSE(is_set(memory_.paused));
}

TEST_F(HyperShiftClocks, TakePausingForNoEdit) {
  look(sees(ten, Class::Quota));
  Moment paused = sees(ten + minutes(5), Class::Quota);
  paused.paused = true;
  paused.generation = 2;
  look(paused);
  Moment resumed = sees(ten + minutes(15), Class::Quota);
  resumed.generation = 3;
  look(resumed);
  EXPECT_EQ(quota().since, ten + minutes(10));
}

TEST_F(HyperShiftClocks, NoticeAnEditDuringAPause) {
  look(sees(ten, Class::Quota));
  Moment paused = sees(ten + minutes(5), Class::Quota);
  paused.paused = true;
  look(paused);
  paused.generation = 2;
  paused.now = ten + minutes(6);
  look(paused);
  EXPECT_EQ(quota(), MemoryClock{});
}

// Random weather.

constexpr Class weather_classes[] = {Class::Quota, Class::Deployment};

Moment random_moment(Instant now) {
  Moment moment{.now = now, .generation = *rc::gen::inRange<std::int64_t>(1, 3)};
  moment.paused = *rc::gen::inRange(0, 6) == 0;
  for (const Class one : weather_classes) {
    const auto age = Seconds(*rc::gen::inRange(-60, 4000));
    moment.sightings[one] = {.seen = *rc::gen::arbitrary<bool>(), .since = now - age};
  }
  if (*rc::gen::inRange(0, 3) == 0) {
    moment.standing.shown = *rc::gen::elementOf(std::vector<Class>{Class::Quota, Class::Missing});
    moment.shown_since = now - Seconds(*rc::gen::inRange(0, 4000));
  }
  moment.standing.recovering = !moment.standing.shown && *rc::gen::arbitrary<bool>();
  return moment;
}

TEST_F(HyperShiftClocks, LetGoOfAFailureThatIsNotShownAnyMore) {
  look(sees(ten, Class::Quota));
  Moment silent = shows(ten + minutes(2), ten);
  look(silent);
  silent.now = ten + minutes(10);
  const Memory after = advance(memory_, silent, rules, texts_);
  EXPECT_EQ(clock_of(after, Class::Quota).stopped, ten + minutes(2));
  EXPECT_EQ(settle(after, {.now = silent.now}, rules, texts_).clocks.size(), 0U);
}

RC_GTEST_PROP(HyperShiftClockProperties, LookingAgainAtTheSameWorldChangesNothing, ()) {
  Arena texts;
  Memory memory;
  Instant now = ten;
  for (int step = 0; step < 20; ++step) {
    now += Seconds(*rc::gen::inRange(0, 900));
    const Moment moment = random_moment(now);
    memory = look_once(memory, moment, texts);
    RC_ASSERT(look_once(memory, moment, texts) == memory);
  }
}

RC_GTEST_PROP(HyperShiftClockProperties, AStartMovesForwardOnlyAfterASilenceAPauseOrAnEdit, ()) {
  Arena texts;
  Memory memory;
  Instant now = ten;
  for (int step = 0; step < 20; ++step) {
    now += Seconds(*rc::gen::inRange(0, 900));
    const Moment moment = random_moment(now);
    const Memory after = look_once(memory, moment, texts);
    const bool edited = memory.generation != 0 && memory.generation != moment.generation;
    for (const Class one : weather_classes) {
      const MemoryClock was = clock_of(memory, one);
      const MemoryClock is = clock_of(after, one);
      if (edited || is_set(memory.paused) || !is_set(was.since) || !was.running()) continue;
      RC_ASSERT(is_set(is.since));
      RC_ASSERT(is.since <= was.since);
    }
    memory = after;
  }
}

RC_GTEST_PROP(HyperShiftClockProperties, NoClockStartsBeforeTheLastEditOrAfterNow, ()) {
  Arena texts;
  Memory memory;
  Instant now = ten;
  for (int step = 0; step < 20; ++step) {
    now += Seconds(*rc::gen::inRange(0, 900));
    Moment moment = random_moment(now);
    moment.paused = false;
    moment.standing.shown = {};
    memory = look_once(memory, moment, texts);
    for (const MemoryClock& clock : memory.clocks) {
      RC_ASSERT(clock.since <= now);
      RC_ASSERT(clock.since >= memory.reset);
    }
  }
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
