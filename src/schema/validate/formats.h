// SPDX-License-Identifier: Apache-2.0
#pragma once

// The formats of strings that the API checks; every other format is documentation.

#include <string_view>

namespace telltale::schema {

// True for formats that are not known. Dashes in the format's name do not count: "date-time".
bool has_format(std::string_view text, std::string_view format);

// True for "1h30m", "-1.5s", "0" and, as the API has it, "3 days".
bool is_duration(std::string_view text);

}  // namespace telltale::schema
