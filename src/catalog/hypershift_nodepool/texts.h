// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a failure says to people: what fails, on how many machines, the provider's own words without
// what changes from attempt to attempt, and what to do about it on this platform. The same failure
// twice gives the same text.

#include <string>

#include "catalog/hypershift_nodepool/evidence.h"

namespace telltale::hypershift_nodepool {

std::string message_of(Class one, const Facts& facts, const Evidence& evidence);
// What the answer "it is seen" rests on, for `why`.
std::string evidence_of(Class one, const Facts& facts, const Evidence& evidence);

}  // namespace telltale::hypershift_nodepool
