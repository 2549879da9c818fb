// SPDX-License-Identifier: Apache-2.0
#pragma once

// An object as it would stand after judging, in the shape of its own version and of the chosen
// dialect: what JSONPaths of columns look into, and, with everything that its stage has to say on
// top, what `get -o json` prints.
//
//                 conditions                      counters
//   v1beta2       status.conditions               status.readyReplicas, status.controlPlane, ...
//   v1beta1, S    status.experimentalConditions   status.experimentalReadyReplicas, ...
//   v1beta1, U    status.v1beta2.conditions       status.v1beta2.readyReplicas, ...

#include <string_view>

#include "base/arena.h"
#include "catalog/judged.h"
#include "catalog/machine/node_copy.h"
#include "convert/dialect.h"
#include "json/tree/tree.h"
#include "json/writer.h"
#include "report/status/staged_status.h"

namespace telltale {

// What v1beta1 calls by these names counts Nodes; without the world nobody counts those.
inline constexpr std::string_view old_counter_names[] = {"replicas", "readyReplicas",
                                                         "availableReplicas"};

// What judging says, as `status` would hold it: conditions and counters at their places. Text that
// had to be made lives in `arena`, all other text where the Judged has it.
json::Tree judged_status(const Judged& judged, DialectName dialect, Arena& arena);

// What a Machine copies from its Node and its infrastructure, as a status of v1beta2 has it;
// missing where that is nothing.
json::Tree copied_tree(const machine::NodeCopy& copy, Arena& arena);

// The whole of what is known: metadata, the fields that were read, and the status after judging. An
// object that is not judged stands as stored. The fields of v1beta1 that have the old meaning stay
// as stored.
json::Tree object_tree(const Object& object, const Judged* judged, DialectName dialect,
                       Arena& arena);
// The same where the judged world is at hand: of a Machine also what it copies from its Node.
json::Tree object_tree(const Object& object, const Judged* judged, const JudgeContext& context,
                       Arena& arena);

// The same at a stage, legacy status and all.
json::Tree staged_tree(const Object& object, const Judged* judged, const Staging& staging,
                       Arena& arena);

// apiVersion, kind, metadata and status at a stage; of an object that is not judged, its stored
// conditions.
void write_object(json::Writer& out, const Object& object, const Judged* judged,
                  const Staging& staging);

}  // namespace telltale
