// SPDX-License-Identifier: Apache-2.0
#include "report/status/release.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/status/ownership.h"

namespace telltale {
namespace {

using Names = std::vector<std::string>;

std::string held_object(std::string_view entries) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":)"
                R"({{"name":"m1","resourceVersion":"7","managedFields":[{}]}},"status":{{}}}})",
                entries);
}

std::string applied(std::string_view manager, const Names& types, std::string_view operation) {
  std::string items;
  for (const std::string& type : types) {
    items += format(R"(,"k:{{\"type\":\"{}\"}}":{{".":{{}},"f:status":{{}}}})", type);
  }
  return format(R"({{"manager":"{}","operation":"{}","apiVersion":"cluster.x-k8s.io/v1beta2",)"
                R"("fieldsV1":{{"f:status":{{"f:conditions":{{".":{{}}{}}}}}}}}})",
                manager, operation, items);
}

TEST(Release, TakesTheItemOutOfOurEntryAndNobodyElses) {
  const std::string document = held_object(applied("telltale", {"Paused", "Ready"}, "Apply") + "," +
                                           applied("manager", {"Ready"}, "Update"));
  const auto patch = release_patch(document, Names{"Ready"});
  ASSERT_TRUE(patch);
  EXPECT_NE(patch->find(R"("resourceVersion":"7")"), std::string::npos) << *patch;
  const Ownership left = read_ownership(*patch);
  EXPECT_EQ(left.ours, Names{"Paused"});
  EXPECT_TRUE(left.owned_elsewhere("Ready"));
}

// Who owns an empty list removes it with the next apply, whatever others put into it.
TEST(Release, NothingIsOwnedThatIsEmpty) {
  const auto patch = release_patch(held_object(applied("telltale", {"Ready"}, "Apply") + "," +
                                               applied("manager", {"Ready"}, "Update")),
                                   Names{"Ready"});
  ASSERT_TRUE(patch);
  EXPECT_EQ(patch->find("telltale"), std::string::npos) << *patch;
  const auto last =
      release_patch(held_object(applied("telltale", {"Ready"}, "Apply")), Names{"Ready"});
  EXPECT_EQ(last, R"({"metadata":{"managedFields":[{}],"resourceVersion":"7"}})");
}

TEST(Release, WhatWeDoNotOwnNeedsNoRelease) {
  EXPECT_FALSE(
      release_patch(held_object(applied("telltale", {"Ready"}, "Apply")), Names{"Paused"}));
  EXPECT_FALSE(
      release_patch(held_object(applied("telltale", {"Ready"}, "Update")), Names{"Ready"}));
  EXPECT_FALSE(release_patch(held_object(""), Names{"Ready"}));
  for (const std::string_view text : {"", "{", "[]", R"({"metadata":{"managedFields":7}})",
                                      R"({"metadata":{"managedFields":[7,{"manager":7}]}})"}) {
    EXPECT_FALSE(release_patch(text, Names{"Ready"})) << text;
  }
}

}  // namespace
}  // namespace telltale
