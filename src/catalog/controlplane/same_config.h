// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether the bootstrap config that a Machine was made from still says what its control plane
// wants. Whatever does not change a Machine does not count: defaults that are spelled out, empty
// lists, what is needed only while joining, and fields that are changed in place.

#include "kube/object.h"

namespace telltale::controlplane {

// `machine` may itself hold the part about the cluster, as releases before v1beta2 noted it there.
bool same_config(const Object& machine, const Object& kubeadm_config, const Object& control_plane);

}  // namespace telltale::controlplane
