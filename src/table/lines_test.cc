// SPDX-License-Identifier: Apache-2.0
#include "table/lines.h"

#include <gtest/gtest.h>

#include "table/snapshot_for_test.h"

namespace telltale {
namespace {

using namespace snapshot;

constexpr auto remarks = lines_of<Seen>(
    all_words,
    {{locked, "Locked by {owner}"}, {cold && !ringing, "Cold"}, {guests, "{guests} guests"}});

static_assert(!remarks.any(calm));

std::string collected(const Seen& seen) {
  std::string text;
  remarks.collect(seen, text, "* ", "\n");
  return text;
}

TEST(Lines, EveryLineThatHoldsIsSaidInTheOrderOfThePage) {
  Seen seen = calm;
  seen.guest_count = 2;
  seen.is_cold = true;
  EXPECT_EQ(collected(seen), "* Cold\n* 2 guests");
  seen.is_locked = true;
  seen.owner = "Ada";
  EXPECT_EQ(collected(seen), "* Locked by Ada\n* Cold\n* 2 guests");
}

TEST(Lines, SayNothingWhenNothingHolds) {
  EXPECT_FALSE(remarks.any(calm));
  EXPECT_EQ(collected(calm), "");
}

TEST(Lines, AreAppendedBehindWhatStandsThere) {
  Seen seen = calm;
  seen.is_cold = true;
  std::string text = "Now: ";
  remarks.collect(seen, text, "", ", ");
  EXPECT_EQ(text, "Now: Cold");
  EXPECT_TRUE(remarks.any(seen));
}

TEST(Lines, SayNothingAboutWhatWasNotCollected) {
  Seen seen = calm;
  seen.guests_counted = false;
  seen.guest_count = 2;
  EXPECT_FALSE(remarks.any(seen));
  EXPECT_EQ(collected(seen), "");
}

}  // namespace
}  // namespace telltale
