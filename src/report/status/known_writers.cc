// SPDX-License-Identifier: Apache-2.0
#include "report/status/known_writers.h"

#include <algorithm>

#include "catalog/groups.h"
#include "convert/dialect.h"
#include "report/status/status_write_types.h"

namespace telltale {
namespace {

constexpr std::string_view control_plane_group = "controlplane.cluster.x-k8s.io";

// What a kubeadm control plane says on its Machines.
constexpr std::string_view of_control_planes[] = {
    "APIServerPodHealthy", "ControllerManagerPodHealthy", "SchedulerPodHealthy",
    "EtcdPodHealthy",      "EtcdMemberHealthy",           "NodeKubeadmLabelsAndTaintsSet"};

}  // namespace

KnownWriter known_writer_of(const Object& object, std::string_view type) {
  if (object.key.group == hive_group) {
    const bool hives =
        computes(object, type, proposal_dialect()) && !only_telltale_writes(object, type);
    return hives ? KnownWriter::Hive : KnownWriter::None;
  }
  const bool planes = object.key.group == control_plane_group;
  if (!planes && object.key.group != cluster_api_group) return KnownWriter::None;
  if (!computes(object, type, upstream_dialect())) return KnownWriter::None;
  const bool said_by_planes =
      std::ranges::find(of_control_planes, type) != std::end(of_control_planes);
  return planes || said_by_planes ? KnownWriter::KubeadmPlanes : KnownWriter::ClusterApi;
}

bool is_projects_own(std::string_view manager) {
  return manager == "manager" || manager.starts_with("capi-") ||
         manager.starts_with("cluster-api") || manager.starts_with("hive");
}

bool is_humans_tool(std::string_view manager) {
  return manager.starts_with("kubectl") || manager == "clusterctl";
}

}  // namespace telltale
