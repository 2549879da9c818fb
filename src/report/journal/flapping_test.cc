// SPDX-License-Identifier: Apache-2.0
#include "report/journal/flapping.h"

#include <gtest/gtest.h>

#include "report/journal/journal_for_test.h"

namespace telltale {
namespace {

using history_test::start;
using std::chrono::minutes;

// True and False in turns, one step apart.
std::vector<JournalEntry> alternating(std::size_t entries, Seconds step) {
  std::vector<JournalEntry> list;
  for (std::size_t i = 0; i < entries; ++i) {
    list.push_back({.at = start + step * static_cast<int>(i),
                    .type = "Ready",
                    .status = i % 2 == 0 ? Status::True : Status::False});
  }
  return list;
}

TEST(Flapping, NothingSaidIsCalm) {
  EXPECT_EQ(flapping_of({}, {}, start), (Flapping{false, 0, minutes(10)}));
}

TEST(Flapping, TheFirstWordIsNoTurn) {
  EXPECT_EQ(flapping_of(alternating(1, minutes(1)), {}, start).turns, 0U);
  EXPECT_EQ(flapping_of(alternating(4, minutes(1)), {}, start + minutes(3)).turns, 3U);
}

TEST(Flapping, ManyTurnsInTheWindowAreFlapping) {
  const auto entries = alternating(5, minutes(2));
  const Flapping found = flapping_of(entries, {}, entries.back().at);
  EXPECT_EQ(found, (Flapping{true, 4, minutes(10)}));
}

TEST(Flapping, SlowTurnsAreNot) {
  const auto entries = alternating(20, minutes(5));
  const Flapping found = flapping_of(entries, {}, entries.back().at);
  EXPECT_FALSE(found.flapping);
  EXPECT_EQ(found.turns, 3U) << "the window includes both of its ends";
}

TEST(Flapping, WhatHasBeenCalmForAWindowIsCalmAgain) {
  const auto entries = alternating(8, minutes(1));
  EXPECT_TRUE(flapping_of(entries, {}, entries.back().at + minutes(10)).flapping);
  const Flapping later = flapping_of(entries, {}, entries.back().at + minutes(10) + Seconds(1));
  EXPECT_FALSE(later.flapping);
  EXPECT_EQ(later.turns, 7U);
}

TEST(Flapping, AnotherReasonIsNoTurn) {
  auto entries = alternating(9, minutes(1));
  for (JournalEntry& entry : entries) {
    entry.status = Status::False;
    entry.reason = format_rfc3339(entry.at);
  }
  EXPECT_EQ(flapping_of(entries, {}, entries.back().at).turns, 0U);
}

TEST(Flapping, ConditionsAreCountedApart) {
  std::vector<JournalEntry> entries;
  for (int i = 0; i < 8; ++i) {
    entries.push_back({.at = start + minutes(i),
                       .type = i % 2 == 0 ? "Ready" : "Available",
                       .status = i % 2 == 0 ? Status::True : Status::False});
  }
  EXPECT_EQ(flapping_of(entries, {}, start + minutes(8)).turns, 0U);
  for (const JournalEntry& entry : alternating(6, minutes(1))) entries.push_back(entry);
  entries.back().type = "Other";
  const auto types = flapping_by_type(entries, {}, start + minutes(8));
  ASSERT_EQ(types.size(), 3U);
  EXPECT_EQ(types[0].type, "Available");
  EXPECT_EQ(types[0].flapping.turns, 0U);
  EXPECT_EQ(types[2].type, "Ready");
  EXPECT_TRUE(types[2].flapping.flapping);
  EXPECT_TRUE(flapping_of(entries, {}, start + minutes(8)).flapping);
}

TEST(Flapping, ARuleOfNoTurnsNeverFires) {
  const auto entries = alternating(9, minutes(1));
  EXPECT_FALSE(flapping_of(entries, {.turns = 0}, entries.back().at).flapping);
}

}  // namespace
}  // namespace telltale
