// SPDX-License-Identifier: Apache-2.0
#include "demo/hypershift.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::demo {
namespace {

constexpr std::string_view hypershift_api = "hypershift.openshift.io/v1beta1";
constexpr std::string_view people_namespace = "clusters";
constexpr std::string_view hosted_name = "hc1";
constexpr std::string_view release = "4.20.3";
constexpr std::string_view release_image = "example.com/release:4.20.3";

constexpr ClusterPlan hosted{.namespace_name = "clusters-hc1",
                             .name = "hc1-x7k2p",
                             .version = release,
                             .provider = "AWS",
                             .zone = "eu-west-1a"};

json::ValueList available_conditions(const ActorContext& context) {
  return {condition({.type = "Available", .reason = "AsExpected"}, context.now),
          condition({.type = "Degraded", .status = "False", .reason = "AsExpected"}, context.now)};
}

json::ValueMap pool_spec(std::string_view pool, const PoolCount& count) {
  return {
      {"clusterName", hosted_name},
      {"replicas", count.desired},
      {"arch", "amd64"},
      {"release", json::ValueMap{{"image", release_image}}},
      {"management", json::ValueMap{{"upgradeType", "Replace"},
                                    {"autoRepair", false},
                                    {"replace", json::ValueMap{{"strategy", "RollingUpdate"}}}}},
      {"platform",
       json::ValueMap{{"type", "AWS"},
                      {"aws", json::ValueMap{{"instanceType",
                                              pool == "np-gpu" ? "g5.4xlarge" : "m6i.large"}}}}}};
}

json::ValueList pool_conditions(const PoolCount& count, const ActorContext& context) {
  const bool complete = count.ready >= count.desired;
  const std::string machines =
      format("{} of {} machines are not ready",
             count.desired - std::min(count.ready, count.desired), count.desired);
  const std::string scaling =
      format("Scaling up MachineSet to {} replicas (actual {})", count.desired, count.ready);
  const auto whether = [&](std::string_view type, std::string_view reason,
                           std::string_view message) {
    if (complete) return Said{type, "True", "AsExpected", "All is well"};
    return Said{type, "False", reason, message};
  };
  json::ValueList list;
  for (const Said& said :
       {Said{"ValidReleaseImage", "True", "AsExpected", "Using release image"},
        Said{"ReconciliationActive", "True", "ReconciliationActive", "Reconciliation active"},
        Said{"UpdatingVersion", "False", "AsExpected", ""},
        Said{"UpdatingConfig", "False", "AsExpected", ""},
        whether("AllMachinesReady", "MachinesNotReady", machines),
        whether("AllNodesHealthy", "NodeProvisioning", machines),
        whether("Ready", "ScalingUp", scaling)}) {
    list.push_back(condition(said, context.now));
  }
  return list;
}

}  // namespace

const ClusterPlan& hosted_cluster() { return hosted; }

SetPlan pool_set(std::string_view pool, std::uint64_t replicas) {
  return {.cluster = &hosted,
          .deployment = std::string(pool),
          .hash = pool == "np-gpu" ? "6c9f" : "5b8d",
          .template_name = format("{}-a4c07be9", pool),
          .pool = format("{}/{}", people_namespace, pool),
          .replicas = replicas};
}

Write pool_write(std::string_view pool, const PoolCount& count, const ActorContext& context) {
  return Document(hypershift_api, "NodePool", people_namespace, pool)
      .owner(hypershift_api, "HostedCluster", hosted_name)
      .spec(pool_spec(pool, count))
      .status(json::ValueMap{{"replicas", count.ready},
                             {"version", release},
                             {"conditions", pool_conditions(count, context)}})
      .apply();
}

Writes hosted_cluster_writes(const ActorContext& context) {
  Writes writes{Document("v1", "Namespace", "", people_namespace).apply(),
                Document("v1", "Namespace", "", hosted.namespace_name).apply()};
  const std::string since = format_rfc3339(context.now);
  writes.push_back(
      Document(hypershift_api, "HostedCluster", people_namespace, hosted_name)
          .spec(json::ValueMap{
              {"infraID", hosted.name},
              {"release", json::ValueMap{{"image", release_image}}},
              {"platform",
               json::ValueMap{{"type", "AWS"}, {"aws", json::ValueMap{{"region", "eu-west-1"}}}}}})
          .status(json::ValueMap{
              {"version", json::ValueMap{{"history", json::ValueList{json::ValueMap{
                                                         {"state", "Completed"},
                                                         {"version", release},
                                                         {"image", release_image},
                                                         {"startedTime", since},
                                                         {"completionTime", since}}}}}},
              {"conditions", available_conditions(context)}})
          .apply());
  writes.push_back(
      Document(hypershift_api, "HostedControlPlane", hosted.namespace_name, hosted_name)
          .spec(json::ValueMap{})
          .status(
              json::ValueMap{{"initialized", true},
                             {"ready", true},
                             {"externalManagedControlPlane", true},
                             {"initialization", json::ValueMap{{"controlPlaneInitialized", true}}},
                             {"version", release},
                             {"conditions", available_conditions(context)}})
          .apply());
  append(writes,
         cluster_frame(hosted, {"hypershift.openshift.io", "HostedControlPlane", hosted_name},
                       context));
  return writes;
}

Writes pool_writes(std::string_view pool, std::uint64_t replicas, const ActorContext& context) {
  Writes writes = workers_writes(pool_set(pool, replicas), context);
  writes.push_back(pool_write(pool, {.desired = replicas, .ready = replicas}, context));
  return writes;
}

}  // namespace telltale::demo
