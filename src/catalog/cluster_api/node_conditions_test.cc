// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/node_conditions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

TEST(NodeConditions, AreTheFourOfUpstreamAndNetworkUnavailableInTheProposal) {
  EXPECT_EQ(to_text(upstream_node_conditions()), "Ready,MemoryPressure,DiskPressure,PIDPressure");
  EXPECT_EQ(to_text(proposed_node_conditions()),
            "Ready,MemoryPressure,DiskPressure,PIDPressure,NetworkUnavailable");
  EXPECT_FALSE(proposed_node_conditions().back().expected);
}

TEST(NodeConditions, AreReadWithTheirPolarity) {
  const auto read = parse_node_conditions("Ready, KernelDeadlock ,Certified=True,Ready2=False");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 4U);
  EXPECT_EQ((*read)[0], upstream_node_conditions()[0]);
  EXPECT_EQ((*read)[1], (NodeCondition{.type = "KernelDeadlock"}));
  EXPECT_EQ((*read)[2], (NodeCondition{.type = "Certified", .polarity = Polarity::Positive}));
  EXPECT_EQ((*read)[3], (NodeCondition{.type = "Ready2"}));
  EXPECT_EQ(parse_node_conditions(to_text(*read)), *read);
}

TEST(NodeConditions, AreRefusedWhenNobodyCouldMeanThem) {
  for (const std::string_view text :
       {"", ",", "Ready,", "Ready,Ready", "A b", "A=Unknown", "A=", "=True", "A=True=False"}) {
    EXPECT_FALSE(parse_node_conditions(text)) << text;
  }
  std::string many = "C";
  for (int i = 0; i < 32; ++i) many += format(",C{}", i);
  EXPECT_FALSE(parse_node_conditions(many));
}

RC_GTEST_PROP(NodeConditions, AnyTextIsReadOrRefused, (const std::string& text)) {
  const auto read = parse_node_conditions(text);
  if (!read) return;
  const auto again = parse_node_conditions(to_text(*read));
  RC_ASSERT(again.has_value());
  RC_ASSERT((*again == *read));
}

}  // namespace
}  // namespace telltale
