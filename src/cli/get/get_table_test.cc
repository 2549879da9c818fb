// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_table.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

std::string printed_as_get(const GetTable& table, const Terminal& terminal = {},
                           Headers headers = Headers::Shown) {
  TextOutput out;
  table.print(out, terminal, headers);
  return out.text;
}

TEST(GetTable, PutsThreeBlanksBetweenColumns) {
  GetTable table({"NAME", "READY", "AGE"});
  table.add({{"long-name"}, {"True"}, {"3m"}});
  table.add({{"m1"}, {""}, {"12d"}});
  EXPECT_EQ(printed_as_get(table),
            "NAME        READY   AGE\n"
            "long-name   True    3m\n"
            "m1                  12d\n");
}

TEST(GetTable, NeverEndsALineWithBlanks) {
  GetTable table({"NAME", "VERSION"});
  table.add({{"m1"}, {""}});
  EXPECT_EQ(printed_as_get(table), "NAME   VERSION\nm1\n");
}

TEST(GetTable, CountsWideCharactersRight) {
  GetTable table({"NAME", "AGE"});
  table.add({{"中文"}, {"1s"}});
  table.add({{"abcd"}, {"2s"}});
  EXPECT_EQ(printed_as_get(table), "NAME   AGE\n中文   1s\nabcd   2s\n");
}

TEST(GetTable, LeavesRoomForShortColumnsWithoutHeaders) {
  GetTable table({"NAME", "AGE"});
  table.add({{"a"}, {"1s"}});
  EXPECT_EQ(printed_as_get(table, {}, Headers::Hidden), "a     1s\n");
}

TEST(GetTable, ShowsTheFirstLineOfTextWithSeveral) {
  GetTable table({"NAME", "TEXT"});
  table.add({{"a"}, {"first\nsecond"}});
  table.add({{"b"}, {"bell\a"}});
  EXPECT_EQ(printed_as_get(table, {}, Headers::Hidden).find("a     first...\n"), 0U);
  EXPECT_EQ(printed_as_get(table).find('\a'), std::string::npos);
}

TEST(GetTable, PaintsOnlyWhereColoursAreShown) {
  GetTable table({"NAME", "READY"});
  table.add({{"a"}, {"False", Paint::Bad}});
  EXPECT_EQ(printed_as_get(table).find('\x1b'), std::string::npos);
  const Terminal colours{.width = 80, .is_terminal = true, .colors = true, .unicode = true};
  EXPECT_NE(printed_as_get(table, colours).find("\x1b[1;31mFalse\x1b[0m"), std::string::npos);
}

TEST(GetTable, StaysOnOneLineOnANarrowTerminal) {
  GetTable table({"NAME"});
  table.add({{std::string(300, 'a')}});
  EXPECT_EQ(printed_as_get(table, {.width = 40, .is_terminal = true}, Headers::Hidden),
            std::string(300, 'a') + "\n");
}

TEST(Upper, RaisesLettersAlone) { EXPECT_EQ(upper("CP Up-to-date_2"), "CP UP-TO-DATE_2"); }

}  // namespace
}  // namespace telltale::cli
