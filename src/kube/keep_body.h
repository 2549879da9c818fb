// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keeps of a document what its object has in no better form: the part of reading an object that
// decides how much memory a fleet takes. Used by read_object.cc alone.

#include "base/arena.h"
#include "json/tree/tree.h"

namespace telltale {

// The document without metadata and condition lists, and without a spec or status that is no map.
// In the place of a list stay the severities of its conditions, which a Condition has no room for:
// {"Ready": "Warning"}, or when each was last looked at (lastProbeTime). Most lists have neither.
// Maps that hold nothing but flags and versions stand in the arena once, however many objects have
// them. Kept values need not know where they stood in the text.
json::Tree keep_body(const json::Tree& document, Arena& arena);

}  // namespace telltale
