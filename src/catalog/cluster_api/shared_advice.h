// SPDX-License-Identifier: Apache-2.0
#pragma once

// Advice that the records of several of Cluster API's kinds give.

#include <string_view>

namespace telltale::advice {

inline constexpr std::string_view read_bootstrap_config =
    "Read what the bootstrap config waits for: kubectl describe <config kind> <name> -n "
    "<namespace>";
inline constexpr std::string_view read_infra_machine =
    "Read the provider's error (quota, capacity, image, credentials): "
    "kubectl describe <infrastructure kind> <name> -n <namespace>";
inline constexpr std::string_view correct_provider =
    "Update or correct the provider that writes malformed conditions: "
    "kubectl get <provider kind> <name> -n <namespace> -o yaml";
inline constexpr std::string_view look_at_deleting =
    "Find the Machine whose deletion hangs: "
    "kubectl get machines -n <namespace> and telltale why machine/<name> Deleted";
inline constexpr std::string_view read_remediation =
    "Read why the unhealthy Machines are not replaced: "
    "kubectl get machines -n <namespace>, then condition OwnerRemediated of each";

}  // namespace telltale::advice
