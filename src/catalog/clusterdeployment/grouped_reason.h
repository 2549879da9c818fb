// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whose reason is it? RequirementsMet and ProvisionFailed gather problems that used to be
// conditions of their own, and a ClusterInstall writes to both of them too. A reason is cleared
// only by its owner, so before anything is taken back, this says who that is.
//
//   if (auto cleared = clear_if_ours(stands, "AuthenticationFailure", install_says)) ...

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kube/condition.h"
#include "table/table.h"

namespace telltale::clusterdeployment {

enum class Owner : std::uint8_t {
  Nobody,      // the condition is not there, or tells of no problem
  Deployment,  // one of the reasons below: whoever judges the ClusterDeployment clears it
  Install,     // the ClusterInstall says the same at this moment
  Other,       // a word that nobody here knows
};

// The closed set of problems that the ClusterDeployment itself finds.
struct OwnReason {
  std::string_view condition;
  Status problem;  // which status of the condition tells of a problem
  std::string_view reason;
  std::string_view resolved;  // the reason once the problem is over
  std::string_view sentence;  // and the message
};

// Hive has a word of its own for the image set only.
inline constexpr OwnReason own_reasons[] = {
    {"RequirementsMet", Status::False, "DNSNotReady", "DNSNotReadyResolved",
     "The managed DNS zone is available"},
    {"RequirementsMet", Status::False, "AuthenticationFailure", "AuthenticationFailureResolved",
     "Platform credentials passed the authentication check"},
    {"RequirementsMet", Status::False, "ClusterImageSetNotFound", "ClusterImageSetFound",
     "The ClusterImageSet exists"},
    {"RequirementsMet", Status::False, "InstallerImageResolutionFailed",
     "InstallerImageResolutionFailedResolved", "The installer images are known"},
    {"RequirementsMet", Status::False, "InstallConfigRefNotSet", "InstallConfigRefNotSetResolved",
     "The install config is referred to"},
    {"RequirementsMet", Status::False, "InstallConfigValidationFailed",
     "InstallConfigValidationFailedResolved", "The install config was accepted"},
    {"RequirementsMet", Status::False, "CustomizationRefNotAvailable",
     "CustomizationRefNotAvailableResolved", "The customization could be loaded"},
    {"ProvisionFailed", Status::True, "InstallLaunchError", "InstallLaunchErrorResolved",
     "The install pod was launched"},
};

// What RequirementsMet or ProvisionFailed says once a problem is over: Unknown, and which.
template <std::size_t N>
consteval std::array<MayWrite, N> resolved_reasons(std::string_view condition) {
  std::array<MayWrite, N> resolved{};
  std::size_t next = 0;
  for (const OwnReason& own : own_reasons) {
    if (own.condition == condition) resolved.at(next++) = {own.resolved, Status::Unknown};
  }
  return resolved;
}

// `install` is what the ClusterInstall says about the same matter now; nothing: it says nothing.
Owner owner_of(const Condition* stands, const Condition* install);

// The condition with the problem taken back: Unknown, and a word that says what was resolved.
// Nothing unless the condition stands, tells of this problem, and the problem is ours.
std::optional<Condition> clear_if_ours(const Condition* stands, std::string_view reason,
                                       const Condition* install);

}  // namespace telltale::clusterdeployment
