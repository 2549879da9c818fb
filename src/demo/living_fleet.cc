// SPDX-License-Identifier: Apache-2.0
#include "demo/living_fleet.h"

#include "base/text.h"
#include "demo/hive.h"
#include "demo/hypershift.h"
#include "demo/karpenter.h"
#include "demo/stories.h"

namespace telltale::demo {
namespace {

constexpr ClusterPlan eu{.namespace_name = "default",
                         .name = "prod-eu",
                         .version = "v1.33.4",
                         .provider = "AWS",
                         .zone = "eu-west-1b",
                         .control_planes = 3};
constexpr ClusterPlan us{.namespace_name = "default",
                         .name = "prod-us",
                         .version = "v1.33.4",
                         .provider = "AWS",
                         .zone = "us-east-1a",
                         .control_planes = 3};
constexpr ClusterPlan outpost{.namespace_name = "default",
                              .name = "edge",
                              .version = "v1.33.4",
                              .provider = "Docker",
                              .control_planes = 1};

constexpr std::uint64_t eu_gpu_replicas = 2;
constexpr std::uint64_t us_replicas = 3;
constexpr std::uint64_t edge_replicas = 2;
constexpr std::uint64_t web_replicas = 4;

Writes rolling_writes(const ActorContext& context) {
  Writes writes = workers_writes(rolling_set(0, rolling_replicas), context);
  writes.push_back(template_write(eu, rolling_set(1, 0).template_name));
  return writes;
}

}  // namespace

const ClusterPlan& edge() { return outpost; }

SetPlan rolling_set(std::uint64_t turn, std::uint64_t replicas) {
  const bool first = turn % 2 == 0;
  return {.cluster = &eu,
          .deployment = "prod-eu-md-0",
          .hash = first ? "7c9f6" : "b84d5",
          .template_name = first ? "prod-eu-md-0-ami-a" : "prod-eu-md-0-ami-b",
          .replicas = replicas};
}

SetPlan steady_workers(const ClusterPlan& cluster, std::string_view name, std::uint64_t replicas) {
  const std::string deployment = format("{}-{}", cluster.name, name);
  return {.cluster = &cluster,
          .deployment = deployment,
          .hash = format("{:05x}", number_of(deployment) & 0xfffffU),
          .template_name = deployment,
          .replicas = replicas};
}

SetPlan us_workers() { return steady_workers(us, "md-0", us_replicas); }

Writes fleet_writes(const ActorContext& context) {
  Writes writes;
  append(writes, hosted_cluster_writes(context));
  for (const ClusterPlan* cluster : {&eu, &us, &outpost}) {
    append(writes, cluster_writes(*cluster, context));
  }
  append(writes, leftover_removal());
  append(writes, rolling_writes(context));
  append(writes, workers_writes(steady_workers(eu, "md-gpu", eu_gpu_replicas), context));
  append(writes, workers_writes(us_workers(), context));
  append(writes, workers_writes(steady_workers(outpost, "md-0", edge_replicas), context));
  append(writes, pool_writes("np-web", web_replicas, context));
  append(writes, pool_writes("np-gpu", gpu_replicas, context));
  append(writes, karpenter_writes(context));
  append(writes, hive_writes());
  append(writes, installed_writes("shop", context));
  append(writes, installed_writes("lab", context));
  return writes;
}

DemoFigures fleet_figures() {
  return {.clusters = 4,
          .machines = eu.control_planes + us.control_planes + outpost.control_planes +
                      rolling_replicas + eu_gpu_replicas + us_replicas + edge_replicas +
                      web_replicas + gpu_replicas,
          .node_pools = 3,
          .cluster_deployments = 2};
}

}  // namespace telltale::demo
