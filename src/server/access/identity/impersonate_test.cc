// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/impersonate.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "server/access/rbac/rbac_for_test.h"

namespace telltale::server {
namespace {

http::Request request_with(std::vector<http::Header> headers) {
  return {.method = "GET", .target = "/api", .headers = std::move(headers)};
}

Impersonation read(std::vector<http::Header> headers) {
  const auto wish = read_impersonation(request_with(std::move(headers)));
  return wish && *wish ? **wish : Impersonation{};
}

TEST(AccessImpersonate, IsNotMeantWithoutHeaders) {
  const auto wish = read_impersonation(request_with({{"Accept", "*/*"}}));
  ASSERT_TRUE(wish);
  EXPECT_FALSE(*wish);
}

TEST(AccessImpersonate, NeedsARightForEachPartOfTheUser) {
  const Impersonation wish = read({{"impersonate-user", "eve"},
                                   {"Impersonate-Group", "devs"},
                                   {"Impersonate-Group", "ops"},
                                   {"Impersonate-Uid", "u1"},
                                   {"Impersonate-Extra-Scopes%2fA", "x"},
                                   {"Impersonate-Extra-scopes%2fa", "y"}});
  EXPECT_EQ(wish.user.name, "eve");
  EXPECT_EQ(wish.user.uid, "u1");
  EXPECT_EQ(wish.user.groups, (Groups{"devs", "ops", "system:authenticated"}));
  ASSERT_EQ(wish.user.extra.size(), 1U);
  EXPECT_EQ(wish.user.extra[0].first, "scopes/a");
  EXPECT_EQ(wish.user.extra[0].second, (Groups{"x", "y"}));
  std::string needed;
  for (const Attributes& one : wish.needed) {
    needed +=
        format("{} {}.{}/{} {}\n", one.verb, one.resource, one.group, one.subresource, one.name);
  }
  EXPECT_EQ(needed,
            "impersonate users./ eve\n"
            "impersonate groups./ devs\n"
            "impersonate groups./ ops\n"
            "impersonate userextras.authentication.k8s.io/scopes/a x\n"
            "impersonate userextras.authentication.k8s.io/scopes/a y\n"
            "impersonate uids.authentication.k8s.io/ u1\n");
}

TEST(AccessImpersonate, GivesServiceAccountsTheirGroups) {
  const Impersonation wish = read({{"Impersonate-User", "system:serviceaccount:ns:sa"}});
  EXPECT_EQ(wish.user.groups, (Groups{"system:serviceaccounts", "system:serviceaccounts:ns",
                                      "system:authenticated"}));
  ASSERT_EQ(wish.needed.size(), 1U);
  EXPECT_EQ(wish.needed[0].resource, "serviceaccounts");
  EXPECT_EQ(wish.needed[0].namespace_name, "ns");
  EXPECT_EQ(wish.needed[0].name, "sa");
  EXPECT_EQ(read({{"Impersonate-User", "system:serviceaccount:ns"}}).needed[0].resource, "users");
}

TEST(AccessImpersonate, OfNobodyStaysUnauthenticated) {
  EXPECT_EQ(read({{"Impersonate-User", "system:anonymous"}}).user.groups,
            Groups{"system:unauthenticated"});
}

TEST(AccessImpersonate, NeedsAUserAndSaneHeaders) {
  EXPECT_EQ(read_impersonation(request_with({{"Impersonate-Group", "devs"}})).error().code, 500);
  EXPECT_EQ(read_impersonation(request_with({{"Impersonate-User", "a\xff"}})).error().code, 400);
  std::vector<http::Header> many{{"Impersonate-User", "a"}};
  for (int index = 0; index < 300; ++index) many.push_back({"Impersonate-Group", "g"});
  EXPECT_EQ(read_impersonation(request_with(std::move(many))).error().code, 400);
  EXPECT_EQ(read({{"Impersonate-User", "a"}, {"Impersonate-Extra-x%zz", "1"}}).user.extra[0].first,
            "x%zz");
}

TEST(AccessImpersonate, IsForThoseWhoMay) {
  PolicyRule as_eve{.verbs = {"impersonate"}, .api_groups = {""}, .resources = {"users"}};
  as_eve.resource_names = {"eve"};
  const std::vector<json::Value> objects{
      role_for_test("", "r", {as_eve}),
      binding_for_test("", "b", "ClusterRole", "r", {{"User", "bob"}})};
  const Policy policy(objects);
  const User bob{.name = "bob"};
  EXPECT_EQ(acting_user(request_with({}), bob, policy)->name, "bob");
  EXPECT_EQ(acting_user(request_with({{"Impersonate-User", "eve"}}), bob, policy)->name, "eve");
  const auto refused = acting_user(request_with({{"Impersonate-User", "root"}}), bob, policy);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "users \"root\" is forbidden: User \"bob\" cannot impersonate resource \"users\" in "
            "API group \"\" at the cluster scope");
  const auto grouped = acting_user(
      request_with({{"Impersonate-User", "eve"}, {"Impersonate-Group", "system:masters"}}), bob,
      policy);
  ASSERT_FALSE(grouped);
  EXPECT_EQ(grouped.error().code, 403);
}

}  // namespace
}  // namespace telltale::server
