// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include "catalog/engine/starts.h"
#include "catalog/legacy/cluster.h"
#include "catalog/legacy/control_plane.h"
#include "catalog/legacy/machine.h"
#include "catalog/legacy/machine_deployment.h"
#include "catalog/legacy/machine_pool.h"
#include "catalog/legacy/machine_set.h"
#include "catalog/legacy/stored.h"

namespace telltale {
namespace {

using Compute = LegacyStatus (*)(const JudgeContext&, const Judged&, Arena&);

struct LegacyKind {
  std::string_view group;
  std::string_view kind;
  Compute compute;
};

constexpr std::string_view core = "cluster.x-k8s.io";

constexpr LegacyKind legacy_kinds[] = {
    {core, "Machine", legacy::machine_status},
    {core, "MachineSet", legacy::machine_set_status},
    {core, "MachineDeployment", legacy::machine_deployment_status},
    {core, "MachinePool", legacy::machine_pool_status},
    {core, "Cluster", legacy::cluster_status},
    {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", legacy::control_plane_status},
};

bool is_paused(const Judged& judged) {
  const Condition* paused = find_condition(judged.conditions, "Paused");
  return paused != nullptr && paused->status == Status::True;
}

std::vector<const Judged*> by_object(const World& world, const Judgement& judgement) {
  std::vector<const Judged*> judged_of(world.objects().size(), nullptr);
  for (const Judged& judged : judgement.items) judged_of[world.index_of(*judged.object)] = &judged;
  return judged_of;
}

}  // namespace

LegacyStatus legacy_status(const JudgeContext& context, const Judged& judged, Arena& arena) {
  const Key& key = judged.object->key;
  if (!is_paused(judged)) {
    for (const LegacyKind& one : legacy_kinds) {
      if (one.kind == key.kind && one.group == key.group)
        return one.compute(context, judged, arena);
    }
  }
  return legacy::stored_status(*judged.object, arena);
}

std::vector<MoreFields> legacy_fields() {
  std::vector<MoreFields> wanted;
  for (const LegacyKind& one : legacy_kinds) {
    wanted.push_back({.group = std::string(one.group),
                      .kind = std::string(one.kind),
                      .paths = {"spec.bootstrap.dataSecretName", "spec.minReadySeconds",
                                "spec.providerIDList", "spec.template.metadata.labels",
                                "spec.template.spec.minReadySeconds", "status"}});
  }
  for (MoreFields& copied : machine::node_copy_fields()) wanted.push_back(std::move(copied));
  return wanted;
}

LookBack::LookBack(const World& world, const Settings& settings, Instant now,
                   const Judgement& judgement)
    : starts_(control_plane_starts(world, settings, now)),
      judged_of_(by_object(world, judgement)),
      context_{world, settings, now, starts_, judged_of_} {}

}  // namespace telltale
