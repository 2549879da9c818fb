// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: one ClusterDeployment default/cd and what stands beside it, from the documents a
// dump would hold.
//
//   SmallDeployment cd;
//   cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError", "denied")};
//   EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/judge.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::clusterdeployment {

// The types of conditions that every deployment has, in their order.
inline constexpr std::string_view five_types[] = {
    "RequirementsMet", "ProvisionFailed", "ProvisionStopped", "Provisioned", "DeprovisionError"};

// One condition of any object, as a document has it.
inline std::string told(std::string_view type, std::string_view status,
                        std::string_view reason = "Told", std::string_view message = "",
                        std::string_view since = "09:00:00") {
  return format(R"({{"type":"{}","status":"{}","reason":"{}","message":"{}",)"
                R"("lastTransitionTime":"2026-01-01T{}Z"}})",
                type, status, reason, message, since);
}

struct Document {
  std::string_view api_version = "hive.openshift.io/v1";
  std::string_view kind = {};
  std::string_view name = {};
  std::string metadata = R"("creationTimestamp":"2026-01-01T08:00:00Z")";
  std::string spec = {};
  std::string status = {};  // fields but the conditions
  std::vector<std::string> conditions = {};

  std::string text() const {
    std::string fields = status;
    if (!conditions.empty()) {
      if (!fields.empty()) fields += ',';
      fields += format(R"("conditions":[{}])", join(conditions, ","));
    }
    return format(R"({{"apiVersion":"{}","kind":"{}","metadata":{{"namespace":"default",)"
                  R"("name":"{}"{}{}}},"spec":{{{}}},"status":{{{}}}}})",
                  api_version, kind, name, metadata.empty() ? "" : ",", metadata, spec, fields);
  }
};

inline constexpr std::string_view hive_provisions =
    R"("provisioning":{"installConfigSecretRef":{"name":"ic"}})";
inline constexpr std::string_view agents_install =
    R"("clusterInstallRef":{"group":"extensions.hive.openshift.io","version":"v1beta1",)"
    R"("kind":"AgentClusterInstall","name":"agents"})";

inline std::string provision(std::string_view name, std::string_view stage, int attempt = 0,
                             const std::vector<std::string>& conditions = {},
                             std::string_view created = "08:30:00") {
  return Document{
      .kind = "ClusterProvision",
      .name = name,
      .metadata = format(R"("creationTimestamp":"2026-01-01T{}Z")", created),
      .spec = format(R"("clusterDeploymentRef":{{"name":"cd"}},"stage":"{}","attempt":{})", stage,
                     attempt),
      .conditions = conditions}
      .text();
}

inline std::string cluster_install(const std::vector<std::string>& conditions) {
  return Document{.api_version = "extensions.hive.openshift.io/v1beta1",
                  .kind = "AgentClusterInstall",
                  .name = "agents",
                  .conditions = conditions}
      .text();
}

inline std::string dns_zone(const std::vector<std::string>& conditions,
                            std::string_view created = "08:00:00") {
  return Document{.kind = "DNSZone",
                  .name = "cd-zone",
                  .metadata = format(R"("creationTimestamp":"2026-01-01T{}Z")", created),
                  .conditions = conditions}
      .text();
}

inline std::string cluster_deprovision(const std::vector<std::string>& conditions,
                                       std::string_view status = "") {
  return Document{.kind = "ClusterDeprovision",
                  .name = "cd",
                  .status = std::string(status),
                  .conditions = conditions}
      .text();
}

struct SmallDeployment {
  std::string metadata = R"("creationTimestamp":"2026-01-01T08:00:00Z")";
  std::string spec = std::string(hive_provisions);
  std::string status = {};
  std::vector<std::string> conditions = {};
  std::vector<std::string> others = {};
  Instant now = at("10:00:00");
  Settings settings = {};
  Completeness completeness = Completeness::Partial;

  const Judged& judged() {
    std::vector<std::string> texts = others;
    texts.push_back(Document{.kind = "ClusterDeployment",
                             .name = "cd",
                             .metadata = metadata,
                             .spec = spec,
                             .status = status,
                             .conditions = conditions}
                        .text());
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    world_.emplace(world_of(views, completeness));
    judgement_ = judge(*world_, settings, now);
    for (const Judged& item : judgement_.items) {
      if (item.object->key.kind == "ClusterDeployment") return item;
    }
    check(false, "the world of a test holds its deployment");
    return judgement_.items.front();
  }

  // "False/DNSNotReady", or "absent".
  std::string said(std::string_view type) {
    const Condition* found = find_condition(judged().conditions, type);
    if (found == nullptr) return "absent";
    return format("{}/{}", to_text(found->status), found->reason);
  }
  std::string message(std::string_view type) {
    const Condition* found = find_condition(judged().conditions, type);
    return found == nullptr ? "absent" : std::string(found->message);
  }
  // "Stuck for ProvisionStopped/DNSNotReadyTimedOut"; "Healthy".
  std::string verdict() {
    const Judged& item = judged();
    if (item.verdict == Verdict::Healthy) return "Healthy";
    return format("{} for {}/{}", to_text(item.verdict), item.cause.condition, item.cause.reason);
  }
  std::string wake() {
    const Instant instant = judged().wake;
    return is_set(instant) ? format_rfc3339(instant).substr(11, 8) : "none";
  }

 private:
  std::optional<World> world_;
  Judgement judgement_;
};

// Installed by the agents, who report this.
inline SmallDeployment with_install(const std::vector<std::string>& reported) {
  SmallDeployment cd;
  cd.spec = std::string(agents_install);
  cd.others = {cluster_install(reported)};
  return cd;
}

}  // namespace telltale::clusterdeployment
