// SPDX-License-Identifier: Apache-2.0
#pragma once

// The print columns of every kind, out of the kinds' records: what `telltale get` shows, and what
// the CRDs of the embedded API server carry. The proposal dialect has the seed's tables ("Current"
// for v1beta1, "To be" for v1beta2), the upstream dialect what upstream shipped; the kinds the seed
// is silent about have upstream's columns in both. NAME always comes first and is not listed.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/kind_data.h"
#include "convert/dialect.h"

namespace telltale {

// Empty for a kind that has no columns of its own.
std::span<const Column> columns_of(std::string_view group, std::string_view kind,
                                   std::string_view version, DialectName dialect);
// Whether the kind has columns of its own; a Machine of another group is not Cluster API's.
bool has_columns(std::string_view group, std::string_view kind);
// Every path that a column of this kind has in any version and dialect.
std::vector<std::string_view> column_paths(std::string_view group, std::string_view kind);

// "string", "integer", "boolean", "date": as a CRD spells it.
std::string_view to_text(ColumnType type);
// "Ready" for the column that shows the status of that condition; empty for any other.
std::string_view condition_shown(const Column& column);

}  // namespace telltale
