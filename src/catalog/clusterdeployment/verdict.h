// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the verdict on one ClusterDeployment rests on: its five conditions. verdict_table.h holds
// the rows.

#include "catalog/clusterdeployment/seen.h"
#include "catalog/engine/verdict_table.h"
#include "catalog/judged.h"
#include "catalog/settings.h"

namespace telltale::clusterdeployment {

// Who says that a requirement is not met; each has a patience of its own.
enum class Unmet : std::uint8_t { Dns, OtherCheck, Install };

// The five as judged; a condition that the list had no room for is Unknown.
struct VerdictSeen {
  Instant now{};
  const Object* object = nullptr;
  Condition requirements = {.type = "RequirementsMet"};
  Condition failed = {.type = "ProvisionFailed"};
  Condition stopped = {.type = "ProvisionStopped"};
  Condition provisioned = {.type = "Provisioned"};
  Condition deprovision = {.type = "DeprovisionError"};

  // While RequirementsMet is False.
  Unmet unmet = Unmet::Install;
  Instant unmet_since = no_time;
  PatienceTerm dns_term = {};
  PatienceTerm check_term = {};
  PatienceTerm install_term = {};
};

// Sets verdict and cause, and brings the wake forward to the end of its patience.
void decide_verdict(Judged& judged, const Seen& seen, const Settings& settings);

// Asks the table once more, and writes down every answer.
VerdictExplanation explain_verdict(const Kind& kind, const JudgeContext& context,
                                   const Judged& judged);

}  // namespace telltale::clusterdeployment
