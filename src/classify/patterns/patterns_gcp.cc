// SPDX-License-Identifier: Apache-2.0
// What the Compute Engine API says around its codes (codes_gcp.cc), as operations, googleapi errors
// and gcloud show it.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern gcp_list[] = {
    {"gcp-rate-quota", RatePeriod, Phrase,
     "per ?(?:minute|second|hour|day|100 ?seconds)|per-(?:minute|second|day)|"
     "(?:read|write|query|list|get|heavy-weight \\w+|global mutation|mutate) requests|"
     "(?:queries|requests) per|apirequests|defaultperminute"},
    {"gcp-instance-itself", Itself, Phrase,
     "/instances/[^ /']*'? (?:was|is) not found|instance '?projects/[^ ']*/instances/[^ ']*'?<few> "
     "<gone>|operations/operation-[^ ']*'?<few> <gone>"},

    {"gcp-access-denied-text", Denied, Phrase,
     "required '[^']*' permission|permission '[^']*' (?:was |is )?denied|has not been used in "
     "project<few> before|"
     "api (?:is )?(?:has )?not (?:been )?enabled|it is disabled\\. enable it|"
     "constraint<few> violated|constraints/(?:compute|iam|gcp)\\.|billing (?:account|is disabled)|"
     "could not find default credentials|request had insufficient authentication scopes"},

    {"gcp-resource-path", MissingPhrase, Phrase,
     "(?:networks|subnetworks|images|images/family|disks|disktypes|snapshots|addresses|"
     "instancetemplates|targetpools|healthchecks|backendservices|resourcepolicies|reservations|"
     "serviceaccounts|cryptokeys|firewalls|instancegroups|instancegroupmanagers|regions|zones|"
     "licenses|nodetemplates|nodegroups)/[^ ']*'? (?:was|were|is|cannot be|could not be) not "
     "found|(?:networks|subnetworks|images|images/family|disks|disktypes|snapshots|"
     "serviceaccounts|cryptokeys|reservations|instancetemplates)/[^ ']*'?<few> <gone>|"
     "the referenced<few> resource cannot be found|"
     "the resource '[^']*serviceaccount[^']*'<few> <gone>|"
     "service ?account [^ ]+ does not exist"},

    {"gcp-quota-text", QuotaPhrase, Phrase,
     "quota '[^']*' exceeded|quota [a-z0-9_]+ exceeded|insufficient (?:\\w+ )?quota|"
     "quota limit '[^']*' has been exceeded|exceeded limit '[^']*' on resource"},

    {"gcp-type-not-in-zone", CapacityCode, Phrase,
     "(?:machine|accelerator)types/[^ ']*'? (?:was|is) not found"},
    {"gcp-capacity-text", CapacityPhrase, Phrase,
     "does not have enough resources available|accelerator(?:\\(s\\))? is currently unavailable|"
     "is currently unavailable in the [^ ]+ zone|currently has capacity to accommodate|"
     "(?:reservation|specified reservation)<few> (?:does not have (?:available|enough)|"
     "has no available)|"
     "machine type<few> (?:does not exist|is not (?:available|supported)) in (?:the "
     ")?(?:zone|region)|"
     "ip space of [^ ]+ is exhausted|vm instance<few> is currently unavailable|"
     "free ip space|resource pool exhausted|out of resources"},

    {"gcp-invalid-text", Invalid, Phrase,
     "invalid value for field '|too many network interfaces|"
     "invalid resource usage"},
};

}  // namespace

std::span<const Pattern> gcp_patterns() { return gcp_list; }

}  // namespace telltale
