// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/mapping.h"

namespace telltale::clusterdeployment {
namespace {

constexpr OldToNew mapping[] = {
    {"AuthenticationFailure", "RequirementsMet", "AuthenticationFailure",
     "True becomes False; the message begins with what was checked"},
    {"ClusterImageSetNotFound", "RequirementsMet", "ClusterImageSetNotFound",
     "True becomes False; the ClusterImageSet itself is believed first"},
    {"DNSNotReady", "RequirementsMet", "DNSNotReady",
     "True becomes False; the old reason begins the message; a time-out also stops provisioning"},
    {"InstallerImageResolutionFailed", "RequirementsMet", "InstallerImageResolutionFailed",
     "True becomes False: images are resolved before any attempt"},
    {"InstallImagesNotResolved", "RequirementsMet", "InstallerImageResolutionFailed",
     "folded into the same reason; the old reason begins the message"},
    {"ClusterInstallRequirementsMet", "RequirementsMet", "",
     "copied from the ClusterInstall once no problem of the deployment's own is left"},
    {"InstallLaunchError", "ProvisionFailed", "InstallLaunchError",
     "an attempt exists by then; Unknown again when its pod runs and nothing else failed"},
    {"ClusterInstallFailed", "ProvisionFailed", "",
     "True is copied; False is reported only when the ClusterInstall has completed"},
    {"ProvisionFailed", "ProvisionFailed", "", "kept as a primary condition"},
    {"ClusterInstallStopped", "ProvisionStopped", "",
     "copied; a stop after a failure becomes InstallAttemptsLimitReached"},
    {"ProvisionStopped", "ProvisionStopped", "", "kept as a primary condition; True for ever"},
    {"ClusterInstallCompleted", "Provisioned", "Provisioned",
     "True with Stopped, and without Failed; anything else breaks the contract"},
    {"DeprovisionLaunchError", "DeprovisionError", "",
     "renamed; DeprovisionFailed of the ClusterDeprovision is reported there too"},
    {"SyncSetFailed", "", "", "kept as it is, written by clusterdeployment"},
    {"ControlPlaneCertificateNotFound", "", "", "kept as it is, written by controlplanecerts"},
    {"IngressCertificateNotFound", "", "", "kept as it is, written by remoteingress"},
    {"Unreachable", "", "", "kept as it is, written by unreachable"},
    {"ActiveAPIURLOverride", "", "", "kept as it is, written by unreachable"},
    {"Hibernating", "", "", "kept as it is, written by hibernation"},
    {"RelocationFailed", "", "", "kept as it is, written by clusterrelocate"},
    {"AWSPrivateLinkFailed", "", "", "kept as it is, written by awsprivatelink"},
    {"AWSPrivateLinkReady", "", "", "kept as it is, written by awsprivatelink"},
    // Newer than the proposal.
    {"Ready", "", "", "kept as it is, written by hibernation"},
    {"PrivateLinkFailed", "", "", "kept as it is, written by privatelink"},
    {"PrivateLinkReady", "", "", "kept as it is, written by privatelink"},
};

}  // namespace

std::span<const OldToNew> old_to_new() { return mapping; }

}  // namespace telltale::clusterdeployment
