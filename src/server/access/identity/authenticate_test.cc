// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/authenticate.h"

#include <gtest/gtest.h>

#include "server/access/identity/trust_for_test.h"
#include "server/access/rbac/rbac_for_test.h"

namespace telltale::server {
namespace {

const ManualClock clock_of_trust{*parse_rfc3339("2026-01-01T00:00:00Z")};
const Trust trust = trust_for_test(
    {.tokens = Tokens({{"good", {.name = "bob", .groups = {"devs"}}}}, "key"),
     .authorities = {{.digest = "ca"}, {.digest = "ended", .ends = clock_of_trust.now()}},
     .people = {{"carol-of-ours",
                 {{.serial = "01"}, {.serial = "02", .ends = clock_of_trust.now()}}}}},
    clock_of_trust);
const LogicalCluster one{"ns", "one", "uid"};

http::Request with_authorization(std::string value) {
  return {.method = "GET", .target = "/healthz", .headers = {{"authorization", std::move(value)}}};
}

TEST(AccessAuthenticate, KnowsABearerToken) {
  for (const char* header :
       {"Bearer good", "bearer good", "BEARER good", "  Bearer good  ", "Bearer good trailing"}) {
    const auto user = authenticate(with_authorization(header), trust);
    ASSERT_TRUE(user) << header;
    EXPECT_EQ(user->name, "bob");
    EXPECT_EQ(user->groups, (Groups{"devs", "system:authenticated"}));
  }
}

TEST(AccessAuthenticate, RefusesAWrongTokenOnEveryPath) {
  for (const char* header : {"Bearer bad", "Bearer goo", "Bearer \xff\xfe",
                             "Basic Ym9iOmdvb2Q=", "Digest x", "good", "Bearergood"}) {
    const auto user = authenticate(with_authorization(header), trust);
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
    const auto user = authenticate(request, trust);
    ASSERT_TRUE(user);
    EXPECT_TRUE(user->anonymous());
    EXPECT_EQ(user->groups, Groups{"system:unauthenticated"});
  }
}

TEST(AccessAuthenticate, BelievesACertificateBeforeAToken) {
  http::Request request = with_authorization("Bearer bad");
  request.certificate =
      http::Certificate{.common_name = "carol", .organizations = {"ops", "sre"}, .authority = "ca"};
  const auto user = authenticate(request, trust);
  ASSERT_TRUE(user);
  EXPECT_EQ(user->name, "carol");
  EXPECT_EQ(user->groups, (Groups{"ops", "sre", "system:authenticated"}));
}

TEST(AccessAuthenticate, IgnoresACertificateOfNobody) {
  http::Request request = with_authorization("Bearer good");
  request.certificate = http::Certificate{"", {"system:masters"}};
  EXPECT_EQ(authenticate(request, trust)->name, "bob");
}

TEST(AccessAuthenticate, KnowsTheTokenOfALogicalClusterOnlyWithinIt) {
  const http::Request request =
      with_authorization("Bearer " + trust.believed()->tokens.cluster_token(one));
  const auto inside = authenticate_within(request, trust, one);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->groups, (Groups{"system:masters", "system:authenticated"}));
  EXPECT_FALSE(authenticate(request, trust));
  EXPECT_FALSE(authenticate_within(request, trust, {"ns", "two", "uid"}));
}

TEST(AccessAuthenticate, KnowsNobodyElseWithinALogicalCluster) {
  EXPECT_FALSE(authenticate_within(with_authorization("Bearer good"), trust, one));
  EXPECT_FALSE(authenticate_within({.method = "GET", .target = "/healthz"}, trust, one));
  http::Request both = with_authorization("Bearer " + trust.believed()->tokens.cluster_token(one));
  both.certificate =
      http::Certificate{.common_name = "carol", .organizations = {}, .authority = "ca"};
  EXPECT_FALSE(authenticate_within(both, trust, one)) << "a certificate counts before a token";
}

TEST(AccessAuthenticate, PutsEverybodyIntoOneOfTwoGroups) {
  EXPECT_EQ(with_standing({.name = "a"}).groups, Groups{"system:authenticated"});
  EXPECT_EQ(with_standing({.name = "a", .groups = {"system:authenticated"}}).groups,
            Groups{"system:authenticated"});
  EXPECT_EQ(with_standing({.name = "system:anonymous"}).groups, Groups{"system:unauthenticated"});
}

TEST(AccessAuthenticate, RefusesACertificateThatWasTakenBackOnEveryPath) {
  const http::Certificate good{
      .common_name = "carol-of-ours", .organizations = {}, .serial = "01", .authority = "ca"};
  http::Request request{.method = "GET", .target = "/healthz"};
  request.certificate = good;
  EXPECT_EQ(authenticate(request, trust)->name, "carol-of-ours");

  http::Certificate bad = good;
  bad.serial = "02";  // believed until now
  EXPECT_FALSE(trust.believes(bad));
  bad.serial = "03";  // never given out by us
  EXPECT_FALSE(trust.believes(bad));
  bad = good;
  bad.authority = "ended";
  EXPECT_FALSE(trust.believes(bad));
  bad.authority = "";
  EXPECT_FALSE(trust.believes(bad));
  bad = good;
  bad.not_after = clock_of_trust.now();
  EXPECT_FALSE(trust.believes(bad));
  request.certificate = bad;
  EXPECT_EQ(authenticate(request, trust).error().code, 401);
  request.headers.push_back({"Authorization", "Bearer good"});
  EXPECT_EQ(authenticate(request, trust)->name, "bob");
}

TEST(AccessAuthenticate, KnowsWhetherWhoeverAskedIsStillBelieved) {
  ManualClock clock{clock_of_trust.now()};
  const Instant end = clock.now() + Seconds(10);
  const Trust ending =
      trust_for_test({.tokens = Tokens({{.token = "t", .user = {.name = "a"}, .ends = end}}, "key"),
                      .authorities = {{.digest = "ca", .ends = end}}},
                     clock);
  http::Request certified{.method = "GET", .target = "/"};
  certified.certificate =
      http::Certificate{.common_name = "carol", .organizations = {}, .authority = "ca"};
  const auto token = standing_of(with_authorization("Bearer t"), ending);
  const auto certificate = standing_of(certified, ending);
  const auto nobody = standing_of({.method = "GET", .target = "/"}, ending);
  EXPECT_TRUE(token() && certificate() && nobody());
  clock.advance(Seconds(10));
  EXPECT_FALSE(token());
  EXPECT_FALSE(certificate());
  EXPECT_TRUE(nobody());
}

}  // namespace
}  // namespace telltale::server
