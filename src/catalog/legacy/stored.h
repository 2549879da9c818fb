// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an object stores of its legacy status, in either version and either spelling.

#include <optional>
#include <string_view>
#include <vector>

#include "catalog/legacy/legacy_status.h"
#include "kube/object.h"

namespace telltale::legacy {

// Empty unless the list there gives the condition one.
LegacySeverity severity_at(const Object& object, std::string_view list_path, std::string_view type);

std::vector<LegacyCondition> stored_conditions(const Object& object);
// All of it: what a paused object still says.
LegacyStatus stored_status(const Object& object, Arena& arena);

// The Ready condition that a provider object reports, as v1beta1 reads it.
std::optional<LegacyCondition> provider_ready(const Object& provider);

}  // namespace telltale::legacy
