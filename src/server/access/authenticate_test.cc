// SPDX-License-Identifier: Apache-2.0
#include "server/access/authenticate.h"

#include <gtest/gtest.h>

#include "server/access/rbac_for_test.h"

namespace telltale::server {
namespace {

const Tokens tokens({{"good", {.name = "bob", .groups = {"devs"}}}}, "key");
const LogicalCluster one{"ns", "one", "uid"};

http::Request with_authorization(std::string value) {
  return {.method = "GET", .target = "/healthz", .headers = {{"authorization", std::move(value)}}};
}

TEST(AccessAuthenticate, KnowsABearerToken) {
  for (const char* header :
       {"Bearer good", "bearer good", "BEARER good", "  Bearer good  ", "Bearer good trailing"}) {
    const auto user = authenticate(with_authorization(header), tokens);
    ASSERT_TRUE(user) << header;
    EXPECT_EQ(user->name, "bob");
    EXPECT_EQ(user->groups, (Groups{"devs", "system:authenticated"}));
  }
}

TEST(AccessAuthenticate, RefusesAWrongTokenOnEveryPath) {
  for (const char* header : {"Bearer bad", "Bearer goo", "Bearer \xff\xfe",
                             "Basic Ym9iOmdvb2Q=", "Digest x", "good", "Bearergood"}) {
    const auto user = authenticate(with_authorization(header), tokens);
    ASSERT_FALSE(user) << header;
    EXPECT_EQ(user.error().code, 401);
    EXPECT_EQ(user.error().reason, "Unauthorized");
    EXPECT_EQ(user.error().message, "Unauthorized");
  }
}

TEST(AccessAuthenticate, TakesSilenceForNobody) {
  http::Request silent{.method = "GET", .target = "/"};
  for (const http::Request& request : {silent, with_authorization(""), with_authorization("Bearer"),
                                       with_authorization("Bearer  ")}) {
    const auto user = authenticate(request, tokens);
    ASSERT_TRUE(user);
    EXPECT_TRUE(user->anonymous());
    EXPECT_EQ(user->groups, Groups{"system:unauthenticated"});
  }
}

TEST(AccessAuthenticate, BelievesACertificateBeforeAToken) {
  http::Request request = with_authorization("Bearer bad");
  request.certificate = http::Certificate{"carol", {"ops", "sre"}};
  const auto user = authenticate(request, tokens);
  ASSERT_TRUE(user);
  EXPECT_EQ(user->name, "carol");
  EXPECT_EQ(user->groups, (Groups{"ops", "sre", "system:authenticated"}));
}

TEST(AccessAuthenticate, IgnoresACertificateOfNobody) {
  http::Request request = with_authorization("Bearer good");
  request.certificate = http::Certificate{"", {"system:masters"}};
  EXPECT_EQ(authenticate(request, tokens)->name, "bob");
}

TEST(AccessAuthenticate, KnowsTheTokenOfALogicalClusterOnlyWithinIt) {
  const http::Request request = with_authorization("Bearer " + tokens.cluster_token(one));
  const auto inside = authenticate_within(request, tokens, one);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->groups, (Groups{"system:masters", "system:authenticated"}));
  EXPECT_FALSE(authenticate(request, tokens));
  EXPECT_FALSE(authenticate_within(request, tokens, {"ns", "two", "uid"}));
}

TEST(AccessAuthenticate, KnowsNobodyElseWithinALogicalCluster) {
  EXPECT_FALSE(authenticate_within(with_authorization("Bearer good"), tokens, one));
  EXPECT_FALSE(authenticate_within({.method = "GET", .target = "/healthz"}, tokens, one));
  http::Request both = with_authorization("Bearer " + tokens.cluster_token(one));
  both.certificate = http::Certificate{"carol", {}};
  EXPECT_FALSE(authenticate_within(both, tokens, one)) << "a certificate counts before a token";
}

TEST(AccessAuthenticate, PutsEverybodyIntoOneOfTwoGroups) {
  EXPECT_EQ(with_standing({.name = "a"}).groups, Groups{"system:authenticated"});
  EXPECT_EQ(with_standing({.name = "a", .groups = {"system:authenticated"}}).groups,
            Groups{"system:authenticated"});
  EXPECT_EQ(with_standing({.name = "system:anonymous"}).groups, Groups{"system:unauthenticated"});
}

}  // namespace
}  // namespace telltale::server
