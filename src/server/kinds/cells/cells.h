// SPDX-License-Identifier: Apache-2.0
#pragma once

// The cells of tables of built-in kinds, behind the name, one per column of the kind's YAML file.
// Events are different, as they are on every server: their name is a column of their own.

#include <string>
#include <string_view>

#include "base/instant.h"
#include "json/value.h"

namespace telltale::server {

// Time since `time` in few letters; "<unknown>" when there is none.
std::string age_cell(std::string_view time, Instant now);
// Time since the object was created.
std::string age_of(const json::Value& object, Instant now);
// The text, or "<none>" or another word when it is empty.
std::string text_or(std::string_view text, std::string_view otherwise);

json::Value config_map_cells(const json::Value& object, Instant now);
json::Value secret_cells(const json::Value& object, Instant now);
json::Value namespace_cells(const json::Value& object, Instant now);
json::Value service_account_cells(const json::Value& object, Instant now);
json::Value endpoints_cells(const json::Value& object, Instant now);
json::Value resource_quota_cells(const json::Value& object, Instant now);
json::Value lease_cells(const json::Value& object, Instant now);
json::Value binding_cells(const json::Value& object, Instant now);
json::Value webhook_cells(const json::Value& object, Instant now);
json::Value api_service_cells(const json::Value& object, Instant now);
// Kinds that show only when they were made: roles, definitions, limit ranges.
json::Value created_at_cells(const json::Value& object, Instant now);

json::Value core_event_cells(const json::Value& object, Instant now);
json::Value new_event_cells(const json::Value& object, Instant now);
json::Value node_cells(const json::Value& object, Instant now);
json::Value pod_cells(const json::Value& object, Instant now);
json::Value service_cells(const json::Value& object, Instant now);
json::Value deployment_cells(const json::Value& object, Instant now);
json::Value stateful_set_cells(const json::Value& object, Instant now);
json::Value job_cells(const json::Value& object, Instant now);

}  // namespace telltale::server
