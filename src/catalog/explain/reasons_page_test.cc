// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/reasons_page.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/explain/reasons.h"
#include "catalog/kinds.h"
#include "json/parse.h"

namespace telltale {
namespace {

using ::testing::HasSubstr;

// TELLTALE_REGENERATE=1 writes the page instead of comparing it.
TEST(ReasonsPage, IsWhatTheTablesSay) {
  const auto file = std::filesystem::path(TELLTALE_SOURCE_DIR) / "docs" / "reasons.md";
  if (std::getenv("TELLTALE_REGENERATE") != nullptr) std::ofstream(file) << render_reasons();
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), render_reasons())
      << file << " is stale: run this test with TELLTALE_REGENERATE=1";
}

TEST(ReasonsPage, HasATableForEveryJudgedKind) {
  const std::string page = render_reasons();
  for (const Kind* kind : judged_kinds()) {
    EXPECT_THAT(page, HasSubstr("\n## " + std::string(kind->kind) + "\n"));
  }
  EXPECT_THAT(page, HasSubstr("\n## Any kind\n"));
}

TEST(ReasonsPage, HasEightCellsInEveryLine) {
  std::istringstream page(render_reasons());
  std::size_t lines = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("|")) continue;
    ++lines;
    EXPECT_EQ(std::ranges::count(line, '|'), 9) << line;
  }
  EXPECT_GT(lines, written_reasons().size());
}

TEST(ReasonsPage, PutsBothDialectsSideBySide) {
  const std::string page = render_reasons();
  EXPECT_THAT(page, HasSubstr("| `NodeHealthy` | `Deleted` / `NodeDeleted` | False |"));
  EXPECT_THAT(page, HasSubstr("| `Deleted` / `Deleting` | `DrainingNode` | True |"));
  EXPECT_THAT(page, HasSubstr("| `ReplicaFailure` / – | `TemplateNotFound` | True |"));
  EXPECT_THAT(page, HasSubstr("| – / `RollingOut` | `NotRollingOut` | False |"));
}

TEST(ReasonsPage, LinksTheRunbookOfWhatCanBeStuck) {
  EXPECT_THAT(render_reasons(), HasSubstr("| terminal | [InvalidConditionReported]"
                                          "(runbooks/InvalidConditionReported.md) |"));
}

TEST(ReasonsData, IsAListOfMaps) {
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Pretty);
  write_reasons(out);
  ASSERT_TRUE(json::parse(text)) << json::parse(text).error().detail;
  EXPECT_THAT(text, HasSubstr(R"("terminal": true)"));
  EXPECT_THAT(text, HasSubstr(R"("othersActOnIt": true)"));
}

TEST(ReasonsData, LeavesOutADialectThatDoesNotWriteTheType) {
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Compact);
  write_reasons(out);
  EXPECT_THAT(text, HasSubstr(R"({"kind":"MachineSet","proposal":{"type":"ReplicaFailure",)"
                              R"("reason":"TemplateNotFound"},"status":"True")"));
}

}  // namespace
}  // namespace telltale
