// SPDX-License-Identifier: Apache-2.0
#pragma once

// The checks before the first attempt, and what RequirementsMet calls each of them.

#include <string_view>

#include "catalog/clusterdeployment/observe_parts.h"

namespace telltale::clusterdeployment {

struct NamedCheck {
  std::string_view reason;  // of RequirementsMet while it fails
  Finding Checks::* finding;
};

inline constexpr NamedCheck named_checks[] = {
    {"DNSNotReady", &Checks::dns},
    {"AuthenticationFailure", &Checks::credentials},
    {"ClusterImageSetNotFound", &Checks::image_set},
    {"InstallerImageResolutionFailed", &Checks::images},
    {"InstallConfigRefNotSet", &Checks::install_config_ref},
    {"InstallConfigValidationFailed", &Checks::install_config},
    {"CustomizationRefNotAvailable", &Checks::customization},
};

void see_dns(const Observing& at);

}  // namespace telltale::clusterdeployment
