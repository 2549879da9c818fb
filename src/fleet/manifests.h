// SPDX-License-Identifier: Apache-2.0
#pragma once

// One function per kind of object in a fleet; each writes exactly one whole object.

#include <span>
#include <string_view>
#include <vector>

#include "fleet/gather.h"
#include "fleet/machine_conditions.h"
#include "fleet/object_builder.h"
#include "fleet/plan.h"
#include "kube/condition.h"

namespace telltale::fleet {

void write_machine(ObjectBuilder& builder, const MachineView& view);
void write_docker_machine(ObjectBuilder& builder, const MachineView& view);
void write_kubeadm_config(ObjectBuilder& builder, const MachineView& view);
// Of the workload cluster, annotated with the Cluster it belongs to.
void write_node(ObjectBuilder& builder, const MachineView& view);

void write_machine_set(ObjectBuilder& builder, const DeploymentPlan& deployment, const SetPlan& set,
                       const Gathered& machines);
void write_machine_deployment(ObjectBuilder& builder, const DeploymentPlan& deployment,
                              const Gathered& machines, std::span<const Condition> conditions);
void write_docker_machine_template(ObjectBuilder& builder, std::string_view name,
                                   std::string_view version, Instant created);
void write_kubeadm_config_template(ObjectBuilder& builder, const DeploymentPlan& deployment);

void write_cluster(ObjectBuilder& builder, const Tally& control_plane, const Tally& workers,
                   std::span<const Condition> conditions);
void write_docker_cluster(ObjectBuilder& builder);
void write_control_plane(ObjectBuilder& builder, const Tally& machines,
                         std::span<const Condition> conditions);
// Only of a Cluster that does not answer.
void write_remote_connection(ObjectBuilder& builder);

// What the manifests of several kinds share.
void write_kubeadm_spec(ObjectBuilder& builder);  // of the control plane
void write_join_spec(ObjectBuilder& builder);     // of workers
std::string_view node_image(ObjectBuilder& builder, std::string_view version);
std::string_view machine_address(ObjectBuilder& builder, std::string_view name);
void write_system_info(ObjectBuilder& builder, std::string_view name, std::string_view version);
std::string_view machine_version(const ObjectBuilder& builder, const MachineView& view);

}  // namespace telltale::fleet
