// SPDX-License-Identifier: Apache-2.0
#include "demo/karpenter.h"

#include <gtest/gtest.h>

#include "demo/actor_context_for_test.h"
#include "json/print.h"

namespace telltale::demo {
namespace {

TEST(DemoKarpenter, RefusesClaimsInTheWordsOfTheCloud) {
  const std::string refused =
      json::print(claim_write("general-a", ClaimLife::Refused, new_year).document);
  EXPECT_TRUE(refused.contains("InsufficientInstanceCapacity"));
  EXPECT_FALSE(refused.contains("providerID"));
  const std::string served =
      json::print(claim_write("general-a", ClaimLife::Registered, new_year).document);
  EXPECT_TRUE(served.contains("providerID"));
  EXPECT_FALSE(served.contains("Unknown"));
}

}  // namespace
}  // namespace telltale::demo
