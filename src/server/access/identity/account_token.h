// SPDX-License-Identifier: Apache-2.0
#pragma once

// The token of a ServiceAccount: a JSON Web Token that says whose it is, for whom it is meant and
// when it ends, signed with ES256. It is kept nowhere; whether its account is still there is asked
// each time it is shown (trust.h).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "http/tls/signature.h"
#include "json/value.h"
#include "server/access/identity/user.h"

namespace telltale::server {

// Who issues them, and the audience that means this server.
inline constexpr std::string_view account_issuer = "https://kubernetes.default.svc.cluster.local";
// Longer ones are not looked at.
inline constexpr std::size_t account_token_bytes_max = std::size_t{16} << 10;

// An object that a token ends with.
struct BoundObject {
  std::string kind;  // "Pod", "Secret"
  std::string name;
  std::string uid;
};

struct AccountClaims {
  std::string namespace_name;
  std::string name;
  std::string uid;
  std::vector<std::string> audiences = {};
  Instant issued = no_time;
  Instant ends = no_time;
  std::string id = {};
  std::optional<BoundObject> bound = {};
};

struct AccountKey {
  std::string id;  // "kid"
  http::SignatureKey key;
  Instant ends = Instant::max();  // what it signed is not believed from then on
};
// What a key of this PEM is called.
std::string account_key_id(const std::string& pem);

std::string write_account_token(const AccountClaims& claims, const AccountKey& key);

struct AccountToken {
  AccountClaims claims;
  std::string key_id;
};
// Nothing unless one of the keys signed it, it is one of ours, and now is its time.
std::optional<AccountToken> read_account_token(std::string_view token,
                                               std::span<const AccountKey> keys, Instant now);

// The user that an account is, without system:authenticated.
User user_of_account(std::string_view namespace_name, std::string_view name);
User user_of_account(const AccountClaims& claims);

}  // namespace telltale::server
