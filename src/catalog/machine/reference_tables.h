// SPDX-License-Identifier: Apache-2.0
#pragma once

// BootstrapConfigReady and InfrastructureReady on Machine: what the provider objects behind it say.

#include "catalog/machine/guards.h"
#include "catalog/machine/words.h"
#include "catalog/owners/reference.h"
#include "table/table.h"

namespace telltale::machine {

using reference::bootstrap_evidence;
using reference::infra_evidence;

inline constexpr Table bootstrap_config_ready_table{reference::bootstrap_rows<Seen>(deleting),
                                                    "Machine", "BootstrapConfigReady", all_words};

inline constexpr Table infrastructure_ready_table{
    reference::infrastructure_rows<Seen>(
        deleting, "{infra.kind} has been deleted while the Machine still exists"),
    "Machine", "InfrastructureReady", all_words};

}  // namespace telltale::machine
