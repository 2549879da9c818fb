// SPDX-License-Identifier: Apache-2.0
#pragma once

// One function per kind of object in a fleet; each writes exactly one whole object.

#include <span>
#include <string_view>
#include <vector>

#include "fleet/gather.h"
#include "fleet/machine_conditions.h"
#include "fleet/plan.h"
#include "fleet/scribe.h"
#include "kube/condition.h"

namespace telltale::fleet {

void write_machine(Scribe& scribe, const MachineView& view);
void write_docker_machine(Scribe& scribe, const MachineView& view);
void write_kubeadm_config(Scribe& scribe, const MachineView& view);
// Of the workload cluster, annotated with the Cluster it belongs to.
void write_node(Scribe& scribe, const MachineView& view);

void write_machine_set(Scribe& scribe, const DeploymentPlan& deployment, const SetPlan& set,
                       const Gathered& machines);
void write_machine_deployment(Scribe& scribe, const DeploymentPlan& deployment,
                              const Gathered& machines, std::span<const Condition> conditions);
void write_docker_machine_template(Scribe& scribe, std::string_view name, std::string_view version,
                                   Instant created);
void write_kubeadm_config_template(Scribe& scribe, const DeploymentPlan& deployment);

void write_cluster(Scribe& scribe, const Tally& control_plane, const Tally& workers,
                   std::span<const Condition> conditions);
void write_docker_cluster(Scribe& scribe);
void write_control_plane(Scribe& scribe, const Tally& machines,
                         std::span<const Condition> conditions);
// Only of a Cluster that does not answer.
void write_remote_connection(Scribe& scribe);

// What the manifests of several kinds share.
void write_kubeadm_spec(Scribe& scribe);  // of the control plane
void write_join_spec(Scribe& scribe);     // of workers
std::string_view node_image(Scribe& scribe, std::string_view version);
std::string_view machine_address(Scribe& scribe, std::string_view name);
void write_system_info(Scribe& scribe, std::string_view name, std::string_view version);
std::string_view machine_version(const Scribe& scribe, const MachineView& view);

}  // namespace telltale::fleet
