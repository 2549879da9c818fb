// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a running telltale judges with, as one document, so that whoever asks it judges alike:
//
//   {"apiVersion": "telltale.dev/v1alpha1", "kind": "Settings", "clusterUID": "…",
//    "dialect": "upstream", "clusterProbeGracePeriod": "40s", "patience": {"ownerNotReady":
//    "45m0s"}, "featureGates": {"NodePoolProgressingCondition": true}, …}
//
// A contract as the Report is: a field is added, never renamed. What a document does not name has
// its default; fields that nobody here knows are passed over.

#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/engine/gates.h"
#include "catalog/settings.h"

namespace telltale {

struct RunningSettings {
  // Of the kube-system namespace of the cluster that is judged; empty: it could not be read.
  std::string cluster_uid = {};
  Settings settings = {};
  Gates gates = {};
};

std::string write_settings(const RunningSettings& running);
// Invalid says which field is none.
[[nodiscard]] Result<RunningSettings> parse_settings(std::string_view document);

}  // namespace telltale
