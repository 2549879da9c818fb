// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_states.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

constexpr ConditionState ready{"Machine", "Ready", Status::True, "Ready"};
constexpr ConditionState broken{"Machine", "Ready", Status::False, "Broken"};

TEST(JournalStates, ATextIsKeptOnceAndUntilTheLastHolderLetsGo) {
  TextPool pool;
  const auto one = pool.hold("a text that is too long for a string without an allocation");
  EXPECT_EQ(pool.hold("a text that is too long for a string without an allocation"), one);
  EXPECT_EQ(pool.size(), 1U);
  pool.release(one);
  EXPECT_EQ(pool.text(one), "a text that is too long for a string without an allocation");
  pool.release(one);
  EXPECT_EQ(pool.size(), 0U);
  EXPECT_EQ(pool.hold("another"), one) << "the place is used again";
}

TEST(JournalStates, AStateIsKeptOnceAndCounted) {
  StatePool pool;
  const auto one = pool.hold(ready);
  EXPECT_EQ(pool.hold(ready), one);
  const auto other = pool.hold(broken);
  EXPECT_NE(one, other);
  EXPECT_EQ(pool.state(one), ready);
  EXPECT_EQ(pool.state(other), broken);
  std::map<std::string, std::size_t> holders;
  pool.for_each([&](const ConditionState& state, std::size_t count) {
    holders[std::string(state.reason)] = count;
  });
  EXPECT_EQ(holders, (std::map<std::string, std::size_t>{{"Broken", 1}, {"Ready", 2}}));
}

TEST(JournalStates, StatusKindAndReasonAreAllPartOfAState) {
  StatePool pool;
  const auto one = pool.hold({"A", "B", Status::True, "C"});
  EXPECT_NE(one, pool.hold({"A", "B", Status::False, "C"}));
  EXPECT_NE(one, pool.hold({"B", "A", Status::True, "C"}));
  EXPECT_NE(one, pool.hold({"A", "C", Status::True, "B"}));
  EXPECT_EQ(pool.size(), 4U);
}

TEST(JournalStates, TimesOutsideFourBytesAreTakenForTheNearest) {
  EXPECT_EQ(ShortInstant(no_time).instant(), Instant{});
  const Instant now = std::chrono::sys_days{std::chrono::March / 3 / 2031} + Seconds(17);
  EXPECT_EQ(ShortInstant(now).instant(), now);
  EXPECT_EQ(format_rfc3339(ShortInstant(*parse_rfc3339("9999-01-01T00:00:00Z")).instant()),
            "2106-02-07T06:28:15Z");
}

TEST(JournalStates, WordsAreCutWhereACharacterEnds) {
  EXPECT_EQ(state_word("Ready"), "Ready");
  EXPECT_EQ(state_word(std::string(300, 'x')).size(), state_word_bytes_max);
  EXPECT_EQ(state_word(std::string(255, 'x') + "ä").size(), 255U);
}

RC_GTEST_PROP(JournalStates, HoldersAreCountedWhateverTheOrder, ()) {
  StatePool pool;
  std::vector<StatePool::Id> held;
  std::map<std::string, std::size_t> expected;
  for (const auto step : *rc::gen::container<std::vector<int>>(rc::gen::inRange(-3, 6))) {
    if (step < 0 && !held.empty()) {
      const std::string type(pool.state(held.back()).type);
      if (--expected[type] == 0) expected.erase(type);
      pool.release(held.back());
      held.pop_back();
    } else if (step >= 0) {
      const std::string type(static_cast<std::size_t>(step) * 10, 't');
      held.push_back(pool.hold({"Machine", type, Status::True, type}));
      ++expected[type];
    }
  }
  std::map<std::string, std::size_t> found;
  pool.for_each([&](const ConditionState& state, std::size_t count) {
    RC_ASSERT(state.reason == state.type);
    found[std::string(state.type)] = count;
  });
  RC_ASSERT(found == expected);
}

}  // namespace
}  // namespace telltale
