// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a human does about a Hive ClusterDeployment that is Stuck.

#include <string_view>

#include "catalog/explain/guidance.h"

namespace telltale {
namespace hive_advice {

inline constexpr std::string_view read_attempts =
    "Read why the last attempt failed, mend that, then delete the ClusterDeployment and create it "
    "anew: oc get clusterprovision -n <namespace> -o yaml";
inline constexpr std::string_view mend_zone =
    "Read what the DNS zone says and mend credentials or delegation; a stopped deployment must be "
    "created anew: oc get dnszone <name>-zone -n <namespace> -o yaml";
inline constexpr std::string_view read_install =
    "Read the conditions of the ClusterInstall that spec.clusterInstallRef names: "
    "oc get <kind> <name> -n <namespace> -o yaml";
inline constexpr std::string_view mend_install_config =
    "Correct what spec.provisioning refers to, the install config Secret or the customization: "
    "oc get clusterdeployment <name> -n <namespace> -o yaml";
inline constexpr std::string_view mend_deprovision =
    "Mend the cloud credentials of the deprovision request, then watch its job: "
    "oc get clusterdeprovision <name> -n <namespace> -o yaml";

}  // namespace hive_advice

inline constexpr Guidance hive_guidance[] = {
    {"ClusterDeployment", "RequirementsMet", "DNSNotReady", hive_advice::mend_zone,
     "docs/runbooks/DNSNotReady.md"},
    {"ClusterDeployment", "RequirementsMet", "AuthenticationFailure",
     "Renew the cloud credentials in the Secret that spec.platform names and check them with the "
     "cloud's own command line",
     "docs/runbooks/AuthenticationFailure.md"},
    {"ClusterDeployment", "RequirementsMet", "ClusterImageSetNotFound",
     "Create the ClusterImageSet, or point spec.provisioning.imageSetRef to one that exists: "
     "oc get clusterimagesets",
     "docs/runbooks/ClusterImageSetNotFound.md"},
    {"ClusterDeployment", "RequirementsMet", "InstallerImageResolutionFailed",
     "Check the release image and the pull secret, then read the log of the imageset job: "
     "oc get jobs,pods -n <namespace>",
     "docs/runbooks/InstallerImageResolutionFailed.md"},
    {"ClusterDeployment", "RequirementsMet", "InstallConfigRefNotSet",
     hive_advice::mend_install_config, "docs/runbooks/InstallConfigInvalid.md"},
    {"ClusterDeployment", "RequirementsMet", "InstallConfigValidationFailed",
     hive_advice::mend_install_config, "docs/runbooks/InstallConfigInvalid.md"},
    {"ClusterDeployment", "RequirementsMet", "CustomizationRefNotAvailable",
     hive_advice::mend_install_config, "docs/runbooks/InstallConfigInvalid.md"},
    {"ClusterDeployment", "RequirementsMet", "*", hive_advice::read_install,
     "docs/runbooks/ClusterInstallRequirementsNotMet.md"},
    {"ClusterDeployment", "ProvisionFailed", "InstallLaunchError",
     "See why the install pod does not start (quota, image, node): "
     "oc describe pods -n <namespace> -l hive.openshift.io/install=true",
     "docs/runbooks/InstallLaunchError.md"},
    {"ClusterDeployment", "ProvisionFailed", "*",
     "Read the reason and the log of the failed attempt: "
     "oc get clusterprovision -n <namespace> -o yaml",
     "docs/runbooks/ProvisionFailed.md"},
    {"ClusterDeployment", "ProvisionStopped", "InstallOnlyOnceSet", hive_advice::read_attempts,
     "docs/runbooks/ProvisionStopped.md"},
    {"ClusterDeployment", "ProvisionStopped", "InstallAttemptsLimitReached",
     hive_advice::read_attempts, "docs/runbooks/ProvisionStopped.md"},
    {"ClusterDeployment", "ProvisionStopped", "FailureReasonNotRetryable",
     hive_advice::read_attempts, "docs/runbooks/ProvisionStopped.md"},
    {"ClusterDeployment", "ProvisionStopped", "DNSNotReadyTimedOut", hive_advice::mend_zone,
     "docs/runbooks/DNSNotReady.md"},
    {"ClusterDeployment", "ProvisionStopped", "DNSZoneFailedToReconcile", hive_advice::mend_zone,
     "docs/runbooks/DNSNotReady.md"},
    {"ClusterDeployment", "ProvisionStopped", "*", hive_advice::read_install,
     "docs/runbooks/ProvisionStopped.md"},
    {"ClusterDeployment", "Provisioned", "Error",
     "Report the conditions to whoever maintains the ClusterInstall, and update it: "
     "oc get <kind> <name> -n <namespace> -o yaml",
     "docs/runbooks/ContractViolation.md"},
    {"ClusterDeployment", "Provisioned", "DeprovisionFailed", hive_advice::mend_deprovision,
     "docs/runbooks/DeprovisionError.md"},
    {"ClusterDeployment", "Provisioned", "ProvisionStopped", hive_advice::read_attempts,
     "docs/runbooks/ProvisionStopped.md"},
    {"ClusterDeployment", "Provisioned", "*", hive_advice::read_attempts,
     "docs/runbooks/ProvisionFailed.md"},
    {"ClusterDeployment", "DeprovisionError", "ClusterDeprovisionNotCreated",
     "Read why Hive cannot create the deprovision request: "
     "oc logs -n hive deployment/hive-controllers; oc get clusterdeprovision -n <namespace>",
     "docs/runbooks/DeprovisionError.md"},
    {"ClusterDeployment", "DeprovisionError", "*", hive_advice::mend_deprovision,
     "docs/runbooks/DeprovisionError.md"},
    {"ClusterDeployment", "*", "*",
     "Read the conditions of the deployment and the log of Hive's controllers: "
     "oc describe clusterdeployment <name> -n <namespace>",
     "docs/runbooks/ProvisionFailed.md"},
};

}  // namespace telltale
