// SPDX-License-Identifier: Apache-2.0
#pragma once

// The /scale endpoint: how many replicas an object wants and has, in the shape that autoscalers and
// `kubectl scale` know, autoscaling/v1 Scale.

#include "json/value.h"
#include "schema/violation.h"
#include "server/failure.h"
#include "server/resource.h"

namespace telltale::server {

json::Value scale_of(const json::Value& object, const Scale& scale);
// The object with the replicas that the Scale asks for.
Outcome<json::Value> with_scale(json::Value object, const json::Value& asked, const Scale& scale,
                                const Named& named);
// What keeps /scale from reading this object: replicas that are no number or less than none.
schema::Violations scale_trouble(const json::Value& object, const Scale& scale);

}  // namespace telltale::server
