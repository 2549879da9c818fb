// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/message_lines.h"

#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/temp_folder_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  const TempFolder folder;
  std::vector<std::string> lines;
  const Result<void> read =
      read_message_lines(folder.write("messages.txt", text), 0, [&](const MessageLine& line) {
        lines.emplace_back(line.text);
        EXPECT_EQ(line.number, lines.size());
        EXPECT_EQ(line.length, MessageLine::Length::Whole);
      });
  EXPECT_TRUE(read.has_value());
  return lines;
}

using Texts = std::vector<std::string>;

TEST(MessageLines, TakesEveryLineOnce) {
  EXPECT_EQ(lines_of("one\ntwo\n"), (Texts{"one", "two"}));
  EXPECT_EQ(lines_of("one\r\ntwo"), (Texts{"one", "two"}));
}

TEST(MessageLines, TakesEmptyLinesToo) {
  EXPECT_EQ(lines_of("one\n\n\ntwo\n"), (Texts{"one", "", "", "two"}));
  EXPECT_EQ(lines_of("\n"), (Texts{""}));
  EXPECT_EQ(lines_of(""), Texts{});
}

TEST(MessageLines, PutsLinesTogetherAcrossPieces) {
  const std::string long_line(200'000, 'x');
  EXPECT_EQ(lines_of(long_line + "\n" + long_line), (Texts{long_line, long_line}));
}

TEST(MessageLines, CutsAHugeLineAndGoesOn) {
  const TempFolder folder;
  const std::string file =
      folder.write("huge.txt", std::string(message_bytes_max + 5, 'x') + "\nnext\n");
  std::vector<MessageLine::Length> lengths;
  std::vector<std::size_t> sizes;
  const Result<void> read = read_message_lines(file, 0, [&](const MessageLine& line) {
    lengths.push_back(line.length);
    sizes.push_back(line.text.size());
  });
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(lengths, (std::vector{MessageLine::Length::Cut, MessageLine::Length::Whole}));
  EXPECT_EQ(sizes, (std::vector<std::size_t>{message_bytes_max, 4}));
}

TEST(MessageLines, SaysWhichFileCannotBeRead) {
  const Result<void> read = read_message_lines("no/such/file", 0, [](const MessageLine&) {});
  ASSERT_FALSE(read.has_value());
  EXPECT_TRUE(read.error().detail.starts_with("no/such/file cannot be read: "));
}

TEST(MessageLines, ReadsWhatStdinGives) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "piped", 5), 5);
  ::close(ends[1]);
  Texts lines;
  const Result<void> read = read_message_lines(
      "-", ends[0], [&](const MessageLine& line) { lines.emplace_back(line.text); });
  ::close(ends[0]);
  EXPECT_TRUE(read.has_value());
  EXPECT_EQ(lines, Texts{"piped"});
}

}  // namespace
}  // namespace telltale::cli
