// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/credentials.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "http/tls/signature.h"
#include "server/access/rbac/policy.h"

namespace telltale::server {
namespace {

constexpr std::size_t token_bytes = 32;
// A token that looks like one: scanners for leaked secrets find it, and YAML takes it for text.
constexpr std::string_view token_mark = "telltale-";
// What was issued so far in the future was issued by a clock that was wrong.
constexpr std::chrono::hours clock_slack{1};

constexpr std::string_view accounts_name = "accounts";
constexpr std::array<std::string_view, 4> replaceable{"admin", "viewer", "status-writer",
                                                      accounts_name};
constexpr std::array<std::string_view, 3> people_names{"admin", "viewer", "status-writer"};

template <class Issued>
bool is_old(const std::vector<Issued>& issued, Seconds life, Instant now) {
  if (issued.empty()) return true;
  const Issued& newest = issued.front();
  return now >= newest.issued + life * 2 / 3 || newest.issued > now + clock_slack ||
         newest.ends <= now;
}

template <class Issued>
bool has_ended(const std::vector<Issued>& issued, Instant now) {
  return std::ranges::any_of(issued, [&](const Issued& one) { return one.ends <= now; });
}

template <class Issued>
void drop_ended(std::vector<Issued>& issued, Instant now) {
  std::erase_if(issued, [&](const Issued& one) { return one.ends <= now; });
}

// Makes room for a new one at the front.
template <class Issued>
Result<void> retire(std::vector<Issued>& issued, Rotation::Old old, Instant now) {
  if (old == Rotation::Old::EndNow) issued.clear();
  if (issued.size() >= credentials_kept_max) {
    return fail(Error::Kind::Conflict,
                format("replaced {} times within a day already; revoke, or wait", issued.size()));
  }
  for (Issued& one : issued) one.ends = std::min<Instant>(one.ends, now + credential_overlap);
  return {};
}

std::vector<std::string> sorted_names(const CredentialSettings& settings) {
  std::vector<std::string> names = settings.subject_names;
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return names;
}

// Clients that have not seen the newest authority yet must be able to verify the server, and those
// that have know the older ones, too. So the oldest one signs, as long as it is believed.
const IssuedKeys& authority_of_server(const Credentials& held) { return held.authorities.back(); }

bool is_of(const IssuedKeys& issued, const IssuedKeys& authority) {
  return issued.file.issuer == fingerprint(authority.file.pair.certificate_pem);
}

bool is_person_due(const Person& person, const Credentials& held, Instant now) {
  return is_old(person.tokens, credential_life, now) || has_ended(person.tokens, now) ||
         is_old(person.certificates, credential_life, now) || has_ended(person.certificates, now) ||
         !is_of(person.certificates.front(), held.authorities.front());
}

bool is_serving_due(const Credentials& held, const CredentialSettings& settings, Instant now) {
  return is_old(held.serving, credential_life, now) ||
         !is_of(held.serving.front(), authority_of_server(held)) ||
         held.serving.front().file.names != sorted_names(settings);
}

class Renewal {
 public:
  Renewal(Credentials& held, const CredentialSettings& settings, Instant now, Entropy& entropy)
      : held_(held), settings_(settings), now_(now), entropy_(entropy) {}

  Result<void> run(const Rotation* rotation) {
    rotation_ = rotation;
    drop_all_ended();
    if (auto done = authority(); !done) return done;
    if (auto done = account_key(); !done) return done;
    for (const std::string_view name : people_names) {
      if (auto done = person(name); !done) return done;
    }
    return serving();
  }

 private:
  bool is_asked_for(std::string_view name) const {
    return rotation_ != nullptr && (rotation_->only.empty() || rotation_->only == name);
  }
  Rotation::Old old_of(std::string_view name) const {
    return is_asked_for(name) ? rotation_->old : Rotation::Old::StayForADay;
  }

  void drop_all_ended() {
    drop_ended(held_.authorities, now_);
    drop_ended(held_.account_keys, now_);
    for (Person& one : held_.people) {
      drop_ended(one.tokens, now_);
      drop_ended(one.certificates, now_);
    }
  }

  template <class Issued>
  Result<void> put(std::vector<Issued>& issued, std::string_view name, Issued made) {
    if (auto room = retire(issued, old_of(name), now_); !room) return room;
    issued.insert(issued.begin(), std::move(made));
    return {};
  }

  // An authority by itself is never asked for: it signs for everybody.
  Result<void> authority() {
    if (!is_asked_for({}) && !is_old(held_.authorities, authority_life, now_)) return {};
    auto made = http::make_authority("telltale-ca", now_, authority_life, entropy_);
    if (!made) return fail(made.error());
    return put(
        held_.authorities, {},
        IssuedKeys{
            .file = {.pair = std::move(*made)}, .issued = now_, .ends = now_ + authority_life});
  }

  Result<void> account_key() {
    if (!is_asked_for(accounts_name) && !is_old(held_.account_keys, credential_life, now_)) {
      return {};
    }
    return put(
        held_.account_keys, accounts_name,
        IssuedText{
            .text = http::make_signature_key(), .issued = now_, .ends = now_ + credential_life});
  }

  Result<IssuedKeys> issue(const IssuedKeys& authority, http::CertificateRequest request) const {
    request.valid = credential_life;
    auto made = http::issue(authority.file.pair, request, now_, entropy_);
    if (!made) return fail(made.error());
    const auto facts = http::read_certificate(made->certificate_pem);
    if (!facts) return fail(facts.error());
    return IssuedKeys{.file = {.pair = std::move(*made),
                               .issuer = fingerprint(authority.file.pair.certificate_pem),
                               .names = std::move(request.subject_names)},
                      .issued = now_,
                      .ends = facts->not_after};
  }

  Result<void> person(std::string_view name) {
    auto found = std::ranges::find(held_.people, name, &Person::name);
    if (found == held_.people.end()) {
      held_.people.push_back({.name = std::string(name)});
      found = std::prev(held_.people.end());
    }
    Person& one = *found;
    if (is_asked_for(name) || is_old(one.tokens, credential_life, now_)) {
      const std::string token = std::string(token_mark) + random_hex(entropy_, token_bytes);
      auto done = put(one.tokens, name,
                      IssuedText{.text = token, .issued = now_, .ends = now_ + credential_life});
      if (!done) return done;
    }
    const bool is_fine = !is_asked_for(name) && !is_old(one.certificates, credential_life, now_) &&
                         is_of(one.certificates.front(), held_.authorities.front());
    if (is_fine) return {};
    const User user = user_of_person(name);
    auto made =
        issue(held_.authorities.front(), {.common_name = user.name, .organizations = user.groups});
    if (!made) return fail(made.error());
    return put(one.certificates, name, std::move(*made));
  }

  Result<void> serving() {
    if (!is_asked_for({}) && !is_serving_due(held_, settings_, now_)) return {};
    auto made = issue(authority_of_server(held_),
                      {.common_name = "telltale", .subject_names = sorted_names(settings_)});
    if (!made) return fail(made.error());
    held_.serving.assign(1, std::move(*made));
    return {};
  }

  Credentials& held_;
  const CredentialSettings& settings_;
  const Instant now_;
  Entropy& entropy_;
  const Rotation* rotation_ = nullptr;
};

}  // namespace

std::span<const std::string_view> rotation_names() { return replaceable; }

User user_of_person(std::string_view name) {
  if (name == "admin") {
    return {.name = std::string(admin_user), .groups = {std::string(masters_group)}};
  }
  check(name == "viewer" || name == "status-writer", "the people that the server knows");
  return {.name = std::string(name == "viewer" ? viewer_user : status_writer_user)};
}

Result<void> check_subject_names(const CredentialSettings& settings) {
  for (const std::string& name : settings.subject_names) {
    const bool plain = printable(name) == name && name.find_first_of(", ") == std::string::npos;
    if (name.empty() || !plain) {
      return fail(Error::Kind::Invalid,
                  format("\"{}\" is not a name or address for a certificate", printable(name)));
    }
  }
  return {};
}

bool is_due(const Credentials& held, const CredentialSettings& settings, Instant now) {
  if (is_old(held.authorities, authority_life, now) || has_ended(held.authorities, now) ||
      is_old(held.account_keys, credential_life, now) || has_ended(held.account_keys, now) ||
      held.people.size() != people_names.size()) {
    return true;
  }
  return is_serving_due(held, settings, now) ||
         std::ranges::any_of(
             held.people, [&](const Person& person) { return is_person_due(person, held, now); });
}

Result<void> renew(Credentials& held, const CredentialSettings& settings, Instant now,
                   Entropy& entropy) {
  if (auto fine = check_subject_names(settings); !fine) return fine;
  return Renewal(held, settings, now, entropy).run(nullptr);
}

Result<void> rotate(Credentials& held, const Rotation& rotation, const CredentialSettings& settings,
                    Instant now, Entropy& entropy) {
  const bool is_known =
      rotation.only.empty() || std::ranges::find(replaceable, rotation.only) != replaceable.end();
  if (!is_known) {
    return fail(Error::Kind::Invalid,
                format("there is no \"{}\" to replace; known are {}", printable(rotation.only),
                       join(std::span<const std::string_view>(replaceable), ", ")));
  }
  if (auto fine = check_subject_names(settings); !fine) return fine;
  return Renewal(held, settings, now, entropy).run(&rotation);
}

std::string authorities_pem(const Credentials& held) {
  std::string pem;
  for (const IssuedKeys& authority : held.authorities) pem += authority.file.pair.certificate_pem;
  return pem;
}

}  // namespace telltale::server
