// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/kinds.h"

namespace telltale {

constinit const Kind kubeadm_control_plane_kind{
    .group = "controlplane.cluster.x-k8s.io",
    .kind = "KubeadmControlPlane",
    .root_condition = "Available",
};

}  // namespace telltale
