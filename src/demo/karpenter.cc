// SPDX-License-Identifier: Apache-2.0
#include "demo/karpenter.h"

#include <initializer_list>
#include <utility>

#include "base/text.h"

namespace telltale::demo {
namespace {

constexpr std::string_view karpenter_api = "karpenter.sh/v1";
constexpr std::string_view class_api = "karpenter.k8s.aws/v1";

json::ValueMap class_ref() {
  return {{"group", "karpenter.k8s.aws"}, {"kind", "EC2NodeClass"}, {"name", "default"}};
}

json::ValueList all_true(std::initializer_list<std::string_view> types,
                         const ActorContext& context) {
  json::ValueList list;
  for (const std::string_view type : types) {
    list.push_back(condition({.type = type, .reason = type}, context.now));
  }
  return list;
}

Write class_write(const ActorContext& context) {
  return Document(class_api, "EC2NodeClass", "", "default")
      .spec(json::ValueMap{
          {"role", "node-role"},
          {"amiSelectorTerms", json::ValueList{json::ValueMap{{"alias", "al2023@latest"}}}}})
      .status(json::ValueMap{
          {"conditions",
           all_true({"AMIsReady", "SubnetsReady", "SecurityGroupsReady", "Ready"}, context)}})
      .apply();
}

Write node_pool_write(const ActorContext& context) {
  return Document(karpenter_api, "NodePool", "", karpenter_pool)
      .spec(json::ValueMap{
          {"weight", 10},
          {"limits", json::ValueMap{{"cpu", "256"}}},
          {"template",
           json::ValueMap{
               {"spec",
                json::ValueMap{{"nodeClassRef", class_ref()},
                               {"requirements",
                                json::ValueList{json::ValueMap{
                                    {"key", "node.kubernetes.io/instance-type"},
                                    {"operator", "In"},
                                    {"values", json::ValueList{json::Value("m6i.xlarge")}}}}}}}}}})
      .status(json::ValueMap{{"conditions", all_true({"ValidationSucceeded", "NodeClassReady",
                                                      "NodeRegistrationHealthy", "Ready"},
                                                     context)}})
      .apply();
}

constexpr std::string_view capacity_refusal =
    "creating instance, insufficient capacity, with fleet error(s), "
    "InsufficientInstanceCapacity: We currently do not have sufficient m6i.xlarge capacity in the "
    "Availability Zone you requested (eu-west-1a).";

json::ValueMap claim_status(std::string_view name, ClaimLife life, const ActorContext& context) {
  if (life == ClaimLife::Registered) {
    return {{"providerID", format("aws:///eu-west-1a/{}", name)},
            {"nodeName", name},
            {"conditions", all_true({"Launched", "Registered", "Initialized", "Ready"}, context)}};
  }
  return {{"conditions",
           json::ValueList{
               condition({"Launched", "Unknown", "LaunchFailed", capacity_refusal}, context.now),
               condition({"Registered", "Unknown", "AwaitingReconciliation",
                          "object is awaiting reconciliation"},
                         context.now),
               condition({"Ready", "Unknown", "ReconcilingDependents",
                          "Launched=Unknown, Registered=Unknown"},
                         context.now)}}};
}

}  // namespace

Write claim_write(std::string_view name, ClaimLife life, const ActorContext& context) {
  return Document(karpenter_api, "NodeClaim", "", name)
      .label("karpenter.sh/nodepool", karpenter_pool)
      .label("karpenter.sh/capacity-type", "on-demand")
      .label("node.kubernetes.io/instance-type", "m6i.xlarge")
      .owner(karpenter_api, "NodePool", karpenter_pool)
      .spec(json::ValueMap{{"nodeClassRef", class_ref()}, {"expireAfter", "720h"}})
      .status(claim_status(name, life, context))
      .apply();
}

Write claim_removal(std::string_view name) {
  return Document(karpenter_api, "NodeClaim", "", name).remove();
}

Writes karpenter_writes(const ActorContext& context) {
  Writes writes{class_write(context), node_pool_write(context)};
  for (const std::string_view name : {"general-4xq7k", "general-r9d2w"}) {
    writes.push_back(claim_write(name, ClaimLife::Registered, context));
  }
  return writes;
}

}  // namespace telltale::demo
