// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_reviews.h"

#include <utility>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::live {
namespace {

// A person's groups and claims; more is not an answer of an API server.
constexpr std::size_t answer_bytes_max = std::size_t{1} << 20;

const json::Value* member(const json::Value* value, std::string_view name) {
  const json::ValueMap* map = value == nullptr ? nullptr : value->if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

bool says_true(const json::Value* value) {
  return value != nullptr && value->is_bool() && value->get_bool();
}

Result<json::Value> review_status(std::string_view answer, std::string_view kind) {
  const auto review = json::parse(answer, {.bytes = answer_bytes_max});
  if (!review) return fail(review.error());
  const json::Value* said = member(&*review, "kind");
  const bool is_it =
      said != nullptr && said->is_string() && std::string_view(said->get_string()) == kind;
  const json::Value* status = member(&*review, "status");
  if (!is_it || status == nullptr) {
    return fail(Error::Kind::Invalid, format("the answer is no {}", kind));
  }
  return *status;
}

std::string print_review(std::string_view version, std::string_view kind, json::ValueMap spec) {
  json::ValueMap review;
  review["apiVersion"] = json::ValueString(version);
  review["kind"] = json::ValueString(kind);
  review["spec"] = std::move(spec);
  return json::print(json::Value(std::move(review)));
}

}  // namespace

std::string token_review(std::string_view token) {
  json::ValueMap spec;
  spec["token"] = json::ValueString(token);
  return print_review("authentication.k8s.io/v1", "TokenReview", std::move(spec));
}

Result<std::optional<json::ValueMap>> read_token_review(std::string_view answer) {
  const auto status = review_status(answer, "TokenReview");
  if (!status) return fail(status.error());
  if (!says_true(member(&*status, "authenticated"))) return std::nullopt;
  const json::Value* user = member(&*status, "user");
  const json::Value* name = member(user, "username");
  if (name == nullptr || !name->is_string() || name->get_string().empty()) return std::nullopt;
  return user->get_object();
}

std::string access_review(const json::ValueMap& user, std::string_view path) {
  json::ValueMap attributes;
  attributes["path"] = json::ValueString(path);
  attributes["verb"] = "get";
  json::ValueMap spec;
  spec["nonResourceAttributes"] = std::move(attributes);
  const auto copy = [&](std::string_view from, std::string_view to) {
    if (const json::Value* value = user.if_contains(from)) spec[to] = *value;
  };
  copy("username", "user");
  copy("uid", "uid");
  copy("groups", "groups");
  copy("extra", "extra");
  return print_review("authorization.k8s.io/v1", "SubjectAccessReview", std::move(spec));
}

Result<bool> read_access_review(std::string_view answer) {
  const auto status = review_status(answer, "SubjectAccessReview");
  if (!status) return fail(status.error());
  return says_true(member(&*status, "allowed")) && !says_true(member(&*status, "denied"));
}

}  // namespace telltale::live
