// SPDX-License-Identifier: Apache-2.0
// Nova, Neutron, Cinder, Glance and Keystone, bare and as gophercloud and Python clients wrap them.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern openstack_list[] = {
    {"openstack-over-limit", RateLimit, Phrase, "this request was rate-limited"},
    {"openstack-busy", Passing, Phrase,
     "is immutable and cannot be (?:updated|changed)|conflictingrequest<few> in progress"},
    {"openstack-server-itself", Itself, Phrase,
     "\\[(?:get|delete|put|patch) [^ ]*/servers/[0-9a-f-]+[^ ]*,? ?(?:but got|got instead:?) 404|"
     "not found: \\[(?:get|delete|put|patch) [^ ]*/servers/[0-9a-f-]+|"
     "instance [0-9a-f-]{8,} could not be found|instancenotfound|"
     "(?:server|instance) '?[0-9a-f]{8}-[0-9a-f-]+'? <gone>"},

    {"openstack-denied", Denied, Phrase,
     "the request you have made requires authentication|"
     "policy doesn't allow [^ ]+ to be performed|disallowed by policy|"
     "error validating token|could not find token|"
     "you must provide (?:a )?(?:password|token|application credential)"},

    {"openstack-not-found", MissingPhrase, Phrase,
     "filter matched no resources|invalid key_name provided|"
     "(?:create|creating)(?: new)? (?:openstack )?(?:server|instance)<few> resource not found|"
     "not found: \\[post [^ ]*|\\[post [^ ]*\\],? but got 404|"
     "unable to find (?:a |the )?(?:network|flavou?r|image|security group|keypair|router|subnet)|"
     "no (?:network|flavou?r|image|security group|subnet|router)s? (?:were |was "
     ")?(?:found|matching|"
     "with|named)|could not find (?:resource|default availability zone)|"
     "none of the specified networks|can not find requested (?:image|volume|flavor)|"
     "no resources? (?:were |was )?found|"
     "(?:image|flavor|network|security group|volume|port)<few> could not be found"},

    {"openstack-quota", QuotaPhrase, Phrase,
     "quota exceeded for|quota exceeded, too many|exceeds allowed [^ ]* ?quota|"
     "allowed\\) exceeded for quota|maximum number of (?:volumes|ports|fixed ips|floating ips|"
     "snapshots|security groups|networks)<few> (?:allowed|exceeded|reached)|"
     "over quota in pool"},

    {"openstack-capacity", CapacityPhrase, Phrase,
     "no valid host (?:was )?found|not enough hosts available|no valid backend|"
     "insufficient compute resources|numa topology cannot fit|no weighed backends|"
     "no more (?:ip addresses|floating ips|fixed ips)|zero (?:fixed|floating) ips available|"
     "availability zone<few> is not available|pci device<few> (?:request|failed)|"
     "no (?:ip|ips) (?:addresses )?available|no allocation candidates"},

    {"openstack-failed-text", Fault, Phrase,
     "exhausted all hosts available|exceeded max(?:imum)? (?:number of retries|scheduling "
     "attempts)|"
     "block device mapping is invalid|build of instance [^ ]+ (?:aborted|was re-scheduled)|"
     "binding failed for port|failed to allocate the network|virtual interface creation failed|"
     "did not finish being created even after|went to error status|in error state|"
     "not_found_in_clouds|could not find cloud|instance state '?error'?|"
     "volume<few> (?:is in|went into) error"},
};

}  // namespace

std::span<const Pattern> openstack_patterns() { return openstack_list; }

}  // namespace telltale
