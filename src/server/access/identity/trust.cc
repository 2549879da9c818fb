// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/trust.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "http/tls/certificates.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::size_t inner_token_bytes = 32;
// What is being deleted for so long is gone, as far as its tokens are concerned.
constexpr Seconds deletion_grace{60};

}  // namespace

Result<BelievedPtr> believed_of(const Credentials& held, std::string cluster_secret) {
  std::vector<KnownToken> tokens;
  std::map<std::string, std::vector<TrustedCertificate>, std::less<>> people;
  for (const Person& person : held.people) {
    const User user = user_of_person(person.name);
    for (const IssuedText& one : person.tokens) tokens.push_back({one.text, user, one.ends});
    for (const IssuedKeys& one : person.certificates) {
      const auto facts = http::read_certificate(one.file.pair.certificate_pem);
      if (!facts) return fail(facts.error());
      people[user.name].push_back({.serial = facts->serial, .ends = one.ends});
    }
  }
  auto made = std::make_shared<TrustedCredentials>(
      TrustedCredentials{.tokens = Tokens(std::move(tokens), std::move(cluster_secret)),
                         .ca_pem = authorities_pem(held),
                         .people = std::move(people)});
  for (const IssuedKeys& one : held.authorities) {
    const auto facts = http::read_certificate(one.file.pair.certificate_pem);
    if (!facts) return fail(facts.error());
    made->authorities.push_back({.digest = facts->digest, .ends = one.ends});
  }
  for (const IssuedText& one : held.account_keys) {
    auto key = http::SignatureKey::read(one.text);
    if (!key) return fail(key.error());
    made->account_keys.push_back(
        {.id = account_key_id(one.text), .key = std::move(*key), .ends = one.ends});
  }
  return BelievedPtr(std::move(made));
}

void Trust::replace(BelievedPtr believed) {
  const std::lock_guard lock(mutex_);
  believed_.swap(believed);
}

BelievedPtr Trust::believed() const {
  const std::lock_guard lock(mutex_);
  return believed_;
}

std::string Trust::let_in(User user, Entropy& entropy) {
  std::string token = "telltale-inside-" + random_hex(entropy, inner_token_bytes);
  const std::lock_guard lock(mutex_);
  auto more = std::make_shared<std::vector<KnownToken>>(*inside_);
  more->push_back({.token = token, .user = std::move(user)});
  inside_ = std::move(more);
  return token;
}

void Trust::let_out(std::string_view token) {
  const std::lock_guard lock(mutex_);
  auto fewer = std::make_shared<std::vector<KnownToken>>(*inside_);
  std::erase_if(*fewer, [&](const KnownToken& known) { return known.token == token; });
  inside_ = std::move(fewer);
}

// A token that is kept is for this server; one that is signed says for whom it is.
std::optional<Trust::Holder> Trust::find(std::string_view token,
                                         const std::vector<std::string>& audiences) const {
  BelievedPtr believed;
  std::shared_ptr<const std::vector<KnownToken>> inside;
  {
    const std::lock_guard lock(mutex_);
    believed = believed_;
    inside = inside_;
  }
  const std::vector<std::string> here{std::string(account_issuer)};
  const std::vector<std::string>& asked = audiences.empty() ? here : audiences;
  const auto both = [&](const std::vector<std::string>& held) {
    std::vector<std::string> in_both;
    for (const std::string& one : asked) {
      if (std::ranges::find(held, one) != held.end()) in_both.push_back(one);
    }
    return in_both;
  };
  const Instant now = clock_.now();
  std::optional<User> kept = believed->tokens.find(token, now);
  for (const KnownToken& known : *inside) {
    if (http::equal_in_constant_time(known.token, token)) kept = known.user;
  }
  if (kept) {
    Holder holder{.user = std::move(*kept), .audiences = both(here)};
    if (holder.audiences.empty()) return std::nullopt;
    return holder;
  }
  const auto read = read_account_token(token, believed->account_keys, now);
  if (!read || !is_there(read->claims)) return std::nullopt;
  Holder holder{.user = user_of_account(read->claims), .audiences = both(read->claims.audiences)};
  if (holder.audiences.empty()) return std::nullopt;
  return holder;
}

bool Trust::believes(const http::Certificate& certificate) const {
  const BelievedPtr held = believed();
  const Instant now = clock_.now();
  const auto stands = [&](const auto& one) { return now < one.ends; };
  const auto authority =
      std::ranges::find(held->authorities, certificate.authority, &TrustedAuthority::digest);
  if (certificate.not_after <= now || authority == held->authorities.end() || !stands(*authority)) {
    return false;
  }
  const auto person = held->people.find(certificate.common_name);
  if (person == held->people.end()) return true;
  return std::ranges::any_of(person->second, [&](const TrustedCertificate& one) {
    return one.serial == certificate.serial && stands(one);
  });
}

bool Trust::has_object(std::string_view plural, const AccountClaims& claims, std::string_view name,
                       std::string_view uid) const {
  const auto found = find_(plural, claims.namespace_name, name);
  if (!found || text_at(*found, "metadata.uid") != uid) return false;
  if (!is_deleting(*found)) return true;
  const auto since = parse_rfc3339(text_at(*found, "metadata.deletionTimestamp"));
  return since && clock_.now() < *since + deletion_grace;
}

bool Trust::is_there(const AccountClaims& claims) const {
  if (!has_object("serviceaccounts", claims, claims.name, claims.uid)) return false;
  if (!claims.bound) return true;
  const std::string_view plural = claims.bound->kind == "Pod" ? "pods" : "secrets";
  return has_object(plural, claims, claims.bound->name, claims.bound->uid);
}

bool Trust::still_believes(const AccountToken& token) const {
  const BelievedPtr held = believed();
  const Instant now = clock_.now();
  const auto key = std::ranges::find(held->account_keys, token.key_id, &AccountKey::id);
  return key != held->account_keys.end() && now < key->ends && now < token.claims.ends &&
         is_there(token.claims);
}

std::string Trust::issue(const AccountClaims& claims) const {
  const BelievedPtr held = believed();
  check(!held->account_keys.empty(), "there is a key to sign with");
  return write_account_token(claims, held->account_keys.front());
}

std::optional<AccountToken> Trust::read(std::string_view token) const {
  return read_account_token(token, believed()->account_keys, clock_.now());
}

}  // namespace telltale::server
