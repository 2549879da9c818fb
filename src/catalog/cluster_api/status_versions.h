// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which Kubernetes versions run behind an owner, and how many Machines run each: status.versions of
// sets, deployments, pools and control planes, and of the two halves of a Cluster. The kubelet's
// version counts where it is known, else the one that the Machine asks for. Oldest first.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/judged.h"

namespace telltale {

// A list with more would be refused.
inline constexpr std::size_t status_versions_max = 100;

struct VersionCount {
  std::string_view version = {};
  std::int32_t replicas = 0;

  bool operator==(const VersionCount&) const = default;
};
using VersionCounts = std::vector<VersionCount>;

struct StatusVersions {
  bool known = false;      // else what is stored stands
  VersionCounts own = {};  // of every kind but a Cluster
  VersionCounts control_plane = {};
  VersionCounts workers = {};
};

// Texts are those of the world. Not known for other kinds, and where Machines were not collected.
StatusVersions status_versions(const JudgeContext& context, const Judged& judged);

// Adds up what is said of one version, and orders: by semantic version, then by text.
VersionCounts merged_versions(VersionCounts counts);

}  // namespace telltale
