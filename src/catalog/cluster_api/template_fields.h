// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which fields judging reads of what makes Machines from a template: MachineSets and
// MachineDeployments alike.

#include <string_view>

namespace telltale {

inline constexpr std::string_view template_fields[] = {"spec.clusterName:string",
                                                       "spec.replicas:int",
                                                       "spec.rolloutAfter:time",
                                                       "spec.rollout.after:time",
                                                       "spec.rollout.strategy.type:string",
                                                       "spec.rollout.strategy.rollingUpdate",
                                                       "spec.strategy.type:string",
                                                       "spec.strategy.rollingUpdate",
                                                       "spec.template.spec.version:string",
                                                       "spec.template.spec.bootstrap:map",
                                                       "spec.template.spec.infrastructureRef:map",
                                                       "spec.template.spec.failureDomain",
                                                       "status.replicas:int",
                                                       "status.readyReplicas",
                                                       "status.availableReplicas",
                                                       "status.upToDateReplicas",
                                                       "status.experimentalReadyReplicas",
                                                       "status.exprimentalReadyReplicas",
                                                       "status.v1beta2.readyReplicas",
                                                       "status.v1beta2.availableReplicas",
                                                       "status.v1beta2.upToDateReplicas"};

}  // namespace telltale
