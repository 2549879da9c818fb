// SPDX-License-Identifier: Apache-2.0
#pragma once

// The second look at a Machine that some MachineHealthCheck selects, once all Machines are judged
// and counted: who is asked to replace it, or why nobody is.

#include <cstdint>

#include "catalog/healthcheck/remediation_tables.h"
#include "catalog/healthcheck/totals.h"
#include "catalog/judged.h"
#include "catalog/voice.h"

namespace telltale::healthcheck {

enum class Remediation : std::uint8_t {
  NotNeeded,  // the Machine does not fail a check, or none selects it
  Asked,      // the check may have it replaced
  Refused,    // it fails, but too many others do as well
};

Request observe_request(const Scene& scene, const Totals& totals, const Judged& machine);

// Edits the conditions that were judged before; a Machine that no check selects stays untouched.
Remediation judge_remediation(const Scene& scene, const Totals& totals, Judged& machine,
                              Voice& voice);

}  // namespace telltale::healthcheck
