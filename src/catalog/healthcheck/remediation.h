// SPDX-License-Identifier: Apache-2.0
#pragma once

// The second look at a Machine that some MachineHealthCheck selects, once all Machines are judged
// and counted: who is asked to replace it, or why nobody is.

#include <cstdint>

#include "catalog/engine/condition_writer.h"
#include "catalog/healthcheck/remediation_tables.h"
#include "catalog/healthcheck/totals.h"
#include "catalog/judged.h"

namespace telltale::healthcheck {

enum class Remediation : std::uint8_t {
  NotNeeded,  // the Machine does not fail a check, or none selects it
  Asked,      // the check may have it replaced
  Refused,    // it fails, but too many others do as well
};

// Who is asked, as far as the request tells.
Remediation remediation_of(const Request& request);

Request observe_request(const JudgeContext& context, const Totals& totals, const Judged& machine);

// Edits the conditions that were judged before; a Machine that no check selects stays untouched.
Remediation judge_remediation(const JudgeContext& context, const Totals& totals, Judged& machine,
                              ConditionWriter& writer);

}  // namespace telltale::healthcheck
