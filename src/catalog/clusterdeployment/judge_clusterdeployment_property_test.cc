// SPDX-License-Identifier: Apache-2.0
// What holds of every deployment, however odd the objects around it are.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "catalog/clusterdeployment/judge_clusterdeployment.h"
#include "catalog/clusterdeployment/mapping.h"
#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

std::string pick(std::vector<std::string> values) { return *rc::gen::elementOf(std::move(values)); }

// Any of the types, each at most once, with any status and a reason that somebody may use.
std::vector<std::string> some_conditions(const std::vector<std::string_view>& types) {
  std::vector<std::string> conditions;
  for (const std::string_view type : types) {
    const std::string status = pick({"", "", "True", "False", "Unknown"});
    if (status.empty()) continue;
    const std::string reason =
        pick({"Initialized", "DNSNotReady", "DNSNotReadyTimedOut", "AuthenticationFailure",
              "InsufficientCredentials", "InstallLaunchError", "ClusterImageSetNotFound",
              "InstallConfigValidationFailed", "Error", "Else"});
    const std::string since = pick({"08:00:00", "09:50:00", "09:59:59"});
    conditions.push_back(told(type, status, reason, "said at 2026-01-01T07:00:00Z", since));
  }
  return conditions;
}

std::vector<std::string_view> deployment_types() {
  std::vector<std::string_view> types(std::begin(five_types), std::end(five_types));
  for (const OldToNew& one : old_to_new()) {
    if (one.old_type != one.new_type) types.push_back(one.old_type);
  }
  return types;
}

// Whatever may stand beside a deployment.
void surround(SmallDeployment& cd) {
  cd.spec = pick({std::string(hive_provisions), std::string(agents_install), R"("provisioning":{})",
                  R"("manageDNS":true)"});
  cd.spec += pick({"", R"(,"installed":true)", R"(,"installAttemptsLimit":1)"});
  cd.spec += pick({"", R"(,"preserveOnDelete":true)"});
  cd.status = pick({R"("installRestarts":0)", R"("installRestarts":1)",
                    R"("installRestarts":1,"provisionRef":{"name":"p1"})"});
  cd.others.clear();
  const std::string stage = pick({"", "initializing", "provisioning", "complete", "failed"});
  if (!stage.empty()) {
    cd.others.push_back(
        provision("p1", stage, 1, some_conditions({"ClusterProvisionFailed", "InstallPodStuck"})));
  }
  if (*rc::gen::arbitrary<bool>()) {
    cd.others.push_back(
        cluster_install(some_conditions({"RequirementsMet", "Completed", "Failed", "Stopped"})));
  }
  if (*rc::gen::arbitrary<bool>()) {
    cd.others.push_back(
        dns_zone(some_conditions({"ZoneAvailable", "DNSError", "APIOptInRequired"}), "09:55:00"));
  }
  if (pick({"no", "no", "yes"}) == "yes") {
    cd.others.push_back(
        cluster_deprovision(some_conditions({"AuthenticationFailure", "DeprovisionFailed"})));
  }
}

void write_back(SmallDeployment& cd) {
  std::vector<std::string> written;
  for (const Condition& one : cd.judged().conditions) {
    written.push_back(told(one.type, to_text(one.status), one.reason, one.message,
                           format_rfc3339(one.last_transition).substr(11, 8)));
  }
  cd.conditions = written;
}

RC_GTEST_PROP(ClusterDeploymentProperty, IsSettledAfterOneLook, ()) {
  SmallDeployment cd;
  surround(cd);
  cd.conditions = some_conditions(deployment_types());
  const Verdict before = cd.judged().verdict;
  write_back(cd);
  RC_ASSERT(!cd.judged().changed);
  RC_ASSERT(cd.judged().verdict == before);
}

RC_GTEST_PROP(ClusterDeploymentProperty, NeverTakesAStopBack, ()) {
  SmallDeployment cd;
  surround(cd);
  cd.conditions = {told("ProvisionStopped", "True", "FailureReasonNotRetryable", "shown")};
  for (int change = 0; change < 3; ++change) {
    surround(cd);
    RC_ASSERT(cd.said("ProvisionStopped").starts_with("True/"));
    write_back(cd);
  }
}

RC_GTEST_PROP(ClusterDeploymentProperty, KeepsEveryConditionThatIsNotItsOwn, ()) {
  SmallDeployment cd;
  surround(cd);
  cd.conditions = some_conditions(deployment_types());
  const Judged& judged = cd.judged();
  const Conditions stored = shapes::conditions(*judged.object);
  for (const Condition& one : stored) {
    if (std::ranges::find(five_types, one.type) != std::end(five_types)) continue;
    const Condition* after = find_condition(judged.conditions, one.type);
    RC_ASSERT(after != nullptr && *after == one);
  }
  for (const std::string_view type : five_types) {
    RC_ASSERT(find_condition(judged.conditions, type) != nullptr);
  }
}

RC_GTEST_PROP(ClusterDeploymentProperty, WakesOnlyInTheFutureAndSaysWhyItIsNotHealthy, ()) {
  SmallDeployment cd;
  surround(cd);
  cd.conditions = some_conditions(deployment_types());
  const Judged& judged = cd.judged();
  RC_ASSERT(!is_set(judged.wake) || judged.wake > cd.now);
  if (judged.verdict == Verdict::Healthy) return;
  RC_ASSERT(!judged.cause.condition.empty() && !judged.cause.reason.empty());
  RC_ASSERT(judged.cause.because == judged.object && is_set(judged.cause.since));
}

}  // namespace
}  // namespace telltale::clusterdeployment
