// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a Machine is being changed in place rather than replaced. Its annotations alone tell:
// what was once written into its status would say so for ever.

#include "kube/object.h"

namespace telltale {

// From the mark that starts the update until the hook that makes it is no longer pending.
bool is_updated_in_place(const Object& machine);

}  // namespace telltale
