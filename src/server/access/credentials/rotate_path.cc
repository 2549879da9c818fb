// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/rotate_path.h"

#include <string>
#include <string_view>

#include "base/text.h"
#include "json/print.h"
#include "server/objects/keys.h"

namespace telltale::server {
namespace {

constexpr std::string_view rotate_path = "/telltale/credentials/rotate";

StatusError rotate_error(const Error& error) {
  if (error.kind == Error::Kind::Invalid) return bad_request(error.detail);
  if (error.kind == Error::Kind::Conflict) return too_many_requests(error.detail, 3600);
  return internal(error.detail);
}

}  // namespace

bool is_rotate_path(const Route& route) {
  return route.what == Route::What::Fixed && route.home == management_home &&
         route.rest == rotate_path;
}

Outcome<http::Response> answer_rotate(const Call& call, const Rotate& rotate, Instant now) {
  if (call.http.method != "POST") return refuse(method_not_allowed({}, call.http.method));
  const std::string_view revoke = call.target.parameter("revoke");
  if (!revoke.empty() && revoke != "true" && revoke != "false") {
    return refuse(bad_request("revoke: is true or false"));
  }
  const Rotation rotation{
      .only = std::string(call.target.parameter("only")),
      .old = revoke == "true" ? Rotation::Old::EndNow : Rotation::Old::StayForADay};
  if (!rotate) return refuse(unavailable("this server does not keep its credentials itself"));
  if (const auto done = rotate(rotation); !done) return refuse(rotate_error(done.error()));
  return http::Response{
      .body = json::print(json::ValueMap{{"message", rotation_text(rotation, now)}}) + "\n"};
}

std::string rotation_text(const Rotation& rotation, Instant now) {
  const std::string what = rotation.only.empty()
                               ? "certificates, tokens and keys are new"
                               : format("the credentials of {} are new", rotation.only);
  if (rotation.old == Rotation::Old::EndNow) return what + "; the old ones are refused";
  return format("{}; the old ones are taken until {}", what,
                format_rfc3339(now + credential_overlap));
}

}  // namespace telltale::server
