// SPDX-License-Identifier: Apache-2.0
// Documented error types and reasons of Metal3, Ironic and the assisted-service.
// Roles say what the documentation says: RateLimit, Passing and Network come right by asking again,
// the others do not.

#include "classify/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern metal_code_list[] = {
    {"metal-no-host-code", CapacityCode, Code,
     "NoSuitableAgents|NoAvailableAgents|NoAvailableHosts?|NoAvailableHostFound|"
     "InsufficientAgents|NoHostAvailable|NotEnoughHosts"},
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
