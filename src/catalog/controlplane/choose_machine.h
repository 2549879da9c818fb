// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which Machine a control plane would remove next: its own health does not hold the removal back.

#include "catalog/controlplane/etcd.h"

namespace telltale::controlplane {

// Nothing only where there are no Machines. Those that somebody marked for deletion come first,
// then those that are out of date; of them the oldest in the failure domain that has the most.
const OwnMachine* choose_for_removal(Machines machines, const Object* cluster,
                                     std::span<const std::string_view> component_types);

}  // namespace telltale::controlplane
