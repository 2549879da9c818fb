// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

using Words = std::vector<std::string_view>;

TEST(Join, PutsTheSeparatorBetweenPartsOnly) {
  EXPECT_EQ(join(Words{}, ", "), "");
  EXPECT_EQ(join(Words{"a"}, ", "), "a");
  EXPECT_EQ(join(Words{"a", "", "c"}, ", "), "a, , c");
  EXPECT_EQ(join(std::vector<std::string>{"a", "b"}, ""), "ab");
}

TEST(Split, GivesOnePartMoreThanThereAreSeparators) {
  EXPECT_EQ(split("", ','), Words{""});
  EXPECT_EQ(split("a", ','), Words{"a"});
  EXPECT_EQ(split("a,b", ','), (Words{"a", "b"}));
  EXPECT_EQ(split(",a,,", ','), (Words{"", "a", "", ""}));
}

RC_GTEST_PROP(Split, IsUndoneByJoin, (const std::string& text)) {
  RC_ASSERT(join(split(text, 'a'), "a") == text);
}

TEST(ListNames, SortsAndSaysHowManyAreLeftOut) {
  EXPECT_EQ(list_names({}), "");
  EXPECT_EQ(list_names({"m1"}), "m1");
  EXPECT_EQ(list_names({"m3", "m1", "m2"}), "m1, m2, m3");
  EXPECT_EQ(list_names({"m5", "m3", "m1", "m4", "m2"}), "m1, m2, m3, ... (2 more)");
  EXPECT_EQ(list_names({"b", "a"}, 5), "a, b");
  EXPECT_EQ(list_names({"b", "a"}, 0), "... (2 more)");
}

RC_GTEST_PROP(ListNames, DoesNotDependOnTheOrderItIsGiven, (std::vector<std::string> names)) {
  Words forward(names.begin(), names.end());
  Words backward(names.rbegin(), names.rend());
  RC_ASSERT(list_names(std::move(forward)) == list_names(std::move(backward)));
}

TEST(Plural, FollowsEnglish) {
  EXPECT_EQ(plural("Machine"), "Machines");
  EXPECT_EQ(plural("KubeadmControlPlane"), "KubeadmControlPlanes");
  EXPECT_EQ(plural("ClusterClass"), "ClusterClasses");
  EXPECT_EQ(plural("MachineHealthCheck"), "MachineHealthChecks");
  EXPECT_EQ(plural("NetworkPolicy"), "NetworkPolicies");
  EXPECT_EQ(plural("key"), "keys");
  EXPECT_EQ(plural("patch"), "patches");
  EXPECT_EQ(plural("box"), "boxes");
  EXPECT_EQ(plural("y"), "ys");
  EXPECT_EQ(plural(""), "");
}

TEST(Counted, UsesTheSingularForOneOnly) {
  EXPECT_EQ(counted(0, "Machine"), "0 Machines");
  EXPECT_EQ(counted(1, "Machine"), "1 Machine");
  EXPECT_EQ(counted(3, "Machine"), "3 Machines");
}

}  // namespace
}  // namespace telltale
