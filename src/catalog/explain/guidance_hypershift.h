// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a human does first about a HyperShift NodePool that is stuck. What to do on its platform is
// in the condition's message already.

#include "catalog/explain/guidance.h"

namespace telltale {

inline constexpr Guidance hypershift_guidance[] = {
    {"NodePool", "Progressing", "CloudQuotaExceeded",
     "Raise the quota that the message names, or want fewer or smaller machines: "
     "kubectl scale nodepool <name> -n <namespace> --replicas=<count>",
     "docs/runbooks/CloudQuotaExceeded.md"},
    {"NodePool", "Progressing", "InsufficientCloudCapacity",
     "Wait for the cloud, or use another zone, instance type or capacity type: "
     "kubectl edit nodepool <name> -n <namespace>",
     "docs/runbooks/InsufficientCloudCapacity.md"},
    {"NodePool", "Progressing", "MissingCloudResources",
     "Recreate the resource that the message names, or correct the reference to it: "
     "kubectl get nodepool <name> -n <namespace> -o yaml, spec.platform",
     "docs/runbooks/MissingCloudResources.md"},
    {"NodePool", "Progressing", "CAPIProviderFailed",
     "Read the log of the infrastructure provider and check its credentials and permissions: "
     "kubectl logs -n <namespace>-<cluster> deployment/capi-provider",
     "docs/runbooks/CAPIProviderFailed.md"},
    {"NodePool", "Progressing", "MachineDeploymentFailed",
     "Find the first machine that is not ready and why: "
     "kubectl get machines -n <namespace>-<cluster>, then conditions AllMachinesReady and "
     "ReachedIgnitionEndpoint of the NodePool",
     "docs/runbooks/MachineDeploymentFailed.md"},
    {"NodePool", "Progressing", "ControllerError",
     "Correct what the named condition complains about, or read the log of the operator: "
     "kubectl logs -n hypershift deployment/operator",
     "docs/runbooks/ControllerError.md"},
};

}  // namespace telltale
