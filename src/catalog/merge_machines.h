// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions that every owner of Machines makes of theirs, in the same words.

#include "base/arena.h"
#include "catalog/members.h"

namespace telltale {

// None of them may be asked of an owner without such Machines; they say InternalError then.
Condition merge_ready(const Members& machines, Arena& arena);
Condition merge_up_to_date(const Members& machines, Arena& arena);
// True, with what each Machine that waits to be remediated waits for.
Condition merge_remediation(const Members& machines, Arena& arena);

// "Rolling out 3 not up-to-date replicas" and why, one line for each reason.
std::string describe_rollout(const Members& machines);

}  // namespace telltale
