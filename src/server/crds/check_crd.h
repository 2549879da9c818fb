// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a CustomResourceDefinition must fulfil before the server serves what it defines, in the
// words of the API. Pure: the object in, what is wrong with it out.
//
//   for (auto& path : prune_crd_schemas(crd)) ...;               // unknown words of its schemas
//   const schema::FieldErrors wrong = prepare_crd(crd, old, now, others);
//   for (auto& text : crd_warnings(crd)) ...;

#include <span>
#include <string>
#include <vector>

#include "base/instant.h"
#include "json/value.h"
#include "schema/validate/field_error.h"
#include "server/crds/crd_status.h"

namespace telltale::server {

// Everything that a write of a CustomResourceDefinition goes through, except to /status: defaults,
// the rules, and the status that the API's controllers would write a moment later. `old` is null on
// create; the object's own status is never taken from the writer. With field errors the object is
// not to be stored.
schema::FieldErrors prepare_crd(json::Value& crd, const json::Value* old, Instant now,
                                std::span<const AcceptedNames> others);

// The rules alone, of an object with its defaults and its stored versions.
schema::FieldErrors check_crd(const json::Value& crd, const json::Value* old);

// What a write to /status must fulfil: stored versions are versions.
schema::FieldErrors check_crd_status(const json::Value& crd);

// Takes away words that no schema has; returns their paths, as pruning does.
std::vector<std::string> prune_crd_schemas(json::Value& crd);

// What is accepted and has no effect here.
std::vector<std::string> crd_warnings(const json::Value& crd);

// The parts of check_crd. `conversion` is spec.conversion; `path` is "spec.versions[0]".
void check_conversion(const json::ValueMap& conversion, schema::FieldErrors& out);
void check_version(const json::ValueMap& version, const std::string& path,
                   schema::FieldErrors& out);

}  // namespace telltale::server
