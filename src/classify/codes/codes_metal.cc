// SPDX-License-Identifier: Apache-2.0
// Error types and reasons of Metal3, Ironic and the assisted-service.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern metal_code_list[] = {
    {"metal-no-host-code", CapacityCode, Code,
     "NoSuitableAgents|NoAvailableAgents|NoAvailableHosts?|NoAvailableHostFound|"
     "InsufficientAgents|NoHostAvailable|NotEnoughHosts"},
    {"metal-busy", Passing, Code, "NoFreeConductorWorker|NodeLocked"},
    {"metal-failed-code", Fault, Code,
     "RegistrationError|InspectionError|ProvisioningError|PreparationError|PowerManagementError|"
     "ProvisionedRegistrationError|DetachError|BMOFailed|AssociateBMHFailed|AssociateM3Metadata"
     "Failed|ValidationsFailing|ValidationsFailed|InstallationFailed|BindingFailed|"
     "AgentValidationFailed|IPMIFailure|RedfishError|SushyError|"
     "DisassociateM3MetadataFailed|DisassociateM3MetaDataFailed"},
};

}  // namespace

std::span<const Pattern> metal_codes() { return metal_code_list; }

}  // namespace telltale
