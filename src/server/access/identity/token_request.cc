// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/token_request.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "kube/object.h"
#include "server/access/rbac/reading.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::int64_t life_default = 3600;
constexpr std::int64_t life_min = 600;
constexpr std::int64_t life_ever = std::int64_t{1} << 32;
constexpr std::size_t audience_bytes_max = 256;

StatusError invalid_request(const schema::FieldErrors& field_errors) {
  return invalid(
      {.group = std::string(token_request_group), .resource = std::string(token_request_kind)},
      field_errors);
}

Outcome<std::int64_t> life_asked_for(const json::Value& spec, std::vector<std::string>& warnings) {
  const json::Value& asked = member_or_null(spec, "expirationSeconds");
  if (asked.is_null()) return life_default;
  if (!asked.is_int64()) {
    return refuse(bad_request("spec.expirationSeconds: is not a whole number of seconds"));
  }
  const std::int64_t seconds = asked.get_int64();
  if (seconds < life_min || seconds > life_ever) {
    return refuse(invalid_request({schema::invalid(
        "spec.expirationSeconds", format("{}", seconds),
        seconds < life_min ? "may not specify a duration less than 10 minutes"
                           : "may not specify a duration larger than 2^32 seconds")}));
  }
  const std::int64_t most = account_token_life_max.count();
  if (seconds <= most) return seconds;
  warnings.push_back(
      format("requested expiration of {} seconds shortened to {} seconds", seconds, most));
  return most;
}

Outcome<Texts> audiences_asked_for(const json::Value& spec) {
  Texts audiences = texts_member(spec, "audiences");
  const bool fits = audiences.size() <= account_audiences_max &&
                    std::ranges::all_of(audiences, [](const std::string& one) {
                      return one.size() <= audience_bytes_max;
                    });
  if (!fits) {
    return refuse(invalid_request(
        {schema::invalid("spec.audiences", {},
                         format("has more than {} items, or one of more than {} bytes",
                                account_audiences_max, audience_bytes_max))}));
  }
  if (audiences.empty()) audiences.emplace_back(account_issuer);
  return audiences;
}

Outcome<std::optional<BoundObject>> bound_object(const TokenRequest& request,
                                                 const json::Value& spec, const Trust& trust) {
  const json::Value& reference = member_or_null(spec, "boundObjectRef");
  if (reference.is_null()) return std::nullopt;
  const std::string kind = text_member(reference, "kind");
  const std::string api_version = text_member(reference, "apiVersion");
  const std::string name = text_member(reference, "name");
  if (!group_of(api_version).empty() || (kind != "Pod" && kind != "Secret")) {
    return refuse(bad_request(format("cannot bind token to object of type {}/{}, Kind={}",
                                     group_of(api_version), version_of(api_version), kind)));
  }
  const std::string plural = kind == "Pod" ? "pods" : "secrets";
  const auto found = trust.object(plural, request.namespace_name, name);
  if (!found) return refuse(not_found({.group = {}, .resource = plural, .name = name}));
  const std::string uid(text_at(*found, "metadata.uid"));
  if (kind == "Pod" && text_at(*found, "spec.serviceAccountName") != request.name) {
    return refuse(
        bad_request(format("cannot bind token for serviceaccount \"{}\" to pod running "
                           "with different serviceaccount name.",
                           request.name)));
  }
  const std::string asked = text_member(reference, "uid");
  if (!asked.empty() && asked != uid) {
    return refuse(conflict({.group = {}, .resource = kind, .name = name},
                           format("the UID in the bound object reference ({}) does not match the "
                                  "UID in record. The object might have been deleted and then "
                                  "recreated",
                                  asked)));
  }
  return BoundObject{.kind = kind, .name = name, .uid = uid};
}

Outcome<void> check_names(const TokenRequest& request) {
  const std::string kind = text_member(request.body, "kind");
  if (!kind.empty() && kind != token_request_kind) {
    return refuse(bad_request(format("\"{}\" is no {}", printable(kind), token_request_kind)));
  }
  const json::Value& metadata = member_or_null(request.body, "metadata");
  const std::string name = text_member(metadata, "name");
  const std::string home = text_member(metadata, "namespace");
  if (!name.empty() && name != request.name) {
    return refuse(
        bad_request(format("the name in the token request ({}) does not match the name in the URL "
                           "({})",
                           printable(name), request.name)));
  }
  if (!home.empty() && home != request.namespace_name) {
    return refuse(
        bad_request(format("the namespace in the token request ({}) does not match the namespace "
                           "in the URL ({})",
                           printable(home), request.namespace_name)));
  }
  return {};
}

}  // namespace

Outcome<json::Value> answer_token_request(const TokenRequest& request, const Trust& trust,
                                          Instant now, Entropy& entropy,
                                          std::vector<std::string>& warnings) {
  if (auto fine = check_names(request); !fine) return refuse(fine.error());
  const auto account = trust.object("serviceaccounts", request.namespace_name, request.name);
  if (!account) {
    return refuse(not_found({.group = {}, .resource = "serviceaccounts", .name = request.name}));
  }
  const json::Value& spec = member_or_null(request.body, "spec");
  const auto life = life_asked_for(spec, warnings);
  if (!life) return refuse(life.error());
  auto audiences = audiences_asked_for(spec);
  if (!audiences) return refuse(audiences.error());
  auto bound = bound_object(request, spec, trust);
  if (!bound) return refuse(bound.error());
  const AccountClaims claims{.namespace_name = request.namespace_name,
                             .name = request.name,
                             .uid = std::string(text_at(*account, "metadata.uid")),
                             .audiences = *audiences,
                             .issued = now,
                             .ends = now + Seconds(*life),
                             .id = random_uuid(entropy),
                             .bound = *bound};
  const json::Value& reference = member_or_null(spec, "boundObjectRef");
  return json::ValueMap{
      {"kind", token_request_kind},
      {"apiVersion", format("{}/v1", token_request_group)},
      {"metadata", json::ValueMap{{"name", request.name},
                                  {"namespace", request.namespace_name},
                                  {"creationTimestamp", format_rfc3339(now)}}},
      {"spec", json::ValueMap{{"audiences", to_list(*audiences)},
                              {"expirationSeconds", *life},
                              {"boundObjectRef", reference}}},
      {"status", json::ValueMap{{"token", trust.issue(claims)},
                                {"expirationTimestamp", format_rfc3339(claims.ends)}}}};
}

}  // namespace telltale::server
