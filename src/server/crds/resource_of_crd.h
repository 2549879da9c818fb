// SPDX-License-Identifier: Apache-2.0
#pragma once

// A CustomResourceDefinition that was accepted, as the server serves it.

#include "json/value.h"
#include "server/resource.h"

namespace telltale::server {

// The names are the accepted ones. All versions are there, served or not, the preferred one first;
// their schemas are compiled. A webhook behind a Service is called by the Service's name.
Resource resource_of_crd(const json::Value& crd);

}  // namespace telltale::server
