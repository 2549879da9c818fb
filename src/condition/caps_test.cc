// SPDX-License-Identifier: Apache-2.0
#include "condition/caps.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

TEST(ValidType, FollowsTheApisPattern) {
  for (const std::string_view type :
       {"Ready", "A", "a", "9", "my-gate_1.x", "example.com/Gate", "a.b-c.d/E", "1/2", "C--C"}) {
    EXPECT_TRUE(valid_type(type)) << type;
  }
  for (const std::string_view type :
       {"", "/", "a/", "/a", "-a", "a-", "_a", "!C", "A/b/c", "Example.com/Gate", "a..b/C",
        "-a.b/C", "a-.b/C", "a_b/C", "a b", "Ready\n", "Bereit\xC3\xA9"}) {
    EXPECT_FALSE(valid_type(type)) << type;
  }
}

TEST(ValidType, EndsAt316Bytes) {
  EXPECT_TRUE(valid_type(std::string(316, 'a')));
  EXPECT_FALSE(valid_type(std::string(317, 'a')));
}

TEST(ValidReason, FollowsTheApisPattern) {
  for (const std::string_view reason : {"A", "a1", "NodeDeleted", "A,B", "A:B", "A_", "A,,:B"}) {
    EXPECT_TRUE(valid_reason(reason)) << reason;
  }
  for (const std::string_view reason :
       {"", "1A", "_A", ",A", "A,", "A:", "A B", "A-B", "A.B", "A\n", "\xC3\xA9"}) {
    EXPECT_FALSE(valid_reason(reason)) << reason;
  }
}

TEST(ValidReason, EndsAt1024Bytes) {
  EXPECT_TRUE(valid_reason(std::string(1024, 'a')));
  EXPECT_FALSE(valid_reason(std::string(1025, 'a')));
}

TEST(CapMessage, LeavesAMessageThatFitsWhereItIs) {
  Arena arena;
  const std::string message(32768, 'x');
  EXPECT_EQ(cap_message(message, arena).data(), message.data());
  EXPECT_EQ(arena.bytes(), Arena().bytes());
}

TEST(CapMessage, EndsInDotsAfterAWholeCharacter) {  // defect k
  Arena arena;
  std::string message(32764, 'x');  // one byte before the dots
  message += "é and more";          // does not fit into that byte
  EXPECT_EQ(cap_message(message, arena), std::string(32764, 'x') + "...");
}

TEST(KeepMessage, CopiesAlways) {
  Arena arena;
  const std::string message = "short";
  EXPECT_EQ(keep_message(message, arena), message);
  EXPECT_NE(keep_message(message, arena).data(), message.data());
  EXPECT_EQ(keep_message(std::string(40000, 'x'), arena).size(), condition_message_bytes_max);
}

TEST(CapReason, CutsAfterAWholeReason) {
  const std::string long_word(1000, 'a');
  EXPECT_EQ(cap_reason("Short"), "Short");
  EXPECT_EQ(cap_reason(long_word + "," + long_word), long_word);
  EXPECT_EQ(cap_reason(std::string(1024, 'a') + ",B"), std::string(1024, 'a'));
  EXPECT_EQ(cap_reason(std::string(2000, 'a')), std::string(1024, 'a'));
  EXPECT_EQ(cap_reason(std::string(1000, 'a') + std::string(1000, ':')), std::string(1000, 'a'));
  EXPECT_EQ(cap_reason(std::string(2000, ',')), "");
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Characters of one to four bytes, so that the cut falls at every place in one.
std::string long_text() {
  static constexpr std::string_view characters[] = {"a", "é", "日", "🙂"};
  std::string text(*rc::gen::inRange<std::size_t>(32740, 32770), 'x');
  for (const int index : *rc::gen::container<std::vector<int>>(20, rc::gen::inRange(0, 4))) {
    text += characters[index];
  }
  return text;
}

RC_GTEST_PROP(CapMessage, NeverSplitsACharacter, ()) {
  const std::string text = long_text();
  Arena arena;
  std::string_view cut = cap_message(text, arena);
  RC_ASSERT(cut.size() <= condition_message_bytes_max);
  if (cut.size() == text.size()) return;
  RC_ASSERT(cut.ends_with("..."));
  cut.remove_suffix(3);
  RC_ASSERT(text.starts_with(cut));
  RC_ASSERT(!continues_character(text[cut.size()]));
}

}  // namespace
}  // namespace telltale
