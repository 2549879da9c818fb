// SPDX-License-Identifier: Apache-2.0
#include "remote/object_quota.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::remote {
namespace {

std::string node(std::string_view name, std::string_view more = {}) {
  return format(R"({{"metadata":{{"name":"{}"}}{}}})", name, more);
}

TEST(ObjectQuota, CountsEachObjectOnceAndAsItIsNow) {
  ObjectQuota quota({.objects = 2, .bytes = 1000});
  quota.begin_list("Node");
  EXPECT_TRUE(quota.take("Node", node("a")));
  EXPECT_TRUE(quota.take("Node", node("a", R"(,"spec":{"x":1})")));
  EXPECT_EQ(quota.objects(), 1U);
  EXPECT_EQ(quota.bytes(), node("a", R"(,"spec":{"x":1})").size());
  EXPECT_TRUE(quota.take("Node", node("b")));
  EXPECT_FALSE(quota.take("Node", node("c")));
  EXPECT_EQ(quota.trouble(), "the cluster shows more than 2 objects and was cut off");
  quota.drop("Node", node("c"));
  EXPECT_TRUE(quota.take("Node", node("a")));
  EXPECT_FALSE(quota.take("Pod", node("a")));
}

TEST(ObjectQuota, WhatAListDoesNotNameIsGone) {
  ObjectQuota quota({.objects = 2, .bytes = 1000});
  quota.begin_list("Node");
  EXPECT_TRUE(quota.take("Node", node("a")));
  EXPECT_TRUE(quota.take("Node", node("b")));
  quota.end_list("Node");
  EXPECT_EQ(quota.objects(), 2U);
  quota.begin_list("Node");
  EXPECT_TRUE(quota.take("Node", node("b")));
  quota.end_list("Node");
  EXPECT_EQ(quota.objects(), 1U);
  EXPECT_EQ(quota.bytes(), node("b").size());
  quota.drop("Node", node("z"));
  quota.end_list("Secret");
  EXPECT_EQ(quota.objects(), 1U);
}

TEST(ObjectQuota, BytesAreLimitedWhateverTheyAre) {
  ObjectQuota quota({.objects = 9, .bytes = std::size_t{1} << 20});
  EXPECT_TRUE(quota.take("Node", node("a")));
  EXPECT_FALSE(quota.take("Node", std::string(std::size_t{1} << 20, '{')));
  EXPECT_EQ(quota.trouble(), "the cluster shows objects of more than 1 MiB and was cut off");
  quota.forget();
  EXPECT_EQ(quota.objects(), 0U);
  EXPECT_TRUE(quota.take("Node", node("a")));
}

}  // namespace
}  // namespace telltale::remote
