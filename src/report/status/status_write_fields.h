// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fields of a status beside its conditions that telltale computes: counters, failedLaunches,
// and, where the judged world is at hand, phase, initialization and the legacy status, all at the
// places of the object's own version. Only what its definition keeps.

#include <string>
#include <vector>

#include "json/value.h"
#include "report/status/status_write.h"

namespace telltale {

struct ComputedField {
  std::string path = {};  // "status.controlPlane.readyReplicas"
  json::Value value = {};
  bool is_news = false;  // differs from the stored one
};

// In the order of their paths. A list is one field.
std::vector<ComputedField> computed_fields(const WriteBase& base, const WriteRules& rules);

}  // namespace telltale
