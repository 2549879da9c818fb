// SPDX-License-Identifier: Apache-2.0
#include "json/tree/selection.h"

#include <string>

#include <gtest/gtest.h>

namespace telltale::json {
namespace {

const Selection::Node* descend(const Selection& selection,
                               std::span<const std::string_view> names) {
  const Selection::Node* node = selection.root();
  for (const std::string_view name : names) {
    if (!node || node->whole) return node;
    node = name == "*" ? selection.items(*node) : selection.child(*node, name);
  }
  return node;
}

bool keeps(const Selection& selection, std::initializer_list<std::string_view> names) {
  const auto* node = descend(selection, {names.begin(), names.size()});
  return node && node->whole;
}

TEST(Selection, WithoutPathsKeepsEverything) { EXPECT_TRUE(Selection().root()->whole); }

TEST(Selection, KeepsWholeSubtreesOfItsPaths) {
  const Selection selection({"spec.template.spec", "status"});
  EXPECT_TRUE(keeps(selection, {"status"}));
  EXPECT_TRUE(keeps(selection, {"status", "conditions"}));
  EXPECT_TRUE(keeps(selection, {"spec", "template", "spec", "version"}));
  EXPECT_FALSE(keeps(selection, {"spec", "template", "metadata"}));
  EXPECT_FALSE(keeps(selection, {"spec", "template"}));
  EXPECT_FALSE(keeps(selection, {"metadata"}));
}

TEST(Selection, StepsThroughListsAtAStar) {
  const Selection selection({"metadata.managedFields.*.time"});
  EXPECT_TRUE(keeps(selection, {"metadata", "managedFields", "*", "time"}));
  EXPECT_FALSE(keeps(selection, {"metadata", "managedFields", "*", "manager"}));
  EXPECT_FALSE(keeps(selection, {"metadata", "managedFields", "time"}));
}

TEST(Selection, TakesTheShorterOfNestedPathsInEitherOrder) {
  EXPECT_TRUE(keeps(Selection({"spec", "spec.version"}), {"spec", "replicas"}));
  EXPECT_TRUE(keeps(Selection({"spec.version", "spec"}), {"spec", "replicas"}));
}

TEST(Selection, TellsNamesOfEqualLengthApart) {
  const Selection selection({"kind", "spec"});
  EXPECT_TRUE(keeps(selection, {"kind"}));
  EXPECT_FALSE(keeps(selection, {"king"}));
  EXPECT_FALSE(keeps(selection, {""}));
}

TEST(Selection, KnowsNamesLongerThanItsLengthBits) {
  const std::string name(100, 'n');
  const std::string_view paths[] = {name};
  const Selection selection(paths);
  EXPECT_TRUE(keeps(selection, {name}));
  EXPECT_FALSE(keeps(selection, {std::string(99, 'n')}));
}

TEST(Selection, DropsNamesWhereverTheyStand) {
  const std::string_view paths[] = {"metadata"};
  const std::string_view dropped[] = {"copy.of/everything"};
  const Selection selection(paths, dropped);
  EXPECT_TRUE(selection.drops("copy.of/everything"));
  EXPECT_FALSE(selection.drops("copy.of/everythink"));
  EXPECT_FALSE(selection.drops("metadata"));
}

TEST(Selection, TakesANameWithDotsInBrackets) {
  const Selection selection({"metadata.labels[example.com/role]"});
  EXPECT_TRUE(keeps(selection, {"metadata", "labels", "example.com/role"}));
  EXPECT_FALSE(keeps(selection, {"metadata", "labels", "example"}));
}

TEST(SelectionDeathTest, RefusesPathsWithEmptySteps) {
  EXPECT_DEATH(Selection({"spec..version"}), "no empty step");
}

}  // namespace
}  // namespace telltale::json
