// SPDX-License-Identifier: Apache-2.0
#include "base/instant.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::sys_days;
using std::chrono::year;

constexpr Instant new_year = sys_days{year{2026} / 1 / 1};

TEST(ParseRfc3339, ReadsWhatTheApiServerWrites) {
  EXPECT_EQ(parse_rfc3339("2026-01-01T00:00:00Z"), new_year);
  EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:00Z"), Instant{});
  EXPECT_EQ(parse_rfc3339("2026-01-02T03:04:05Z"),
            new_year + days{1} + hours{3} + minutes{4} + Seconds{5});
}

TEST(ParseRfc3339, TakesAnyOffsetBackToUtc) {
  EXPECT_EQ(parse_rfc3339("2026-01-01T05:30:00+05:30"), new_year);
  EXPECT_EQ(parse_rfc3339("2025-12-31T16:00:00-08:00"), new_year);
  EXPECT_EQ(parse_rfc3339("2026-01-01T00:00:00-00:00"), new_year);
}

TEST(ParseRfc3339, CutsOffAFractionOfASecond) {
  EXPECT_EQ(parse_rfc3339("2026-01-01T00:00:00.999999999Z"), new_year);
  EXPECT_EQ(parse_rfc3339("2026-01-01T01:00:00.5+01:00"), new_year);
  // Before 1970 cutting still means earlier in the digits, not nearer to the epoch.
  EXPECT_EQ(parse_rfc3339("1969-12-31T23:59:58.9Z"), Instant{Seconds{-2}});
}

TEST(ParseRfc3339, ReadsTheLowerCaseLettersTheRfcAllows) {
  EXPECT_EQ(parse_rfc3339("2026-01-01t00:00:00z"), new_year);
}

TEST(ParseRfc3339, KnowsLeapYears) {
  EXPECT_EQ(parse_rfc3339("2024-02-29T00:00:00Z"), Instant{sys_days{year{2024} / 2 / 29}});
  EXPECT_TRUE(parse_rfc3339("2000-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_rfc3339("2026-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_rfc3339("1900-02-29T00:00:00Z"));
}

TEST(ParseRfc3339, RefusesEverythingElse) {
  for (const std::string_view text : {
           "",                                 // nothing
           "2026",                             // too short
           "2026-01-01",                       // a date alone
           "2026-01-01 00:00:00Z",             // a blank for the T
           "2026-01-01T00:00:00",              // no offset
           "2026-01-01T00:00Z",                // no seconds
           "2026-01-01T00:00:00.Z",            // a fraction without digits
           "2026-01-01T00:00:00,5Z",           // a comma
           "2026-01-01T00:00:00Zx",            // something behind it
           " 2026-01-01T00:00:00Z",            // something before it
           "2026-1-01T00:00:00Z",              // one digit
           "2026-13-01T00:00:00Z",             // month 13
           "2026-00-01T00:00:00Z",             // month 0
           "2026-01-00T00:00:00Z",             // day 0
           "2026-04-31T00:00:00Z",             // day 31 of 30
           "2026-01-01T24:00:00Z",             // hour 24
           "2026-01-01T00:60:00Z",             // minute 60
           "2026-01-01T00:00:60Z",             // a leap second, which Go refuses too
           "2026-01-01T00:00:00+24:00",        // offset hour 24
           "2026-01-01T00:00:00+00:60",        // offset minute 60
           "2026-01-01T00:00:00+0000",         // no colon
           "2026-01-01T00:00:00+1",            // half an offset
           "+026-01-01T00:00:00Z",             // a sign for a digit
           "20x6-01-01T00:00:00Z",             // a letter for a digit
           "0000-01-01T00:00:00+00:01",        // before the year 0
           "9999-12-31T23:59:59-00:01",        // after the year 9999
           "\xEF\xBC\x92\x30-01-01T00:00:00Z"  // a wide digit
       }) {
    EXPECT_FALSE(parse_rfc3339(text)) << text;
  }
}

TEST(ParseRfc3339, RefusesAnyOtherByteInPlaceOfADigit) {
  const std::string whole = "2026-01-01T00:00:00Z";
  for (const std::size_t place : {0U, 3U, 5U, 9U, 11U, 14U, 18U}) {
    for (char byte = std::numeric_limits<char>::min(); byte < '0'; ++byte) {
      std::string bent = whole;
      bent[place] = byte;
      EXPECT_FALSE(parse_rfc3339(bent)) << bent;
    }
  }
}

TEST(FormatRfc3339, WritesTwentyCharactersInUtc) {
  EXPECT_EQ(format_rfc3339(new_year + hours{13} + minutes{7} + Seconds{9}), "2026-01-01T13:07:09Z");
  EXPECT_EQ(format_rfc3339(Instant{Seconds{-1}}), "1969-12-31T23:59:59Z");
  EXPECT_EQ(format_rfc3339(sys_days{year{0} / 1 / 1}), "0000-01-01T00:00:00Z");
}

TEST(FormatRfc3339, StopsAtTheEdgesOfWhatCanBeSaid) {
  EXPECT_EQ(format_rfc3339(Instant::max()), "9999-12-31T23:59:59Z");
  EXPECT_EQ(format_rfc3339(no_time + Seconds{1}), "0000-01-01T00:00:00Z");
}

TEST(FormatRfc3339, AppendsBehindWhatIsThere) {
  std::string text = "at ";
  append_rfc3339(text, new_year);
  EXPECT_EQ(text, "at 2026-01-01T00:00:00Z");
}

TEST(FormatRfc3339DeathTest, RefusesATimeThatWasNeverSet) {
  EXPECT_DEATH((void)format_rfc3339(no_time), "a time that was never set is not written");
}

RC_GTEST_PROP(FormatRfc3339, IsReadBackAsTheSameInstant, ()) {
  const auto first = parse_rfc3339("0000-01-01T00:00:00Z")->time_since_epoch().count();
  const auto last = parse_rfc3339("9999-12-31T23:59:59Z")->time_since_epoch().count();
  const Instant instant{Seconds{*rc::gen::inRange(first, last + 1)}};
  RC_ASSERT(parse_rfc3339(format_rfc3339(instant)) == instant);
}

TEST(NoTime, SortsBeforeEveryRealOne) {
  EXPECT_FALSE(is_set(no_time));
  EXPECT_TRUE(is_set(Instant{}));
  EXPECT_LT(no_time, *parse_rfc3339("0000-01-01T00:00:00Z"));
}

struct Written {
  Seconds length;
  std::string_view text;
};

TEST(FormatAge, SpeaksLikeKubectl) {
  for (const auto& [age, text] : {
           Written{Seconds{0}, "0s"},
           Written{Seconds{45}, "45s"},
           Written{Seconds{119}, "119s"},  // seconds alone, up to two minutes
           Written{minutes{2}, "2m"},
           Written{minutes{3} + Seconds{12}, "3m12s"},
           Written{minutes{9} + Seconds{59}, "9m59s"},
           Written{minutes{10}, "10m"},  // from here seconds say nothing
           Written{minutes{22} + Seconds{40}, "22m"},
           Written{minutes{179} + Seconds{59}, "179m"},
           Written{hours{3}, "3h"},
           Written{hours{3} + minutes{2}, "3h2m"},
           Written{hours{7} + minutes{59} + Seconds{59}, "7h59m"},
           Written{hours{8} + minutes{30}, "8h"},
           Written{hours{47} + minutes{59}, "47h"},
           Written{hours{48}, "2d"},
           Written{days{5} + hours{3}, "5d3h"},
           Written{days{7} + hours{23}, "7d23h"},
           Written{days{8} + hours{23}, "8d"},
           Written{days{12}, "12d"},
           Written{days{729} + hours{23}, "729d"},
           Written{days{730}, "2y"},
           Written{days{760}, "2y30d"},
           Written{days{8 * 365 - 1}, "7y364d"},
           Written{days{8 * 365 + 200}, "8y"},
           Written{days{100 * 365}, "100y"},
       }) {
    EXPECT_EQ(format_age(age), text);
  }
}

TEST(FormatAge, IsNeverNegative) {
  EXPECT_EQ(format_age(Seconds{-1}), "0s");
  EXPECT_EQ(format_age(Seconds::min()), "0s");
}

TEST(FormatDuration, SpeaksLikeGo) {
  for (const auto& [duration, text] : {
           Written{Seconds{0}, "0s"},
           Written{Seconds{40}, "40s"},
           Written{Seconds{60}, "1m0s"},
           Written{minutes{5}, "5m0s"},
           Written{hours{1}, "1h0m0s"},
           Written{hours{36} + minutes{1} + Seconds{2}, "36h1m2s"},
           Written{minutes{-5}, "-5m0s"},
           Written{Seconds{-1}, "-1s"},
       }) {
    EXPECT_EQ(format_duration(duration), text);
  }
}

TEST(FormatDuration, SurvivesTheMostNegativeNumber) {
  EXPECT_EQ(format_duration(Seconds::min()), "-2562047788015215h30m8s");
}

}  // namespace
}  // namespace telltale
