// SPDX-License-Identifier: Apache-2.0
// IBM Cloud: VPC instances, whose codes are words joined by underscores, and Power Virtual Servers,
// whose errors carry the name of the API operation that answered.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern ibm_list[] = {
    {"ibm-instance-itself-text", Itself, Phrase,
     "pvm ?instance<id>? <gone>|instance not found|pvm-instances/[^ ]*\\]\\[404\\]"},
    {"ibm-denied-text", Denied, Phrase,
     "provided api ?key could not be found|api ?key<few> (?:invalid|expired)|"
     "not authorized to access|iam token"},
    {"ibm-not-found", MissingPhrase, Phrase,
     "(?:image|network|cloud-instance|cloud instance|ssh ?key|volume|subnet|service instance|"
     "workspace|placement group)<id>?<few> (?:<gone>|is not found)|"
     "image import (?:job )?(?:has )?failed|failed to import image"},
    {"ibm-quota", LimitPhrase, Phrase,
     "exceed(?:s|ed|ing)?<few> (?:quota|limit)|"
     "(?:processors?|memory|cores?|storage|instances?|vcpus?|tier[0-9])<few> (?:limit|quota)<few> "
     "(?:exceeded|reached)|(?:limit|quota)<few> (?:exceeded|reached)"},
    {"ibm-capacity", CapacityPhrase, Phrase,
     "insufficient (?:\\w+ )?(?:capacity|resources|memory|processors|cores|storage)|"
     "(?:unable|failed) to (?:place|find (?:a )?(?:host|system))|no (?:valid |available "
     ")?hosts?\\b|"
     "not enough (?:capacity|resources|memory|processors|cores)|no valid host|"
     "no (?:more )?(?:available )?ip addresses"},
};

}  // namespace

std::span<const Pattern> ibm_patterns() { return ibm_list; }

}  // namespace telltale
