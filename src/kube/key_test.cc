// SPDX-License-Identifier: Apache-2.0
#include "kube/key.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(Key, HashesEqualKeysEqually) {
  const std::string copy = "m1";
  const Key left{"g", "Machine", "ns", "m1", {"ns", "c"}};
  const Key right{"g", "Machine", "ns", copy, {"ns", "c"}};
  EXPECT_EQ(left, right);
  EXPECT_EQ(KeyHash{}(left), KeyHash{}(right));
}

TEST(Key, HashesTellEveryPartAndItsPlace) {
  const std::set<std::size_t> hashes = {
      KeyHash{}({"a", "b", "c", "d", {"e", "f"}}),
      KeyHash{}({"b", "a", "c", "d", {"e", "f"}}),
      KeyHash{}({"a", "b", "d", "c", {"e", "f"}}),
      KeyHash{}({"a", "b", "c", "d", {"f", "e"}}),
      KeyHash{}({"a", "b", "c", "d", {}}),
      KeyHash{}({"", "b", "c", "d", {"e", "f"}}),
      KeyHash{}({"", "", "", "", {}}),
      KeyHash{}({"a", "a", "a", "a", {"a", "a"}}),
  };
  EXPECT_EQ(hashes.size(), 8U);
}

TEST(Key, ReadsAsKindAndName) {
  EXPECT_EQ(to_text(Key{"g", "Machine", "ns", "m1", {}}), "Machine ns/m1");
  EXPECT_EQ(to_text(Key{"", "Node", "", "n1", {}}), "Node n1");
}

}  // namespace
}  // namespace telltale
