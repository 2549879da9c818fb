// SPDX-License-Identifier: Apache-2.0
#include "classify/rules.h"

#include <set>

#include <gtest/gtest.h>

namespace telltale {
namespace {

Roles roles(std::initializer_list<Role> seen) {
  Roles roles;
  for (const Role role : seen) roles.set(static_cast<std::size_t>(role));
  return roles;
}

FailureClass decided(std::initializer_list<Role> seen) {
  const Rule* rule = decide(roles(seen));
  return rule == nullptr ? FailureClass::None : rule->failure;
}

TEST(ClassifyRules, SayNothingAboutNothing) { EXPECT_EQ(decide(Roles{}), nullptr); }

TEST(ClassifyRules, CanAllDecide) {
  for (const Rule& rule : classification_rules()) {
    Roles seen = roles({rule.role});
    for (const Role role : rule.with) seen.set(static_cast<std::size_t>(role));
    EXPECT_EQ(decide(seen), &rule);
  }
}

TEST(ClassifyRules, PutRateLimitsBeforeQuotas) {
  EXPECT_EQ(decided({Role::RateLimit, Role::QuotaCode}), FailureClass::Transient);
  EXPECT_EQ(decided({Role::RatePeriod, Role::QuotaPhrase}), FailureClass::Transient);
}

TEST(ClassifyRules, PutMissingBeforeQuotaBeforeCapacityBeforeTheRest) {
  EXPECT_EQ(decided({Role::MissingCode, Role::QuotaCode}), FailureClass::MissingCloudResources);
  EXPECT_EQ(decided({Role::QuotaCode, Role::CapacityCode}), FailureClass::CloudQuotaExceeded);
  EXPECT_EQ(decided({Role::CapacityPhrase, Role::Invalid}),
            FailureClass::InsufficientCloudCapacity);
}

TEST(ClassifyRules, PutCodesBeforeSentencesBeforeWordsBeforeTheStatus) {
  EXPECT_EQ(decided({Role::CapacityCode, Role::Progress, Role::Denied}),
            FailureClass::InsufficientCloudCapacity);
  EXPECT_EQ(decided({Role::RateStatus, Role::CapacityPhrase}),
            FailureClass::InsufficientCloudCapacity);
  EXPECT_EQ(decided({Role::Status, Role::Invalid}), FailureClass::CAPIProviderFailed);
  EXPECT_EQ(decided({Role::Status, Role::FailedWord}), FailureClass::Transient);
}

TEST(ClassifyRules, PutCausesBeforeWrappers) {
  EXPECT_EQ(decided({Role::Retrying, Role::FailedWord, Role::Invalid}),
            FailureClass::CAPIProviderFailed);
  EXPECT_EQ(decided({Role::Retrying, Role::FailedWord, Role::GaveUp}), FailureClass::Transient);
  EXPECT_EQ(decided({Role::GaveUp, Role::MissingPhrase}), FailureClass::MissingCloudResources);
}

TEST(ClassifyRules, LetTheNetworkPassOnlyWhereNothingElseIsWrong) {
  EXPECT_EQ(decided({Role::Network, Role::Failed}), FailureClass::Transient);
  EXPECT_EQ(decided({Role::Network, Role::Invalid}), FailureClass::CAPIProviderFailed);
}

}  // namespace
}  // namespace telltale
