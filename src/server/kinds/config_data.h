// SPDX-License-Identifier: Apache-2.0
#pragma once

// ConfigMaps and Secrets: keys and values of limited size, which may be frozen for good.

#include <cstddef>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

inline constexpr std::size_t config_data_bytes_max = std::size_t{1} << 20;

void validate_config_map(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors);

// Folds stringData into data and gives a type to a Secret that has none.
void prepare_secret(json::Value& object, const json::Value* old);
void validate_secret(const json::Value& object, const json::Value* old,
                     schema::FieldErrors& field_errors);

}  // namespace telltale::server
