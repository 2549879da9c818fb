// SPDX-License-Identifier: Apache-2.0
#include "server/request/status_error.h"

#include <algorithm>

#include "base/text.h"
#include "json/print.h"
#include "server/proto/utf8.h"

namespace telltale::server {
namespace {

StatusError about(const Named& named, int code, std::string reason, std::string message) {
  return {.code = code,
          .reason = std::move(reason),
          .message = std::move(message),
          .name = named.name,
          .group = named.group,
          .kind = named.resource};
}

StatusError plain_error(int code, std::string reason, std::string message) {
  return {.code = code, .reason = std::move(reason), .message = std::move(message)};
}

std::string joined(const schema::FieldErrors& field_errors) {
  std::vector<std::string> said;  // the same is said once
  for (const schema::FieldError& field_error : field_errors) {
    std::string text = schema::to_text(field_error);
    if (std::ranges::find(said, text) == said.end()) said.push_back(std::move(text));
  }
  std::string text;
  for (const std::string& one : said) text += (text.empty() ? "" : ", ") + one;
  if (field_errors.untold() > 0) text += format(", and {} more", field_errors.untold());
  return said.size() == 1 ? text : format("[{}]", text);
}

// Refusals quote what was sent, headers too; an answer is UTF-8 whatever that was.
std::string as_utf8(const std::string& text) { return is_utf8(text) ? text : printable(text); }

void put(json::ValueMap& map, std::string_view name, const std::string& text) {
  if (!text.empty()) map[name] = as_utf8(text);
}

json::ValueMap details_of(const StatusError& error) {
  json::ValueMap details;
  put(details, "name", error.name);
  put(details, "group", error.group);
  put(details, "kind", error.kind);
  put(details, "uid", error.uid);
  json::ValueList causes;
  for (const Cause& cause : error.causes) {
    json::ValueMap& said = causes.emplace_back(json::ValueMap{}).as_object();
    put(said, "reason", cause.reason);
    put(said, "message", cause.message);
    put(said, "field", cause.field);
  }
  if (!causes.empty()) details["causes"] = std::move(causes);
  if (error.retry_after_seconds) details["retryAfterSeconds"] = *error.retry_after_seconds;
  return details;
}

}  // namespace

std::string qualified(const Named& named) {
  return named.group.empty() ? named.resource : format("{}.{}", named.resource, named.group);
}

StatusError bad_request(std::string message) {
  return plain_error(400, "BadRequest", std::move(message));
}
StatusError unauthorized() { return plain_error(401, "Unauthorized", "Unauthorized"); }
StatusError forbidden(const Named& named, std::string_view why) {
  const std::string subject =
      named.name.empty() ? qualified(named) : format("{} \"{}\"", qualified(named), named.name);
  return about(named, 403, "Forbidden",
               named.resource.empty() ? format("forbidden: {}", why)
                                      : format("{} is forbidden: {}", subject, why));
}
StatusError not_found(const Named& named) {
  return about(named, 404, "NotFound", format("{} \"{}\" not found", qualified(named), named.name));
}
StatusError already_exists(const Named& named) {
  return about(named, 409, "AlreadyExists",
               format("{} \"{}\" already exists", qualified(named), named.name));
}
StatusError conflict(const Named& named, std::string_view why) {
  return about(
      named, 409, "Conflict",
      format("Operation cannot be fulfilled on {} \"{}\": {}", qualified(named), named.name, why));
}
StatusError object_was_modified(const Named& named) {
  return conflict(named,
                  "the object has been modified; please apply your changes to the latest version "
                  "and try again");
}
StatusError expired(std::string message) { return plain_error(410, "Expired", std::move(message)); }
StatusError too_old(std::int64_t asked, std::int64_t known_since) {
  return expired(format("too old resource version: {} ({})", asked, known_since));
}

StatusError invalid(const Named& named, const schema::FieldErrors& field_errors) {
  StatusError error =
      about(named, 422, "Invalid",
            format("{} \"{}\" is invalid: {}", qualified(named), named.name, joined(field_errors)));
  for (const schema::FieldError& field_error : field_errors) {
    error.causes.push_back({.reason = std::string(schema::reason_word(field_error.kind)),
                            .message = field_error.message,
                            .field = field_error.field});
  }
  return error;
}

StatusError method_not_allowed(const Named& named, std::string_view verb) {
  return about(
      named, 405, "MethodNotAllowed",
      named.resource.empty()
          ? std::string("the server does not allow this method on the requested resource")
          : format("{} is not supported on resources of kind \"{}\"", verb, qualified(named)));
}
StatusError not_acceptable(std::string_view accepted) {
  return plain_error(406, "NotAcceptable",
                     format("only the following media types are accepted: {}", accepted));
}
StatusError unsupported_media_type(std::string_view accepted) {
  return plain_error(
      415, "UnsupportedMediaType",
      format("the body of the request was in an unknown format - accepted media types "
             "include: {}",
             accepted));
}
StatusError too_large(std::string message) {
  return plain_error(413, "RequestEntityTooLarge", std::move(message));
}
StatusError too_many_requests(std::string message, int retry_after_seconds) {
  StatusError error = plain_error(429, "TooManyRequests", std::move(message));
  error.retry_after_seconds = retry_after_seconds;
  return error;
}
StatusError unavailable(std::string message) {
  StatusError error = plain_error(503, "ServiceUnavailable", std::move(message));
  error.retry_after_seconds = 1;
  return error;
}
StatusError internal(std::string message) {
  return plain_error(500, "InternalError", format("Internal error occurred: {}", message));
}
StatusError unexplained(std::string message) { return plain_error(500, {}, std::move(message)); }
StatusError resource_version_too_large(std::int64_t asked, std::int64_t current) {
  StatusError error =
      plain_error(504, "Timeout",
                  format("Timeout: Too large resource version: {}, current: {}", asked, current));
  error.causes.push_back(
      {.reason = "ResourceVersionTooLarge", .message = "Too large resource version"});
  error.retry_after_seconds = 1;
  return error;
}

json::Value to_status(const StatusError& error) {
  json::ValueMap status{{"kind", "Status"},
                        {"apiVersion", "v1"},
                        {"metadata", json::ValueMap{}},
                        {"status", "StatusError"},
                        {"message", as_utf8(error.message)},
                        {"code", error.code}};
  put(status, "reason", error.reason);
  if (!error.continue_token.empty()) {
    status["metadata"] = json::ValueMap{{"continue", error.continue_token}};
  }
  json::ValueMap details = details_of(error);
  if (!details.empty() || error.empty_details) status["details"] = std::move(details);
  return status;
}

http::Response to_response(const StatusError& error) {
  http::Response response{.status = error.code, .body = json::print(to_status(error)) + "\n"};
  if (error.retry_after_seconds) {
    response.headers.push_back({"Retry-After", format("{}", *error.retry_after_seconds)});
  }
  return response;
}

http::Response page_not_found() {
  return {.status = 404,
          .content_type = "text/plain; charset=utf-8",
          .body = "404 page not found\n",
          .headers = {{"X-Content-Type-Options", "nosniff"}}};
}

}  // namespace telltale::server
