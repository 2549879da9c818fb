// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the two dialects put the same fact within one version: `status.experimentalConditions` or
// `status.v1beta2.conditions`, `status.backCompatibilty` or `status.deprecated.v1beta1`. Every
// spelling is read, one is written.

#include <cstdint>
#include <optional>
#include <string_view>

#include "convert/dialect.h"
#include "json/value.h"

namespace telltale::convert {

enum class Version : std::uint8_t { V1Beta1, V1Beta2 };

// The dialect that an object shows by its fields. Nothing when it shows none; of an object that
// shows both, the structs that only upstream has decide.
std::optional<DialectName> spoken_dialect(const json::Value& object, std::string_view kind,
                                          Version version);

// Moves whatever the object says in the other dialect to the places of this one.
void respell(json::Value& object, std::string_view kind, Version version, DialectName dialect);

// What only lives until v1beta1 is removed, in every spelling.
void drop_compatibility(json::Value& object, std::string_view kind, DialectName dialect);

}  // namespace telltale::convert
