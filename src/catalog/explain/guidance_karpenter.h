// SPDX-License-Identifier: Apache-2.0
#pragma once

// What to do about a Karpenter NodePool that needs a human. Joined into guidance.cc.

#include <string_view>

#include "catalog/explain/guidance.h"

namespace telltale {

inline constexpr std::string_view read_launch_errors =
    "Read why the cloud refused (permissions, image, subnet, quota) and mend the NodeClass: "
    "kubectl describe nodeclaims -l karpenter.sh/nodepool=<name>";
inline constexpr std::string_view find_silent_node =
    "Find why instances come up and never join (network path, bootstrap, node role): "
    "kubectl get nodeclaims -l karpenter.sh/nodepool=<name>, then the instance's console log";

inline constexpr Guidance karpenter_guidance[] = {
    {"NodePool", "Degraded", "LaunchFailure", read_launch_errors, "docs/runbooks/LaunchFailure.md"},
    {"NodePool", "Degraded", "NodeRegistrationFailure", find_silent_node,
     "docs/runbooks/NodeRegistrationFailure.md"},
    {"NodePool", "Degraded", "LaunchFailure,NodeRegistrationFailure", read_launch_errors,
     "docs/runbooks/LaunchFailure.md"},
    {"NodePool", "Degraded", "*",
     "Read what the reasons are about and mend the NodePool or its NodeClass, which resets them: "
     "kubectl describe nodepools.karpenter.sh <name>",
     "docs/runbooks/LaunchFailure.md"},
    {"NodePool", "NodeRegistrationHealthy", "*", find_silent_node,
     "docs/runbooks/NodeRegistrationUnhealthy.md"},
    {"NodePool", "Ready", "*",
     "Read which dependent is not ready and mend the NodePool or its NodeClass: "
     "kubectl describe nodepools.karpenter.sh <name>",
     "docs/runbooks/NodePoolNotReady.md"},
};

}  // namespace telltale
