// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one Machine, from its judged conditions and how long they have stood.

#include "catalog/healthcheck/remediation.h"
#include "catalog/judged.h"
#include "catalog/machine/seen.h"

namespace telltale::machine {

// Sets verdict and cause, and brings the wake forward to the end of its patience.
void decide_verdict(Judged& judged, const Seen& seen, healthcheck::Remediation remediation,
                    const Settings& settings);

}  // namespace telltale::machine
