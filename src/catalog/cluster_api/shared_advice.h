// SPDX-License-Identifier: Apache-2.0
#pragma once

// Advice that the records of several of Cluster API's kinds give.

#include <string_view>

namespace telltale::advice {

inline constexpr std::string_view read_bootstrap_config =
    "read what the bootstrap config waits for[: kubectl describe <config>|: kubectl "
    "describe <self>]";
inline constexpr std::string_view read_infra_machine =
    "read the provider's error (quota, capacity, image, credentials)[: kubectl describe "
    "<infrastructure>|: kubectl describe <self>]";
inline constexpr std::string_view correct_provider =
    "update or correct the provider that writes malformed conditions[: kubectl get "
    "<provider> -o yaml|: kubectl get <self> -o yaml]";
inline constexpr std::string_view look_at_deleting =
    "find what holds up the deletion[: kubectl describe <deepest>]";
inline constexpr std::string_view read_remediation =
    "read in condition OwnerRemediated why the unhealthy Machine is not replaced[: "
    "kubectl describe <deepest>]";

}  // namespace telltale::advice
