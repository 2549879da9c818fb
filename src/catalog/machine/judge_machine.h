// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Machine: every table of this folder, in the order in which they lean on each other.

#include "catalog/judged.h"
#include "catalog/machine/seen.h"
#include "catalog/voice.h"

namespace telltale::machine {

// Fills in the snapshot as far as later tables need it, so that it can be explained afterwards.
Judged judge(const Scene& scene, const Object& machine, Seen& seen, Voice& voice);

}  // namespace telltale::machine
