// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/retiring.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "catalog/clusterdeployment/mapping.h"
#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string probed(std::string_view type, std::string_view status, std::string_view reason,
                   std::string_view since, std::string_view probe) {
  std::string text = told(type, status, reason, "said", since);
  text.pop_back();
  return format(R"({},"lastProbeTime":"2026-01-01T{}Z"}})", text, probe);
}

SmallDeployment retiring() {
  SmallDeployment cd;
  cd.settings.provisioning.conditions = HiveConditions::New;
  return cd;
}

std::vector<std::string> remembered(const Judged& judged) {
  std::vector<std::string> types;
  if (judged.memory == nullptr) return types;
  for (const Condition& one : judged.memory->retired) types.emplace_back(one.type);
  return types;
}

// As a driver leaves the deployment behind: the Memory stored, and the list written.
enum class Reached : std::uint8_t { Memory, Status };
void write(SmallDeployment& cd, Reached reached = Reached::Status) {
  const Judged& judged = cd.judged();
  std::string memory;
  if (judged.memory != nullptr) memory = memory_document(*judged.object, *judged.memory);
  std::vector<std::string> list;
  for (const Condition& one : judged.conditions) {
    list.push_back(told(one.type, to_text(one.status), one.reason, one.message,
                        format_rfc3339(one.last_transition).substr(11, 8)));
  }
  std::erase_if(cd.others,
                [](const std::string& text) { return text.contains(R"("kind":"Memory")"); });
  if (!memory.empty()) cd.others.push_back(memory);
  if (reached == Reached::Status) cd.conditions = list;
}

TEST(Retiring, TakesOffWhatNobodyWroteForTenMinutes) {
  SmallDeployment cd = retiring();
  cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError", "denied", "09:00:00"),
                   told("Unreachable", "False", "Reachable", "", "09:00:00")};
  EXPECT_EQ(cd.said("AuthenticationFailure"), "absent");
  EXPECT_EQ(cd.said("Unreachable"), "False/Reachable");
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");
  EXPECT_THAT(remembered(cd.judged()), ElementsAre("AuthenticationFailure"));
  EXPECT_TRUE(cd.judged().memory_changed);
}

TEST(Retiring, WaitsTenMinutesSinceTheLastWriteAndWakesThen) {
  SmallDeployment cd = retiring();
  cd.conditions = {probed("AuthenticationFailure", "True", "Told", "08:30:00", "09:55:00")};
  EXPECT_EQ(cd.said("AuthenticationFailure"), "True/Told");
  EXPECT_EQ(cd.wake(), "10:05:00");
  EXPECT_THAT(remembered(cd.judged()), IsEmpty());
  cd.now = at("10:05:00");
  EXPECT_EQ(cd.said("AuthenticationFailure"), "absent");
}

TEST(Retiring, LeavesEverythingWhereOnlyBothIsAskedFor) {
  SmallDeployment cd;
  cd.conditions = {told("AuthenticationFailure", "True")};
  EXPECT_EQ(cd.said("AuthenticationFailure"), "True/Told");
  EXPECT_EQ(cd.judged().memory, nullptr);
}

TEST(Retiring, LeavesAPausedDeploymentAlone) {
  SmallDeployment cd = retiring();
  cd.metadata += R"(,"annotations":{"hive.openshift.io/reconcile-pause":"true"})";
  cd.conditions = {told("AuthenticationFailure", "True")};
  EXPECT_EQ(cd.said("AuthenticationFailure"), "True/Told");
}

TEST(Retiring, BelievesWhoeverWritesItAgain) {
  SmallDeployment cd = retiring();
  cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError", "denied")};
  write(cd);
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");
  EXPECT_FALSE(cd.judged().changed);
  cd.conditions.push_back(told("AuthenticationFailure", "False", "Passed", "", "09:59:00"));
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/AuthenticationFailureResolved");
  EXPECT_THAT(remembered(cd.judged()), IsEmpty());
  EXPECT_EQ(cd.wake(), "10:09:00");
}

TEST(Retiring, ForgetsTheOldWordForGoodOnceSomebodyWroteANewOne) {
  SmallDeployment cd = retiring();
  cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError", "denied")};
  write(cd);
  cd.conditions.push_back(told("AuthenticationFailure", "False", "Passed", "", "09:59:00"));
  write(cd);
  std::erase_if(cd.conditions, [](const std::string& text) {
    return text.contains(R"("type":"AuthenticationFailure")");
  });
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/AuthenticationFailureResolved");
}

TEST(Retiring, EndsWithFewerConditionsThanHiveHas) {
  SmallDeployment cd = retiring();
  for (const OldToNew& one : old_to_new()) {
    cd.conditions.push_back(told(one.old_type, "Unknown", "Initialized"));
  }
  write(cd);
  // The five, and those that other controllers of Hive's write.
  EXPECT_EQ(cd.conditions.size(), 5U + 12U);
  EXPECT_FALSE(cd.judged().changed || cd.judged().memory_changed);
}

std::string one_of(std::vector<std::string> values) {
  return *rc::gen::elementOf(std::move(values));
}

void surround_some(SmallDeployment& cd) {
  cd.spec = one_of({std::string(hive_provisions), std::string(agents_install),
                    std::string(hive_provisions) + R"(,"manageDNS":true)", R"("manageDNS":true)"});
  cd.spec += one_of({"", R"(,"installed":true)", R"(,"installAttemptsLimit":1)"});
  cd.status =
      one_of({R"("installRestarts":0)", R"("installRestarts":1,"provisionRef":{"name":"p"})"});
  const std::string stage = one_of({"", "initializing", "provisioning", "complete", "failed"});
  if (!stage.empty()) cd.others.push_back(provision("p", stage, 1));
  if (one_of({"", "zone"}) == "zone") cd.others.push_back(dns_zone({}, "09:55:00"));
  if (one_of({"", "install"}) == "install") {
    cd.others.push_back(cluster_install({told("Completed", one_of({"True", "False"}))}));
  }
  for (const OldToNew& one : old_to_new()) {
    const std::string status = one_of({"", "", "True", "False", "Unknown"});
    if (status.empty() || one.new_type.empty()) continue;
    const std::string since = one_of({"08:00:00", "09:50:00", "09:50:01", "09:59:59"});
    const std::string reason = one_of({"Told", "DNSNotReady", "DNSNotReadyTimedOut",
                                       "InsufficientCredentials", "AuthenticationFailure"});
    cd.conditions.push_back(told(one.old_type, status, reason, "said", since));
  }
}

// Verdict, cause and the five, as text.
std::string verdict_text(SmallDeployment& cd) {
  std::string text = cd.verdict();
  for (const std::string_view type : five_types) {
    text += format("\n{} {}: {}", type, cd.said(type), cd.message(type));
  }
  return text;
}

// The law of the whole matter.
RC_GTEST_PROP(RetiringProperty, ChangesNoVerdictAndNoneOfTheFive, ()) {
  SmallDeployment kept;
  surround_some(kept);
  SmallDeployment retired;
  retired.spec = kept.spec;
  retired.status = kept.status;
  retired.conditions = kept.conditions;
  retired.others = kept.others;
  retired.settings.provisioning.conditions = HiveConditions::New;
  for (const std::string_view now : {"10:00:00", "10:00:01", "10:04:00", "10:09:59", "10:30:00"}) {
    kept.now = retired.now = at(now);
    RC_ASSERT(verdict_text(kept) == verdict_text(retired));
    // Killed after the Memory was stored: the next look does the rest, and nothing else.
    write(retired, Reached::Memory);
    RC_ASSERT(verdict_text(kept) == verdict_text(retired));
    RC_ASSERT(!retired.judged().memory_changed);
    write(kept);
    write(retired);
    RC_ASSERT(!retired.judged().changed && !retired.judged().memory_changed);
    RC_ASSERT(verdict_text(kept) == verdict_text(retired));
  }
  for (const OldToNew& one : old_to_new()) {
    RC_ASSERT(!is_told_by_the_five(one.old_type) || retired.said(one.old_type) == "absent");
  }
  // A dump with the Memory, read by somebody who retires nothing.
  retired.settings = {};
  RC_ASSERT(verdict_text(kept) == verdict_text(retired));
}

}  // namespace
}  // namespace telltale::clusterdeployment
