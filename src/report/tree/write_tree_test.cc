// SPDX-License-Identifier: Apache-2.0
#include "report/tree/write_tree.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "report/tree/tree_for_test.h"

namespace telltale {
namespace {

std::string written_tree(TestTree& test, ReportLayout layout) {
  const std::vector<TreeNode> forest = test.forest();
  std::string text;
  write_tree({.now = test.now, .roots = forest, .judged = test.judged()}, layout,
             [&](std::string_view chunk) { text += chunk; });
  return text;
}

TestTree two_machines() {
  TestTree test;
  test.add("Cluster", "c1");
  test.add("MachineSet", "ms-0");
  test.add_machine("m1", "MachineSet/ms-0");
  test.add_machine("m2", "MachineSet/ms-0");
  return test;
}

TEST(WriteTree, WritesTheTreeAsDataWithEveryMemberByName) {
  TestTree test = two_machines();
  const std::string text = written_tree(test, ReportLayout::Lines);
  EXPECT_TRUE(text.starts_with(R"({"apiVersion":"telltale.dev/v1alpha1","kind":"Tree",)"
                               R"("now":"2026-01-01T12:00:00Z","items":[{"role":"Object",)"
                               R"("apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster",)"
                               R"("namespace":"default","name":"c1",)"))
      << text;
  EXPECT_NE(text.find(R"("name":"m1")"), std::string::npos);
  EXPECT_NE(text.find(R"("name":"m2")"), std::string::npos);
  EXPECT_NE(text.find(R"("group":{"first":"m1","size":2})"), std::string::npos);
  EXPECT_NE(text.find(R"("role":"Workers")"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\"errors\":[]}\n"));
}

TEST(WriteTree, WritesWhatIsMissingAsSuch) {
  TestTree test;
  test.add_machine("m1", "MachineSet/gone");
  const std::string text = written_tree(test, ReportLayout::Lines);
  EXPECT_NE(text.find(R"("kind":"MachineSet","namespace":"default","name":"gone",)"
                      R"("state":"NotCollected")"),
            std::string::npos)
      << text;
}

TEST(WriteTree, HandsOnTheSameBytesInChunks) {
  TestTree test = two_machines();
  for (int i = 0; i < 500; ++i) test.add_machine(format("x{:03}", i), "MachineSet/ms-0");
  const std::vector<TreeNode> forest = test.forest();
  std::size_t chunks = 0;
  std::string text;
  write_tree({.now = test.now, .roots = forest, .judged = test.judged()}, ReportLayout::Lines,
             [&](std::string_view chunk) {
               ++chunks;
               text += chunk;
             });
  EXPECT_GT(chunks, 1);
  EXPECT_TRUE(json::parse(text).has_value());
}

TEST(WriteTree, SpeaksYamlToo) {
  TestTree test = two_machines();
  const std::string text = written_tree(test, ReportLayout::Yaml);
  EXPECT_TRUE(text.starts_with("apiVersion: telltale.dev/v1alpha1\nkind: Tree\n")) << text;
}

}  // namespace
}  // namespace telltale
