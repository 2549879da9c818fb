// SPDX-License-Identifier: Apache-2.0
#pragma once

// Times with microseconds, "2026-01-02T03:04:05.000000Z", as leases and events carry them.

#include <string_view>

#include "json/value.h"

namespace telltale::server {

// Brings the member into that form. What is no time stays for the schema to refuse.
void settle_micro_time(json::ValueMap& map, std::string_view name);

}  // namespace telltale::server
