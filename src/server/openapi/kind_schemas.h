// SPDX-License-Identifier: Apache-2.0
#pragma once

// The schema of a kind, as the documents publish it: what the definition gave, with apiVersion,
// kind and metadata filled in, and for version 2 cut down to what Swagger and old clients know.

#include "json/value.h"
#include "server/openapi/names.h"
#include "server/resource.h"

namespace telltale::server::openapi {

// The kind and its list by full name. A kind that is answered and never stored has no list.
json::ValueMap kind_schemas(const Resource& resource, const Version& version, Dialect dialect);

// A schema as it was given, made fit for the dialect. In version 2 a nullable value has no type, an
// object that takes any field tells none, oneOf and its like are gone, and every array says
// something about its items: old clients refuse the whole document otherwise. Of hostile input only
// what is understood is kept.
json::Value published(const json::Value& schema, Dialect dialect);

// True when every field of an object is told, so that clients can compute a strategic merge patch
// from the schema alone.
bool tells_every_field(const json::Value& schema);

}  // namespace telltale::server::openapi
