// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes what was judged, and what v1beta1 would still say, into a status of v1beta2: the one place
// that knows where computed fields go. Every other stage is converted from here.

#include "catalog/cluster_api/status_versions.h"
#include "catalog/judged.h"
#include "catalog/legacy/legacy_status.h"
#include "convert/fields.h"
#include "json/value.h"

namespace telltale {

struct HubFacts {
  const Judged& judged;
  const LegacyStatus& legacy;
  const StatusVersions& versions;
  const convert::KindFields& kind;
  DialectName dialect = DialectName::Proposal;
};

// `status` is what is stored, without its condition lists; other fields in it stay.
void write_hub_status(json::ValueMap& status, const HubFacts& facts);

}  // namespace telltale
