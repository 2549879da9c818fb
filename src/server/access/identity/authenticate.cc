// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/authenticate.h"

#include <optional>
#include <string>
#include <utility>

#include "base/letters.h"
#include "server/access/rbac/policy.h"

namespace telltale::server {
namespace {

struct ShownCredentials {
  enum class Kind : std::uint8_t { None, Bearer, Other };
  Kind kind = Kind::None;
  std::string_view token = {};
};

// "Bearer x": the scheme in any case, and what follows a second blank is not looked at.
ShownCredentials read_credentials(const http::Request& request) {
  const std::string_view header = trim(request.header("Authorization").value_or(""));
  if (header.empty()) return {};
  const std::size_t blank = header.find(' ');
  const std::string_view scheme = header.substr(0, blank);
  if (!same_letters(scheme, "bearer")) return {.kind = ShownCredentials::Kind::Other};
  if (blank == std::string_view::npos) return {};
  const std::string_view rest = header.substr(blank + 1);
  const std::string_view token = rest.substr(0, rest.find(' '));
  if (token.empty()) return {};
  return {.kind = ShownCredentials::Kind::Bearer, .token = token};
}

bool has_certificate(const http::Request& request) {
  return request.certificate && !request.certificate->common_name.empty();
}

std::optional<User> by_certificate(const http::Request& request, const Trust& trust) {
  if (!has_certificate(request) || !trust.believes(*request.certificate)) return {};
  return User{.name = request.certificate->common_name,
              .groups = request.certificate->organizations};
}

}  // namespace

Outcome<User> authenticate(const http::Request& request, const Trust& trust) {
  if (std::optional<User> user = by_certificate(request, trust))
    return with_standing(std::move(*user));
  const ShownCredentials credentials = read_credentials(request);
  if (credentials.kind == ShownCredentials::Kind::None) {
    if (has_certificate(request)) return refuse(unauthorized());
    return with_standing({.name = std::string(anonymous_user)});
  }
  if (credentials.kind == ShownCredentials::Kind::Other) return refuse(unauthorized());
  auto holder = trust.find(credentials.token);
  if (!holder) return refuse(unauthorized());
  return with_standing(std::move(holder->user));
}

std::optional<User> authenticate_within(const http::Request& request, const Trust& trust,
                                        const LogicalCluster& cluster) {
  const ShownCredentials credentials = read_credentials(request);
  if (by_certificate(request, trust) || credentials.kind != ShownCredentials::Kind::Bearer)
    return {};
  std::optional<User> user = trust.believed()->tokens.find(credentials.token, cluster);
  if (!user) return {};
  return with_standing(std::move(*user));
}

std::function<bool()> standing_of(const http::Request& request, const Trust& trust) {
  if (by_certificate(request, trust)) {
    return [certificate = *request.certificate, &trust] { return trust.believes(certificate); };
  }
  const ShownCredentials credentials = read_credentials(request);
  if (credentials.kind != ShownCredentials::Kind::Bearer) return [] { return true; };
  // A signature that was verified once stays good; only what it speaks of may change.
  if (auto account = trust.read(credentials.token)) {
    return [token = std::move(*account), &trust] { return trust.still_believes(token); };
  }
  return [token = std::string(credentials.token), &trust] { return trust.find(token).has_value(); };
}

User with_standing(User user) {
  if (in_group(user, authenticated_group) || in_group(user, unauthenticated_group)) return user;
  user.groups.emplace_back(user.anonymous() ? unauthenticated_group : authenticated_group);
  return user;
}

}  // namespace telltale::server
