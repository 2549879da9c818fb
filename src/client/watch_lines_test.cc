// SPDX-License-Identifier: Apache-2.0
#include "client/watch_lines.h"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::client {
namespace {

using Lines = std::vector<std::string>;

Lines cut(const std::vector<std::string>& pieces, std::size_t line_bytes_max = 1000) {
  WatchLines lines(line_bytes_max);
  Lines found;
  for (const std::string& piece : pieces) {
    lines.add(piece);
    while (const auto line = lines.next()) found.emplace_back(*line);
  }
  found.push_back("rest " + std::string(lines.rest()));
  if (lines.too_long()) found.emplace_back("too long");
  return found;
}

TEST(ClientWatchLines, CutsWhereLinesEnd) {
  EXPECT_EQ(cut({"a\nbc\nd"}), (Lines{"a", "bc", "rest d"}));
}

TEST(ClientWatchLines, PutsTogetherWhatCameInPieces) {
  EXPECT_EQ(cut({"a", "b", "\nc", "", "\n", "d"}), (Lines{"ab", "c", "rest d"}));
}

TEST(ClientWatchLines, BlankLinesSayNothing) {
  EXPECT_EQ(cut({"\n\n \r\na\r\n\n"}), (Lines{"a\r", "rest "}));
}

TEST(ClientWatchLines, ALineBeyondTheLimitEndsEverything) {
  EXPECT_EQ(cut({"ok\n123456\nmore\n"}, 5), (Lines{"ok", "rest ", "too long"}));
  EXPECT_EQ(cut({"123", "456", "\nmore\n"}, 5), (Lines{"rest ", "too long"}));
  EXPECT_EQ(cut({"12345\n"}, 5), (Lines{"12345", "rest "}));
}

TEST(ClientWatchLines, ManyShortLinesAreNoLongLine) {
  EXPECT_EQ(cut({"1234\n1234\n1234\n", "12", "34\n"}, 5),
            (Lines{"1234", "1234", "1234", "1234", "rest "}));
}

// However the bytes are cut on the way, the lines are the same.
RC_GTEST_PROP(ClientWatchLines, AnyCutGivesTheSameLines, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', '\n', ' '));
  const auto sizes =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 5));
  std::vector<std::string> pieces;
  std::string_view left = text;
  for (const std::size_t size : sizes) {
    pieces.emplace_back(left.substr(0, size));
    left.remove_prefix(std::min(size, left.size()));
  }
  pieces.emplace_back(left);
  RC_ASSERT(cut(pieces, 8) == cut({text}, 8));
}

}  // namespace
}  // namespace telltale::client
