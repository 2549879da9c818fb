// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which version a release image stands for, as far as that can be known without pulling it: the
// HostedCluster remembers the images it ran with their versions, and most tags are versions.

#include <string_view>

#include "observe/world.h"

namespace telltale::hypershift_nodepool {

// "4.18.3" for "quay.io/openshift-release-dev/ocp-release:4.18.3-x86_64"; empty for a digest, or a
// tag that is no version.
std::string_view version_of_image(std::string_view image);

// The version that the pool is to have and does not have, where its own UpdatingVersion does not
// tell about this generation of its spec; empty: none, or nobody knows. A pool without a version
// was never complete, and is not upgraded.
std::string_view version_on_its_way(const World& world, const Object& pool);

}  // namespace telltale::hypershift_nodepool
