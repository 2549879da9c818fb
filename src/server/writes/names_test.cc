// SPDX-License-Identifier: Apache-2.0
#include "server/writes/names.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

bool fine(std::string_view name, NameRule rule) { return !error_in_name(name, rule); }

TEST(Names, OfMostThingsAreSubdomains) {
  EXPECT_TRUE(fine("a.b-c.0", NameRule::Subdomain));
  EXPECT_TRUE(fine(std::string(253, 'a'), NameRule::Subdomain));
  for (const std::string_view bad : {"", ".", "a..b", "-a", "a-", "A", "a_b", "a/b", "\xc3\xa4"}) {
    EXPECT_FALSE(fine(bad, NameRule::Subdomain)) << bad;
  }
  EXPECT_FALSE(fine(std::string(254, 'a'), NameRule::Subdomain));
}

TEST(Names, OfNamespacesAreLabels) {
  EXPECT_TRUE(fine(std::string(63, 'a'), NameRule::Label));
  EXPECT_FALSE(fine(std::string(64, 'a'), NameRule::Label));
  EXPECT_FALSE(fine("a.b", NameRule::Label));
}

TEST(Names, OfRolesAreWhatCanStandInAPath) {
  EXPECT_TRUE(fine("system:node", NameRule::PathSegment));
  for (const std::string_view bad : {".", "..", "a/b", "a%b"}) {
    EXPECT_FALSE(fine(bad, NameRule::PathSegment)) << bad;
  }
}

TEST(Names, OfPrefixesMayEndWithADash) {
  EXPECT_FALSE(error_in_prefix("a-", NameRule::Subdomain));
  EXPECT_TRUE(error_in_prefix("a_", NameRule::Subdomain));
  EXPECT_TRUE(error_in_prefix("A-", NameRule::Subdomain));
}

TEST(Names, RulesFollowTheKind) {
  EXPECT_EQ(rule_for({.plural = "namespaces"}), NameRule::Label);
  EXPECT_EQ(rule_for({.group = "a.io", .plural = "namespaces"}), NameRule::Subdomain);
  EXPECT_EQ(rule_for({.group = "rbac.authorization.k8s.io", .plural = "roles"}),
            NameRule::PathSegment);
}

}  // namespace
}  // namespace telltale::server
