// SPDX-License-Identifier: Apache-2.0
#pragma once

// The /scale endpoint: how many replicas an object wants and has, in the shape that autoscalers and
// `kubectl scale` know, autoscaling/v1 Scale.

#include "json/value.h"
#include "schema/validate/field_error.h"
#include "server/request/status_error.h"
#include "server/resource.h"

namespace telltale::server {

json::Value scale_of(const json::Value& object, const Scale& scale);
// The object with the replicas that the Scale asks for.
Outcome<json::Value> with_scale(json::Value object, const json::Value& asked, const Scale& scale,
                                const Named& named);
// What keeps /scale from reading this object: replicas that are no number or less than none.
schema::FieldErrors scale_errors(const json::Value& object, const Scale& scale);

}  // namespace telltale::server
