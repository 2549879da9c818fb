// SPDX-License-Identifier: Apache-2.0
// What Azure says around its codes (codes_azure.cc). OperationNotAllowed is a quota (409), a
// throttle (429) or a refusal: the text around it decides.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern azure_list[] = {
    {"azure-throttling-text", RateLimit, Phrase,
     "requests have been received for this subscription|"
     "number of (?:\\w+ )?requests for (?:subscription|tenant|resource)|exceeded the backend "
     "storage limit|retry after '?[0-9]+'? seconds|azure (?:cloud provider )?rate ?limited|"
     "please try again after '?[0-9]+'? (?:seconds|minutes)"},
    {"azure-not-provisioned-yet", Passing, Phrase,
     "provisioning state must be '?succeeded|is not in '?succeeded'? state"},
    {"azure-vm-itself", Itself, Phrase,
     "microsoft\\.compute/virtualmachines/[^ /']*'?<few> <gone>|"
     "not an active virtual machine scale set vm|the entity<few> was not found|virtualmachines/[^ "
     "/']*'? under resource group|"
     "virtualmachinescalesets/[^ ']*/virtualmachines/[^ /']*'?<few> <gone>"},
    {"azure-access-denied-text", Denied, Phrase,
     "does not have authorization to perform action|does not have permission to perform action|"
     "disallowed by policy|accept(?:ed)? the (?:legal|marketplace) terms|"
     "legal terms have not been accepted"},

    {"azure-referenced", MissingPhrase, Phrase,
     "referenced by (?:resource|virtual machine|vm)?<few> (?:was|were|is) not found|"
     "referenced resource [^ ]+ does not exist|please make sure that the referenced resource "
     "exists|the (?:platform|gallery|managed|requested|virtual machine) image<few> "
     "(?:<gone>|is not available)|"
     "resource '?microsoft\\.(?:network|managedidentity|storage|keyvault)/[^ ]*<few> <gone>|"
     "microsoft\\.compute/(?:images|galleries|disks|diskencryptionsets|availabilitysets|snapshots|"
     "proximityplacementgroups)/[^ ']*'?<few> <gone>|"
     "resource group '[^']*' could not be found"},

    {"azure-limit-text", QuotaPhrase, Phrase,
     "exceeding (?:the )?approved|exceeding quota limit|\\w+ cores quota|lowprioritycores|"
     "new limit required|quotamonitoringalerting|corequotaincrease|"
     "cannot create more than [0-9]+|maximum allowed: [0-9]+, current in use|"
     "not enough quota|(?:family|regional) vcpus quota"},

    {"azure-capacity-text", CapacityPhrase, Phrase,
     "allocation failed\\b|failed for capacity restrictions|"
     "is (?:currently )?not available in (?:location|region|zone|the current region)|"
     "do not have sufficient capacity for the requested|azureskunotavailable|"
     "subnet<few> is full|does not have enough capacity|"
     "vm size<few> is not available|capacity restrictions"},

    {"azure-vm-failed", Fault, Phrase,
     "azure vm state is failed|vm state is failed|provisioning ?state[': =]+failed|"
     "os provisioning for vm<few> did not finish|os provisioning failed"},
};

}  // namespace

std::span<const Pattern> azure_patterns() { return azure_list; }

}  // namespace telltale
