// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pods and Services, which nothing here runs: they get the status that a new one has.

#include "json/value.h"

namespace telltale::server {

void prepare_pod(json::Value& object, const json::Value* old);
void prepare_service(json::Value& object, const json::Value* old);
// Kinds with a status of their own that nobody may set while creating.
void prepare_without_status(json::Value& object, const json::Value* old);

}  // namespace telltale::server
