// SPDX-License-Identifier: Apache-2.0
#include "condition/indent.h"

#include <string>

#include <gtest/gtest.h>

namespace telltale {
namespace {

std::string after_colon(std::string_view message) {
  std::string line = "* A:";
  append_indented(line, message);
  return line;
}

TEST(Indent, NestsOneMessageInAnother) {
  struct Case {
    std::string_view message;
    std::string_view line;
  };
  const Case cases[] = {
      {"Message-A", "* A: Message-A"},                                   // one plain line
      {"* Message-B", "* A:\n  * Message-B"},                            // one bullet
      {"* c1\n* c2", "* A:\n  * c1\n  * c2"},                            // all bullets
      {"Message-D\n* More", "* A:\n  * Message-D\n    * More"},          // plain line gets one
      {"* e1\n  * e1a\n* e2", "* A:\n  * e1\n    * e1a\n  * e2"},        // nesting is kept
      {"* e1\nplain\n  * e2", "* A:\n    * e1\n  * plain\n      * e2"},  // one plain among them
      {"one\ntwo", "* A:\n  * one\n  * two"},                            // only plain lines
      {"one\n", "* A:\n  * one\n  * "},                                  // the empty last line too
      {"\t*\tx", "* A:\n  \t*\tx"},                                      // any blanks
      {"*bold*", "* A: *bold*"},                                         // no blank: no bullet
      {"*", "* A: *"},                                                   // nothing after it
      {"**", "* A: **"},                                                 // nor is this one
  };
  for (const auto& [message, line] : cases) EXPECT_EQ(after_colon(message), line);
}

TEST(Indent, TakesABulletOnlyAtTheStartOfALine) {  // defect d: the pattern is anchored
  EXPECT_EQ(after_colon("5 * 3 is 15"), "* A: 5 * 3 is 15");
  EXPECT_EQ(after_colon("5 * 3\n* x"), "* A:\n  * 5 * 3\n    * x");
}

TEST(Indent, LeavesNoBlankAfterTheColonOfAnEmptyMessage) {  // defect d
  EXPECT_EQ(after_colon(""), "* A:");
}

}  // namespace
}  // namespace telltale
