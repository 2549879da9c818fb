// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the API says no: a `Status` object. Every refusal of the server is made here, so that clients
// find the same code, reason, details and words as on any other Kubernetes API server.

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "http/message.h"
#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

struct Cause {
  std::string reason;  // "FieldValueInvalid"
  std::string message;
  std::string field = {};
};

struct StatusError {
  int code = 500;
  std::string reason = "InternalError";  // empty: none is given
  std::string message = {};
  // Details; left out of the answer when all of it is empty.
  std::string name = {};
  std::string group = {};
  std::string kind = {};
  std::string uid = {};
  std::vector<Cause> causes = {};
  std::optional<int> retry_after_seconds = {};
  std::string continue_token = {};  // how an expired list may go on, in the answer's metadata
  bool empty_details = false;       // "details": {} is said all the same
};

template <class T>
using Outcome = std::expected<T, StatusError>;

inline std::unexpected<StatusError> refuse(StatusError error) {
  return std::unexpected(std::move(error));
}

// What an error is about: "gadgets.ref.example.com". The group may be empty.
struct Named {
  std::string group;
  std::string resource;  // plural, or the kind where the API says the kind
  std::string name = {};
};
std::string qualified(const Named& named);  // "gadgets.ref.example.com", "configmaps"

StatusError bad_request(std::string message);
StatusError unauthorized();
StatusError forbidden(const Named& named, std::string_view why);
StatusError not_found(const Named& named);
StatusError already_exists(const Named& named);
StatusError conflict(const Named& named, std::string_view why);
StatusError object_was_modified(const Named& named);
StatusError expired(std::string message);
StatusError too_old(std::int64_t asked, std::int64_t known_since);
StatusError invalid(const Named& named, const schema::FieldErrors& field_errors);
StatusError method_not_allowed(const Named& named, std::string_view verb);
StatusError not_acceptable(std::string_view accepted);
StatusError unsupported_media_type(std::string_view accepted);
StatusError too_large(std::string message);
StatusError too_many_requests(std::string message, int retry_after_seconds);
StatusError unavailable(std::string message);
StatusError internal(std::string message);
// 500 without a reason: what the API calls an error of its own, and clients must not wait out.
StatusError unexplained(std::string message);
StatusError resource_version_too_large(std::int64_t asked, std::int64_t current);

json::Value to_status(const StatusError& error);
http::Response to_response(const StatusError& error);
// "404 page not found" as text: what the API says of paths it does not route.
http::Response page_not_found();

}  // namespace telltale::server
