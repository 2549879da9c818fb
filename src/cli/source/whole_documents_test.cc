// SPDX-License-Identifier: Apache-2.0
#include "cli/source/whole_documents.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "cli/test_world.h"
#include "json/print.h"

namespace telltale::cli {
namespace {

struct Read {
  std::vector<std::string> documents;  // "line json"
  std::vector<std::string> errors;     // "line message"
};

Read read(const std::string& path) {
  Read all;
  const std::vector<std::string> paths{path};
  const dump::Options options;
  const Result<void> done = read_whole_documents(
      paths, options,
      [&](const WholeDocument& one) {
        all.documents.push_back(format("{} {}", one.line, json::print(one.value)));
      },
      [&](const dump::InputError& one) {
        all.errors.push_back(format("{} {}", one.line, one.message));
      });
  if (!done) all.errors.push_back(done.error().detail);
  return all;
}

TEST(WholeDocuments, ComeInOrderWithEveryField) {
  const TempFolder folder;
  const Read all =
      read(folder.write("a.yaml",
                        "apiVersion: v1\nkind: A\nmetadata: {name: a}\nstatus: {x: 1}\n"
                        "---\napiVersion: v1\nkind: B\nconditions: [1]\n"));
  EXPECT_EQ(all.documents,
            (std::vector<std::string>{
                R"(1 {"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"status":{"x":1}})",
                R"(6 {"apiVersion":"v1","conditions":[1],"kind":"B"})"}));
  EXPECT_TRUE(all.errors.empty());
}

TEST(WholeDocuments, AreTheItemsOfLists) {
  const TempFolder folder;
  const Read all = read(folder.write("a.json", R"({"apiVersion": "x/v1", "kind": "MachineList",
"items": [{"metadata": {"name": "a"}},
{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "B"}]}]})"));
  ASSERT_EQ(all.documents.size(), 2U);
  EXPECT_TRUE(all.documents[0].ends_with(
      R"({"apiVersion":"x/v1","kind":"Machine","metadata":{"name":"a"}})"))
      << all.documents[0];
  EXPECT_TRUE(all.documents[1].ends_with(R"({"apiVersion":"v1","kind":"B"})"));
}

TEST(WholeDocuments, AreTheLinesOfAStream) {
  const TempFolder folder;
  const Read all = read(folder.write(
      "a.json",
      "{\"apiVersion\": \"v1\", \"kind\": \"A\"}\n{\"apiVersion\": \"v1\", \"kind\": \"B\"}\n"));
  EXPECT_EQ(all.documents, (std::vector<std::string>{R"(1 {"apiVersion":"v1","kind":"A"})",
                                                     R"(2 {"apiVersion":"v1","kind":"B"})"}));
}

TEST(WholeDocuments, ThatAreBrokenCostNothingButThemselves) {
  const TempFolder folder;
  const Read all = read(folder.write(
      "a.yaml",
      "apiVersion: v1\nkind: A\n---\nkind: [\n---\njust text\n---\napiVersion: v1\nkind: B\n"));
  EXPECT_EQ(all.documents.size(), 2U);
  ASSERT_EQ(all.errors.size(), 2U);
  EXPECT_TRUE(all.errors[1].starts_with("6 expected an object")) << all.errors[1];
  EXPECT_EQ(read("/nowhere/at/all").errors.size(), 1U);
}

}  // namespace
}  // namespace telltale::cli
