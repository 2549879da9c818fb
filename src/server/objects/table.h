// SPDX-License-Identifier: Apache-2.0
#pragma once

// The columns of a table and the cells of one row, as kubectl prints them.

#include <string>
#include <string_view>

#include "base/instant.h"
#include "server/request/status_error.h"
#include "server/resource.h"

namespace telltale::server {

// A JSON list of column definitions, Name first.
std::string column_definitions(const Version& version);
// A JSON list of cells for the object, which is JSON in that version.
std::string table_cells(const Resource& resource, const Version& version, std::string_view object,
                        Instant now);

}  // namespace telltale::server
