// SPDX-License-Identifier: Apache-2.0
// Hosts that stand in a rack: Metal3 with Ironic, and Agents of the assisted-service. Here capacity
// is a host that nobody else has.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern metal_list[] = {
    {"metal-no-host", CapacityPhrase, Phrase,
     "host not found for machine|no (?:available|suitable|matching|free|unused|ready) (?:bare "
     "?metal ?)?"
     "(?:hosts?|agents?|bmhs?)\\b|no (?:bare ?metal ?)?(?:hosts?|bmhs?) "
     "(?:available|found|match\\w*)|"
     "no agents? (?:available|found|match\\w*)|"
     "could not find (?:a |any )?(?:suitable |available |matching )?(?:host|agent|baremetalhost)|"
     "not enough (?:bare ?metal ?)?(?:hosts|agents)|"
     "no bare ?metal ?hosts? in state|failed to own any available|"
     "no (?:bare ?metal ?)?hosts? (?:that )?(?:could be|can be) (?:consumed|claimed)"},
    {"metal-missing", MissingPhrase, Phrase,
     "image<few> (?:could not be|cannot be) downloaded<few> 404|infra-?env<id>? <gone>|"
     "discovery image<few> <gone>"},
    {"metal-denied", Denied, Phrase,
     "bmc credentials? (?:is|are)? ?(?:missing|invalid|incorrect)|"
     "(?:invalid|missing|incorrect) bmc credentials?|bmc secret"},
    {"metal-failed", Fault, Phrase,
     "(?:registration|inspection|provisioning|preparation|provisioned registration|power "
     "management|detach) error|host adoption failed|adopt node|"
     "(?:image provisioning|deploy|inspection|introspection|cleaning|clean step|deploy step) "
     "failed|"
     "image provisioning failed|failed to get power state|ipmi call failed|"
     "unable to (?:reach|connect to|contact) (?:the )?bmc|"
     "failed to (?:change|set|get) (?:[^ ]+ ){0,2}power|failed (?:deploy|clean|service) step|"
     "(?:unable to |could not |failed to )establish (?:ipmi|redfish)|mac address<few> "
     "(?:conflicts|already)|"
     "(?:redfish|ipmi|bmc|idrac|ilo)\\b<few> (?:error|failed|failure|exception|timed? ?out)|"
     "no (?:suitable|valid) (?:root )?device|bmc (?:is |was )?(?:unreachable|not "
     "reachable|unavailable)|power (?:on|off|cycle) "
     "failed|boot mode|missing are: \\[|could not (?:connect to "
     "libvirt|find disk)|"
     "(?:introspection|inspection|cleaning|deploy(?:ment)?|provisioning|power) (?:has )?timed? "
     "?out|"
     "timeout reached while (?:inspecting|waiting for|cleaning|deploying)|"
     "agent<few> (?:has )?(?:failed validations?|installation (?:has )?(?:failed|"
     "stopped))|the agent's validations are failing|installation (?:has )?(?:failed|stopped due)"},
    {"metal-failed-wrapped", Failed, Phrase,
     "failed to (?:inspect|register|provision|adopt|deprovision|prepare|clean|deploy) "},
};

}  // namespace

std::span<const Pattern> metal_patterns() { return metal_list; }

}  // namespace telltale
