// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/tables.h"

#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

TEST(AllTables, HaveAPageEachAndThereAreNoOthers) {
  std::set<std::string> expected;
  for (const TablePage& page : all_tables()) {
    const bool first = expected.insert(format("{}.{}.md", page.kind, page.condition)).second;
    EXPECT_TRUE(first) << page.kind << " has two tables for " << page.condition;
  }
  std::set<std::string> found;
  const std::filesystem::path folder = std::filesystem::path(TELLTALE_SOURCE_DIR) / "docs/tables";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename() != "README.md") found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, expected);
}

TEST(AllTables, DecideTheRootConditionOfEveryJudgedKind) {
  for (const Kind* kind : judged_kinds()) {
    bool decided = false;
    for (const TablePage& page : all_tables()) {
      decided = decided || (page.kind == kind->kind && page.condition == kind->root_condition);
    }
    EXPECT_TRUE(decided) << kind->kind << " " << kind->root_condition;
  }
}

TEST(AllTables, GuardsOfOneNameSayTheSameWithinAKind) {
  std::set<std::string> names;
  std::set<std::string> names_and_texts;
  for (const TablePage& page : all_tables()) {
    for (const RowText& row : page.rows) {
      for (const GuardText& guard : row.guards) {
        EXPECT_FALSE(guard.text.empty()) << guard.name;
        EXPECT_FALSE(guard.says.empty()) << guard.name;
        names.insert(format("{}.{}", page.kind, guard.name));
        names_and_texts.insert(format("{}.{}: {}", page.kind, guard.name, guard.text));
      }
    }
  }
  EXPECT_EQ(names.size(), names_and_texts.size());
}

}  // namespace
}  // namespace telltale
