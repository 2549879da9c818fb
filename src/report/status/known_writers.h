// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who writes which condition where the projects' own controllers run. Where the conditions of such
// a writer are seen, all of its conditions are taken as its own, on objects too young to show it.

#include <cstdint>
#include <string_view>

#include "kube/object.h"

namespace telltale {

enum class KnownWriter : std::uint8_t {
  None,           // nobody but telltale: Progressing, Degraded, names that only the seeds have
  ClusterApi,     // its core manager
  KubeadmPlanes,  // the manager of kubeadm control planes, which also writes on their Machines
  Hive,
};

KnownWriter known_writer_of(const Object& object, std::string_view type);

// Whether a writer of that name is the project's own: controllers are called after their binary
// ("manager") or by what they apply ("capi-machineset").
bool is_projects_own(std::string_view manager);

// `kubectl*`, `clusterctl`: a human did that, and it says nothing about other objects.
bool is_humans_tool(std::string_view manager);

}  // namespace telltale
