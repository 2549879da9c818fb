// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/log_lines.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

const Instant ten = *parse_rfc3339("2026-01-01T10:00:00Z");

TEST(LogLines, AreTextWithTheTimeInFront) {
  EXPECT_EQ(log_line("Machine d/m1: setting Ready=True", ten, LogFormat::Text),
            "2026-01-01T10:00:00Z Machine d/m1: setting Ready=True\n");
}

TEST(LogLines, NameTheirObjectInJson) {
  EXPECT_EQ(log_line("Machine d/m1: setting Ready=True", ten, LogFormat::Json),
            R"({"ts":"2026-01-01T10:00:00Z","level":"info","msg":"Machine d/m1: setting )"
            R"(Ready=True","controller":"telltale","namespace":"d","name":"m1",)"
            R"("Machine":{"namespace":"d","name":"m1"}})"
            "\n");
  EXPECT_EQ(log_line("judging 3 objects", ten, LogFormat::Json),
            R"({"ts":"2026-01-01T10:00:00Z","level":"info","msg":"judging 3 objects",)"
            R"("controller":"telltale"})"
            "\n");
}

TEST(LogLines, CannotBeForgedByWhatTheyQuote) {
  EXPECT_EQ(log_line("a\nb", ten, LogFormat::Text).find('\n'),
            log_line("a\nb", ten, LogFormat::Text).size() - 1);
}

}  // namespace
}  // namespace telltale::cli
