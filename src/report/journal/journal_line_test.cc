// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_line.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

JournalLine sample_line() {
  return {.at = *parse_rfc3339("2026-01-01T10:00:00Z"),
          .group = "cluster.x-k8s.io",
          .kind = "Machine",
          .namespace_name = "default",
          .name = "m1",
          .uid = "u1",
          .type = "Ready",
          .status = Status::False,
          .reason = "NotReady",
          .message = "two\n\"lines\""};
}

std::string written_line(const JournalLine& line) {
  std::string text;
  append_journal_line(text, line);
  return text;
}

TEST(JournalLine, IsOneLineOfJson) {
  EXPECT_EQ(written_line(sample_line()),
            "{\"at\":\"2026-01-01T10:00:00Z\",\"group\":\"cluster.x-k8s.io\",\"kind\":\"Machine\","
            "\"namespace\":\"default\",\"name\":\"m1\",\"uid\":\"u1\",\"type\":\"Ready\","
            "\"status\":\"False\",\"reason\":\"NotReady\",\"message\":\"two\\n\\\"lines\\\"\"}\n");
}

TEST(JournalLine, LinesStandOneBehindTheOther) {
  std::string text;
  append_journal_line(text, sample_line());
  append_journal_line(text, sample_line());
  EXPECT_EQ(text, written_line(sample_line()) + written_line(sample_line()));
}

TEST(JournalLine, LeavesOutWhatHasNothingToSay) {
  JournalLine line{.at = sample_line().at, .kind = "Node", .name = "n", .type = "Ready"};
  EXPECT_EQ(written_line(line),
            "{\"at\":\"2026-01-01T10:00:00Z\",\"kind\":\"Node\",\"name\":\"n\",\"type\":\"Ready\","
            "\"status\":\"Unknown\"}\n");
  line.cut = true;
  EXPECT_TRUE(written_line(line).ends_with(",\"cut\":true}\n"));
}

TEST(JournalLine, IsReadAsItWasWritten) {
  JournalLineReader reader;
  JournalLine line = sample_line();
  line.cut = true;
  for (int i = 0; i < 2; ++i) {
    const std::string text = written_line(line);
    const auto read = reader.read(std::string_view(text).substr(0, text.size() - 1));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, line);
  }
}

TEST(JournalLine, WhatIsDamagedIsAnError) {
  JournalLineReader reader;
  const std::string whole = written_line(sample_line());
  for (const std::string& text :
       {std::string(), std::string("null"), std::string("[]"), std::string("{}"),
        std::string(40, '\0'), whole.substr(0, whole.size() / 2), "x" + whole,
        std::string(R"({"at":"yesterday","kind":"M","name":"m","type":"T","status":"True"})"),
        std::string(R"({"at":"2026-01-01T10:00:00Z","kind":"M","name":"m","type":"T"})"),
        std::string(R"({"at":"2026-01-01T10:00:00Z","kind":"M","type":"T","status":"True"})"),
        std::string(
            R"({"at":"2026-01-01T10:00:00Z","kind":7,"name":"m","type":"T","status":"True"})"),
        std::string(journal_line_bytes_max + 1, ' '), std::string(1000, '[')}) {
    EXPECT_FALSE(reader.read(text)) << text.substr(0, 80);
  }
}

RC_GTEST_PROP(JournalLine, AnyBytesAreReadOrRefused, (const std::string& text)) {
  JournalLineReader reader;
  const auto read = reader.read(text);
  RC_ASSERT((read.has_value() || !read.error().detail.empty()));  // short-circuits inside of these
}

}  // namespace
}  // namespace telltale
