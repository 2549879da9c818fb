// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions that every owner of Machines makes of theirs, in the same words.

#include <string>

#include "base/arena.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/engine/members.h"

namespace telltale {

// None of them may be asked of an owner without such Machines; they say InternalError then.
Condition merge_ready(const Members& machines, Arena& arena);
Condition merge_up_to_date(const Members& machines, Arena& arena);
// True, with what each Machine that waits to be remediated waits for.
Condition merge_remediation(const Members& machines, Arena& arena);

// "Rolling out 3 not up-to-date replicas" and why, one line for each reason.
std::string describe_rollout(const Members& machines);

// Says the three conditions that are merged from the Machines of an owner.
template <class ReadyTable, class UpToDateTable, class RemediatingTable, class Seen>
void speak_of_machines(const ReadyTable& ready, const UpToDateTable& up_to_date,
                       const RemediatingTable& remediating, const Seen& seen,
                       const Members& machines, ConditionWriter& writer) {
  writer.speak(ready, seen, [&] { return merge_ready(machines, writer.arena()); });
  writer.speak(up_to_date, seen, [&] { return merge_up_to_date(machines, writer.arena()); });
  writer.speak(remediating, seen, [&] { return merge_remediation(machines, writer.arena()); });
  writer.wake_at(machines.next_deletion_change());
}

}  // namespace telltale
