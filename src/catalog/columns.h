// SPDX-License-Identifier: Apache-2.0
#pragma once

// Words of print columns that several kinds share.

#include <string_view>

#include "catalog/kind_data.h"

namespace telltale::column {

using enum ColumnType;
inline constexpr int wide = Column::wide;

inline constexpr std::string_view available =
    R"(.status.conditions[?(@.type=="Available")].status)";
inline constexpr std::string_view paused = R"(.status.conditions[?(@.type=="Paused")].status)";
inline constexpr std::string_view ready = R"(.status.conditions[?(@.type=="Ready")].status)";
inline constexpr std::string_view up_to_date =
    R"(.status.conditions[?(@.type=="UpToDate")].status)";
inline constexpr std::string_view internal_ip =
    R"(.status.addresses[?(@.type=="InternalIP")].address)";
inline constexpr std::string_view external_ip =
    R"(.status.addresses[?(@.type=="ExternalIP")].address)";
inline constexpr std::string_view cluster_label =
    R"(.metadata.labels['cluster\.x-k8s\.io/cluster-name'])";
inline constexpr std::string_view created = ".metadata.creationTimestamp";
inline constexpr std::string_view template_version = ".spec.template.spec.version";

// MachineSet and MachineDeployment alike.
inline constexpr Column workers_to_be[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"PAUSED", String, paused, wide},
    {"DESIRED", Integer, ".spec.replicas"},
    {"CURRENT", Integer, ".status.replicas", wide},
    {"READY", Integer, ".status.readyReplicas"},
    {"AVAILABLE", Integer, ".status.availableReplicas"},
    {"UP-TO-DATE", Integer, ".status.upToDateReplicas"},
    {"AGE", Date, created},
    {"VERSION", String, template_version},
};

}  // namespace telltale::column
