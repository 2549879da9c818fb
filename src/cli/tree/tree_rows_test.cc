// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_rows.h"

#include <gtest/gtest.h>

#include "report/tree/tree_for_test.h"

namespace telltale::cli {
namespace {

std::string outline(const std::vector<TreeRow>& rows) {
  std::string text;
  for (const TreeRow& row : rows) {
    text += row.stem;
    if (row.sort == TreeRow::Sort::Across) text += row.condition.text;
    text += row.kind;
    for (const std::string& name : row.names) text += format(" {}", name);
    text += '\n';
  }
  return text;
}

TestTree small_tree() {
  TestTree test;
  test.now = *parse_rfc3339("2026-01-01T12:00:00Z");
  test.add("MachineSet", "ms-0");
  test.add_machine("m1", "MachineSet/ms-0", "n1");
  test.add_machine("m2", "MachineSet/ms-0", "n2");
  test.add_node("n1", "False");
  test.add_node("n2", "False");
  return test;
}

std::vector<TreeRow> rows_for(TestTree& test, const TreeOptions& options) {
  const TreeNode tree = test.tree("MachineSet", "ms-0");
  return rows_of(tree, {.options = options, .judged = test.judged(), .now = test.now});
}

// The sentences about causes are told by other tests.
std::string objects_only(std::vector<TreeRow> rows) {
  std::erase_if(rows, [](const TreeRow& row) { return row.sort == TreeRow::Sort::Across; });
  return outline(rows);
}

TEST(TreeRows, DrawTheLinesOfTheTree) {
  TestTree test = small_tree();
  EXPECT_EQ(
      objects_only(rows_for(test, {.merge = Grouping::Merge::Nothing})),
      "MachineSet default/ms-0\n├─ Machine m1\n│  └─ Node n1\n└─ Machine m2\n   └─ Node n2\n");
}

TEST(TreeRows, PutTroubledChildrenOfAGroupTogetherToo) {
  TestTree test = small_tree();
  EXPECT_EQ(objects_only(rows_for(test, {})),
            "MachineSet default/ms-0\n└─ 2 Machines m1 m2\n   └─ 2 Nodes n1 n2\n");
}

TEST(TreeRows, PutConditionsBetweenAnObjectAndItsChildren) {
  TestTree test = small_tree();
  const TreeOptions options{.conditions = {.items = {{.kind = "node"}}}};
  EXPECT_EQ(objects_only(rows_for(test, options)),
            "MachineSet default/ms-0\n└─ 2 Machines m1 m2\n   └─ 2 Nodes n1 n2\n         Ready\n");
}

TEST(TreeRows, SayCausesRightBelowTheRoot) {
  TestTree test = small_tree();
  const std::vector<TreeRow> rows = rows_for(test, {});
  ASSERT_GT(rows.size(), 1);
  EXPECT_EQ(rows[1].sort, TreeRow::Sort::Across);
  EXPECT_TRUE(rows[1].condition.text.ends_with("because"));
  EXPECT_TRUE(rows[1].message.contains("2 Machines default/m1, m2: ")) << rows[1].message;
}

TEST(TreeRows, SayWhatIsMissingAndWhy) {
  TestTree test;
  test.add("MachineSet", "ms-0");
  test.add_machine("m1", "MachineSet/ms-0", "gone");
  const TreeOptions dump{.read = {.paths = {"dump"}}};
  const std::vector<TreeRow> rows = rows_for(test, dump);
  EXPECT_EQ(rows.back().condition.text, "? not collected");
  EXPECT_EQ(rows.back().message, "the dump holds no Node of this Cluster");
  EXPECT_EQ(rows_for(test, {}).back().message,
            "Nodes of this Cluster are not read by this command");
  test.add_node("other");
  // The cross is for what is Stuck.
  EXPECT_EQ(rows_for(test, dump).back().condition.text, "~ absent");
  EXPECT_EQ(rows_for(test, {}).back().message, "the server has no such Node");
}

TEST(TreeRows, StopWhereTheyAreToldTo) {
  TestTree test = small_tree();
  EXPECT_EQ(objects_only(rows_for(test, {.depth = 0})), "MachineSet default/ms-0\n");
}

TEST(TreeGlyphs, AreAsciiWhereTheTerminalKnowsNothingElse) {
  EXPECT_EQ(glyphs_for({.unicode = false}).branch, "|- ");
  EXPECT_EQ(glyphs_for({}).branch, "├─ ");
}

}  // namespace
}  // namespace telltale::cli
