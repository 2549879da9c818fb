// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the answers about a ClusterDeployment rest on, for people who ask why.

#include <string>

#include "catalog/clusterdeployment/seen.h"

namespace telltale::clusterdeployment {

std::string finding_evidence(const Finding& finding);
std::string spec_evidence(const Seen& seen);
std::string dns_evidence(const Seen& seen);
std::string path_evidence(const Seen& seen);
std::string attempt_evidence(const Seen& seen);
std::string limit_evidence(const Seen& seen);
std::string launch_evidence(const Seen& seen);
std::string failure_evidence(const Seen& seen);
std::string install_evidence(const Seen& seen);
std::string deprovision_evidence(const Seen& seen);

// The five as they stood.
std::string requirements_evidence(const Seen& seen);
std::string failed_evidence(const Seen& seen);
std::string stopped_evidence(const Seen& seen);
std::string provisioned_evidence(const Seen& seen);
std::string error_evidence(const Seen& seen);

template <Finding Checks::* finding>
std::string check_evidence(const Seen& seen) {
  return finding_evidence(seen.checks.*finding);
}

}  // namespace telltale::clusterdeployment
