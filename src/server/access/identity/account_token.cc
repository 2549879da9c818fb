// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/account_token.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/encoding.h"
#include "base/letters.h"
#include "base/text.h"
#include "http/tls/certificates.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/access/rbac/reading.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::string_view own_claims = "kubernetes.io";
constexpr std::string_view account_extra_prefix = "authentication.kubernetes.io/";
constexpr std::size_t key_id_letters = 16;
constexpr json::ParseLimits claims_limits{.depth = 8, .bytes = account_token_bytes_max};
// Servers that share a key may have clocks that differ.
constexpr Seconds early_max{60};

// base64url without padding, as JSON Web Tokens have it.
std::string to_web_base64(std::string_view bytes) {
  std::string text = to_base64(bytes);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  while (text.ends_with('=')) text.pop_back();
  return text;
}

std::optional<std::string> from_web_base64(std::string_view text) {
  if (text.find_first_of("+/=\r\n") != std::string_view::npos) return std::nullopt;
  std::string plain(text);
  std::ranges::replace(plain, '-', '+');
  std::ranges::replace(plain, '_', '/');
  while (plain.size() % 4 != 0) plain += '=';
  return from_base64(plain);
}

std::optional<json::Value> read_part(std::string_view text) {
  const auto bytes = from_web_base64(text);
  if (!bytes) return std::nullopt;
  auto value = json::parse(*bytes, claims_limits);
  if (!value || !value->is_object()) return std::nullopt;
  return std::move(*value);
}

std::int64_t seconds_of(Instant instant) { return instant.time_since_epoch().count(); }

// Far enough for any clock, and small enough to be reckoned with.
std::optional<Instant> time_claim(const json::Value& claims, std::string_view name) {
  constexpr std::int64_t seconds_max = 1'000'000'000'000;
  const json::Value* value = member_of(claims, name);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  const std::int64_t seconds = value->get_int64();
  if (seconds < 0 || seconds > seconds_max) return std::nullopt;
  return Instant(Seconds(seconds));
}

json::ValueMap object_claim(std::string_view name, std::string_view uid) {
  return {{"name", name}, {"uid", uid}};
}

std::optional<BoundObject> bound_claim(const json::Value& own) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kinds{
      {{"pod", "Pod"}, {"secret", "Secret"}}};
  for (const auto& [claim, kind] : kinds) {
    if (!has_member(own, claim)) continue;
    const json::Value& object = member_or_null(own, claim);
    return BoundObject{.kind = std::string(kind),
                       .name = text_member(object, "name"),
                       .uid = text_member(object, "uid")};
  }
  return std::nullopt;
}

std::optional<AccountClaims> claims_of(const json::Value& value) {
  const json::Value& own = member_or_null(value, own_claims);
  const json::Value& account = member_or_null(own, "serviceaccount");
  const auto issued = time_claim(value, "iat");
  const auto ends = time_claim(value, "exp");
  if (!issued || !ends) return std::nullopt;
  AccountClaims claims{.namespace_name = text_member(own, "namespace"),
                       .name = text_member(account, "name"),
                       .uid = text_member(account, "uid"),
                       .audiences = texts_member(value, "aud"),
                       .issued = *issued,
                       .ends = *ends,
                       .id = text_member(value, "jti"),
                       .bound = bound_claim(own)};
  const bool ours =
      text_member(value, "iss") == account_issuer && !claims.name.empty() &&
      !claims.namespace_name.empty() && !claims.uid.empty() &&
      text_member(value, "sub") == user_of_account(claims.namespace_name, claims.name).name;
  if (!ours) return std::nullopt;
  return claims;
}

}  // namespace

std::string account_key_id(const std::string& pem) {
  return http::keyed_hash("telltale account key", pem).substr(0, key_id_letters);
}

std::string write_account_token(const AccountClaims& claims, const AccountKey& key) {
  const json::ValueMap header{{"alg", "ES256"}, {"kid", key.id}, {"typ", "JWT"}};
  json::ValueMap own{{"namespace", claims.namespace_name},
                     {"serviceaccount", object_claim(claims.name, claims.uid)}};
  if (claims.bound) {
    own[lower(claims.bound->kind)] = object_claim(claims.bound->name, claims.bound->uid);
  }
  const json::ValueMap payload{{"aud", to_list(claims.audiences)},
                               {"exp", seconds_of(claims.ends)},
                               {"iat", seconds_of(claims.issued)},
                               {"iss", account_issuer},
                               {"jti", claims.id},
                               {own_claims, std::move(own)},
                               {"nbf", seconds_of(claims.issued)},
                               {"sub", user_of_account(claims.namespace_name, claims.name).name}};
  const std::string text =
      format("{}.{}", to_web_base64(json::print(header)), to_web_base64(json::print(payload)));
  return format("{}.{}", text, to_web_base64(key.key.sign(text)));
}

std::optional<AccountToken> read_account_token(std::string_view token,
                                               std::span<const AccountKey> keys, Instant now) {
  if (token.size() > account_token_bytes_max) return std::nullopt;
  const std::size_t first = token.find('.');
  const std::size_t second = first == std::string_view::npos ? first : token.find('.', first + 1);
  if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  const auto header = read_part(token.substr(0, first));
  if (!header || text_member(*header, "alg") != "ES256") return std::nullopt;
  const auto key = std::ranges::find(keys, text_member(*header, "kid"), &AccountKey::id);
  const auto signature = from_web_base64(token.substr(second + 1));
  if (key == keys.end() || key->ends <= now || !signature ||
      !key->key.verify(token.substr(0, second), *signature)) {
    return std::nullopt;
  }
  const auto payload = read_part(token.substr(first + 1, second - first - 1));
  auto claims = payload ? claims_of(*payload) : std::nullopt;
  const auto begins = payload ? time_claim(*payload, "nbf") : std::nullopt;
  if (!claims || !begins || claims->ends <= now || *begins > now + early_max) return std::nullopt;
  return AccountToken{.claims = std::move(*claims), .key_id = key->id};
}

User user_of_account(std::string_view namespace_name, std::string_view name) {
  return {
      .name = format("system:serviceaccount:{}:{}", namespace_name, name),
      .groups = {"system:serviceaccounts", format("system:serviceaccounts:{}", namespace_name)}};
}

User user_of_account(const AccountClaims& claims) {
  User user = user_of_account(claims.namespace_name, claims.name);
  user.uid = claims.uid;
  const auto add = [&](std::string_view key, std::string value) {
    user.extra.push_back({format("{}{}", account_extra_prefix, key), {std::move(value)}});
  };
  if (!claims.id.empty()) add("credential-id", "JTI=" + claims.id);
  if (claims.bound && claims.bound->kind == "Pod") {
    add("pod-name", claims.bound->name);
    add("pod-uid", claims.bound->uid);
  }
  return user;
}

}  // namespace telltale::server
