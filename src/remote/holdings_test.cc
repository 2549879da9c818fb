// SPDX-License-Identifier: Apache-2.0
#include "remote/holdings.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::remote {
namespace {

std::string node(std::string_view name, std::string_view more = {}) {
  return format(R"({{"metadata":{{"name":"{}"}}{}}})", name, more);
}

TEST(Holdings, CountsEachObjectOnceAndAsItIsNow) {
  Holdings holdings({.objects = 2, .bytes = 1000});
  holdings.begin_list("Node");
  EXPECT_TRUE(holdings.take("Node", node("a")));
  EXPECT_TRUE(holdings.take("Node", node("a", R"(,"spec":{"x":1})")));
  EXPECT_EQ(holdings.objects(), 1U);
  EXPECT_EQ(holdings.bytes(), node("a", R"(,"spec":{"x":1})").size());
  EXPECT_TRUE(holdings.take("Node", node("b")));
  EXPECT_FALSE(holdings.take("Node", node("c")));
  EXPECT_EQ(holdings.trouble(), "the cluster shows more than 2 objects and was cut off");
  holdings.drop("Node", node("c"));
  EXPECT_TRUE(holdings.take("Node", node("a")));
  EXPECT_FALSE(holdings.take("Pod", node("a")));
}

TEST(Holdings, WhatAListDoesNotNameIsGone) {
  Holdings holdings({.objects = 2, .bytes = 1000});
  holdings.begin_list("Node");
  EXPECT_TRUE(holdings.take("Node", node("a")));
  EXPECT_TRUE(holdings.take("Node", node("b")));
  holdings.end_list("Node");
  EXPECT_EQ(holdings.objects(), 2U);
  holdings.begin_list("Node");
  EXPECT_TRUE(holdings.take("Node", node("b")));
  holdings.end_list("Node");
  EXPECT_EQ(holdings.objects(), 1U);
  EXPECT_EQ(holdings.bytes(), node("b").size());
  holdings.drop("Node", node("z"));
  holdings.end_list("Secret");
  EXPECT_EQ(holdings.objects(), 1U);
}

TEST(Holdings, BytesAreLimitedWhateverTheyAre) {
  Holdings holdings({.objects = 9, .bytes = std::size_t{1} << 20});
  EXPECT_TRUE(holdings.take("Node", node("a")));
  EXPECT_FALSE(holdings.take("Node", std::string(std::size_t{1} << 20, '{')));
  EXPECT_EQ(holdings.trouble(), "the cluster shows objects of more than 1 MiB and was cut off");
  holdings.forget();
  EXPECT_EQ(holdings.objects(), 0U);
  EXPECT_TRUE(holdings.take("Node", node("a")));
}

}  // namespace
}  // namespace telltale::remote
