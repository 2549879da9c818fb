// SPDX-License-Identifier: Apache-2.0
#pragma once

// The schemas that every group shares: ObjectMeta and what it is made of, list metadata, Status,
// DeleteOptions, Patch, and autoscaling/v1 Scale.

#include "json/value.h"
#include "server/openapi/names.h"

namespace telltale::server::openapi {

// By full name, with references of the dialect.
json::ValueMap meta_schemas(Dialect dialect);
json::ValueMap scale_schemas(Dialect dialect);

}  // namespace telltale::server::openapi
