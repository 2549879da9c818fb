// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/grouped_reason.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::clusterdeployment {
namespace {

using enum Status;

constexpr Status statuses[] = {True, False, Unknown};

// Our words, and one that is nobody's here.
std::vector<std::string_view> all_reasons() {
  std::vector<std::string_view> reasons = {"HostsPending"};
  for (const OwnReason& own : own_reasons) reasons.push_back(own.reason);
  return reasons;
}

// What the ClusterInstall may say beside it: nothing, the same, or something else.
std::vector<std::optional<Condition>> all_installs(std::string_view reason) {
  std::vector<std::optional<Condition>> installs = {std::nullopt};
  for (const Status said : statuses) {
    installs.emplace_back(Condition{.type = "RequirementsMet", .status = said, .reason = reason});
    installs.emplace_back(Condition{.type = "RequirementsMet", .status = said, .reason = "Else"});
  }
  return installs;
}

// The rule in other words: which reasons of which condition are ours to clear.
bool is_in_closed_set(const Condition& condition) {
  static const std::set<std::string_view> requirements = {"DNSNotReady",
                                                          "AuthenticationFailure",
                                                          "ClusterImageSetNotFound",
                                                          "InstallerImageResolutionFailed",
                                                          "InstallConfigRefNotSet",
                                                          "InstallConfigValidationFailed",
                                                          "CustomizationRefNotAvailable"};
  if (condition.type == "RequirementsMet") {
    return condition.status == False && requirements.contains(condition.reason);
  }
  return condition.status == True && condition.reason == "InstallLaunchError";
}

template <class Visit>
void every_case(Visit visit) {
  for (const std::string_view type : {"RequirementsMet", "ProvisionFailed"}) {
    for (const Status status : statuses) {
      for (const std::string_view reason : all_reasons()) {
        for (const auto& install : all_installs(reason)) {
          const Condition stands{.type = type, .status = status, .reason = reason};
          visit(stands, install ? &*install : nullptr);
        }
      }
    }
  }
}

std::string describe(const Condition& stands, const Condition* install) {
  return format(
      "{}={}/{} beside {}", stands.type, to_text(stands.status), stands.reason,
      install == nullptr ? "nothing" : format("{}/{}", to_text(install->status), install->reason));
}

TEST(GroupedReason, BelongsToTheInstallWhileItSaysTheSame) {
  every_case([](const Condition& stands, const Condition* install) {
    const bool same =
        install != nullptr && install->status == stands.status && install->reason == stands.reason;
    const bool problem = stands.status == (stands.type == "RequirementsMet" ? False : True);
    Owner expected = Owner::Nobody;
    if (problem) expected = is_in_closed_set(stands) ? Owner::Deployment : Owner::Other;
    if (problem && same) expected = Owner::Install;
    EXPECT_EQ(owner_of(&stands, install), expected) << describe(stands, install);
  });
  EXPECT_EQ(owner_of(nullptr, nullptr), Owner::Nobody);
}

TEST(GroupedReason, IsClearedByItsOwnerOnly) {
  int cleared = 0;
  every_case([&](const Condition& stands, const Condition* install) {
    for (const std::string_view reason : all_reasons()) {
      const auto after = clear_if_ours(&stands, reason, install);
      const bool ours = owner_of(&stands, install) == Owner::Deployment;
      EXPECT_EQ(after.has_value(), ours && stands.reason == reason) << describe(stands, install);
      if (!after) continue;
      ++cleared;
      EXPECT_EQ(after->status, Unknown);
      EXPECT_EQ(after->type, stands.type);
      EXPECT_NE(after->reason, stands.reason);
      EXPECT_FALSE(after->message.empty());
    }
  });
  EXPECT_EQ(cleared, 8 * 6);  // Eight reasons, beside all but the one install that says the same.
  EXPECT_FALSE(clear_if_ours(nullptr, "DNSNotReady", nullptr));
}

TEST(GroupedReason, KeepsHivesWordForTheImageSetAndResolvesTheOthers) {
  for (const OwnReason& own : own_reasons) {
    const Condition stands{.type = own.condition, .status = own.problem, .reason = own.reason};
    const auto after = clear_if_ours(&stands, own.reason, nullptr);
    ASSERT_TRUE(after) << own.reason;
    const std::string expected = own.reason == "ClusterImageSetNotFound"
                                     ? "ClusterImageSetFound"
                                     : format("{}Resolved", own.reason);
    EXPECT_EQ(after->reason, expected);
  }
}

TEST(GroupedReason, OfOneConditionIsNotClearedOnTheOther) {
  const Condition failed{
      .type = "ProvisionFailed", .status = True, .reason = "AuthenticationFailure"};
  const Condition unmet{.type = "RequirementsMet", .status = False, .reason = "InstallLaunchError"};
  EXPECT_FALSE(clear_if_ours(&failed, "AuthenticationFailure", nullptr));
  EXPECT_FALSE(clear_if_ours(&unmet, "InstallLaunchError", nullptr));
}

}  // namespace
}  // namespace telltale::clusterdeployment
