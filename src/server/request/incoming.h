// SPDX-License-Identifier: Apache-2.0
#pragma once

// An object that a client sent, before anything is written: is it of the right kind, does it lie
// where the path says, what of it is unknown, and what is wrong with it.

#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "server/request/body.h"
#include "server/request/call.h"
#include "server/request/options.h"
#include "server/request/status_error.h"

namespace telltale::server {

// apiVersion and kind are as the path says. Built-in kinds may leave them out.
Outcome<void> check_kind(json::Value& object, const Call& call);

// Metadata must be of the right types. Unknown fields leave the object; what is said about them
// depends on the options: an error, or warnings of the call.
Outcome<void> drop_unknown(json::Value& object, const std::vector<std::string>& repeated,
                           const WriteOptions& options, Call& call);

// What cannot be read as an object of its kind: a bad request, unless a patch made it so. Then the
// patch is invalid, and of an apply the API calls it its own error.
StatusError unreadable(const json::Value& object, std::string_view why, const Call& call);

// "ref.example.com/v1, Kind=Gadget"; the core group is nothing before the slash.
std::string kind_text(const json::Value& object);

// Namespace and name as the path has them. A name may be missing on create.
Outcome<void> settle_namespace(json::Value& object, const Call& call);
Outcome<void> check_name_matches(const json::Value& object, const Call& call);

// The schema's part and the kind's own part of validation, and that of metadata.
schema::FieldErrors errors_in(const json::Value& object, const json::Value* old, const Call& call);

// How that is said. What a built-in kind has no type for cannot be read at all.
StatusError refusal_of(const schema::FieldErrors& field_errors, const json::Value& object,
                       const Named& named, const Call& call);

// Who writes: the field manager, or what the user agent calls itself.
std::string manager_of(const Call& call, const WriteOptions& options);

}  // namespace telltale::server
