// SPDX-License-Identifier: Apache-2.0
#include "server/access/authenticate.h"

#include <optional>
#include <string>
#include <utility>

#include "base/letters.h"
#include "server/access/policy.h"

namespace telltale::server {
namespace {

struct Credentials {
  enum class Kind : std::uint8_t { None, Bearer, Other };
  Kind kind = Kind::None;
  std::string_view token = {};
};

// "Bearer x": the scheme in any case, and what follows a second blank is not looked at.
Credentials read_credentials(const http::Request& request) {
  const std::string_view header = trim(request.header("Authorization").value_or(""));
  if (header.empty()) return {};
  const std::size_t blank = header.find(' ');
  const std::string_view scheme = header.substr(0, blank);
  if (!same_letters(scheme, "bearer")) return {.kind = Credentials::Kind::Other};
  if (blank == std::string_view::npos) return {};
  const std::string_view rest = header.substr(blank + 1);
  const std::string_view token = rest.substr(0, rest.find(' '));
  if (token.empty()) return {};
  return {.kind = Credentials::Kind::Bearer, .token = token};
}

std::optional<User> by_certificate(const http::Request& request) {
  if (!request.certificate || request.certificate->common_name.empty()) return {};
  return User{.name = request.certificate->common_name,
              .groups = request.certificate->organizations};
}

}  // namespace

Outcome<User> authenticate(const http::Request& request, const Tokens& tokens) {
  if (std::optional<User> user = by_certificate(request)) return with_standing(std::move(*user));
  const Credentials credentials = read_credentials(request);
  if (credentials.kind == Credentials::Kind::None) {
    return with_standing({.name = std::string(anonymous_user)});
  }
  if (credentials.kind == Credentials::Kind::Other) return refuse(unauthorized());
  std::optional<User> user = tokens.find(credentials.token);
  if (!user) return refuse(unauthorized());
  return with_standing(std::move(*user));
}

std::optional<User> authenticate_within(const http::Request& request, const Tokens& tokens,
                                        const LogicalCluster& cluster) {
  const Credentials credentials = read_credentials(request);
  if (by_certificate(request) || credentials.kind != Credentials::Kind::Bearer) return {};
  std::optional<User> user = tokens.find(credentials.token, cluster);
  if (!user) return {};
  return with_standing(std::move(*user));
}

User with_standing(User user) {
  if (in_group(user, authenticated_group) || in_group(user, unauthenticated_group)) return user;
  user.groups.emplace_back(user.anonymous() ? unauthenticated_group : authenticated_group);
  return user;
}

}  // namespace telltale::server
