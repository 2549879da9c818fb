// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/tokens.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

const Tokens three_tokens(
    {{"secret-a", {.name = "a"}}, {"secret-b", {.name = "b"}}, {"", {.name = "c"}}}, "key");
const LogicalCluster cluster_one{"ns", "one", "uid-1"};

TEST(AccessTokens, AreFoundOnlyAsAWhole) {
  EXPECT_EQ(three_tokens.find("secret-a", Instant())->name, "a");
  EXPECT_EQ(three_tokens.find("secret-b", Instant())->name, "b");
  for (const char* wrong : {"", "secret", "secret-", "secret-c", "secret-ab", "SECRET-A"}) {
    EXPECT_FALSE(three_tokens.find(wrong, Instant())) << wrong;
  }
}

TEST(AccessTokens, OfALogicalClusterAreGoodThereOnly) {
  const std::string token = three_tokens.cluster_token(cluster_one);
  const auto user = three_tokens.find(token, cluster_one);
  ASSERT_TRUE(user);
  EXPECT_EQ(user->name, "system:logical-cluster:ns/one");
  EXPECT_EQ(user->groups, std::vector<std::string>{"system:masters"});
  EXPECT_FALSE(three_tokens.find(token, Instant()));
  EXPECT_FALSE(three_tokens.find(token, {"ns", "two", "uid-1"}));
  EXPECT_FALSE(three_tokens.find(token, {"ns", "one", "uid-2"}));
  EXPECT_FALSE(three_tokens.find("secret-a", cluster_one));
}

TEST(AccessTokens, OfALogicalClusterDependOnTheSecretAlone) {
  EXPECT_EQ(Tokens({}, "key").cluster_token(cluster_one), three_tokens.cluster_token(cluster_one));
  EXPECT_NE(Tokens({}, "other").cluster_token(cluster_one),
            three_tokens.cluster_token(cluster_one));
}

TEST(AccessTokens, EndAtTheirTime) {
  const Instant end = *parse_rfc3339("2026-01-02T00:00:00Z");
  const Tokens ending({{.token = "t", .user = {.name = "a"}, .ends = end}}, "key");
  EXPECT_TRUE(ending.find("t", end - Seconds(1)));
  EXPECT_FALSE(ending.find("t", end));
}

}  // namespace
}  // namespace telltale::server
