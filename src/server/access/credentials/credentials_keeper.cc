// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/credentials_keeper.h"

#include <algorithm>
#include <utility>

#include "base/private_file.h"

namespace telltale::server {
namespace {

// A disk that is full now is full in a second, too.
constexpr Seconds try_again_after{60};

http::Tls tls_of(const Credentials& held) {
  const http::KeyPair& serving = held.serving.front().file.pair;
  return {.certificate_pem = serving.certificate_pem,
          .key_pem = serving.key_pem,
          .client_ca_pem = authorities_pem(held)};
}

}  // namespace

CredentialsKeeper::CredentialsKeeper(const std::string& data_folder, CredentialSettings settings,
                                     const Clock& clock, Entropy& entropy)
    : data_folder_(data_folder),
      settings_(std::move(settings)),
      clock_(clock),
      entropy_(entropy),
      folder_(data_folder) {}

Result<std::unique_ptr<CredentialsKeeper>> CredentialsKeeper::open(const std::string& data_folder,
                                                                   CredentialSettings settings,
                                                                   const Clock& clock,
                                                                   Entropy& entropy) {
  if (auto fine = check_subject_names(settings); !fine) return fail(fine.error());
  if (auto made = make_private_folder(data_folder + "/pki"); !made) return fail(made.error());
  auto lock = CredentialsLock::take(data_folder, CredentialsLock::Kind::Servers);
  if (!lock) return fail(lock.error());
  std::unique_ptr<CredentialsKeeper> keeper(
      new CredentialsKeeper(data_folder, std::move(settings), clock, entropy));
  keeper->lock_ = std::move(*lock);
  auto held = keeper->folder_.load();
  if (!held) return fail(held.error());
  auto secret = keeper->folder_.cluster_secret(entropy);
  if (!secret) return fail(secret.error());
  keeper->cluster_secret_ = std::move(*secret);
  if (is_due(*held, keeper->settings_, clock.now())) {
    if (auto made = renew(*held, keeper->settings_, clock.now(), entropy); !made) {
      return fail(made.error());
    }
    if (auto saved = keeper->folder_.save(*held); !saved) return fail(saved.error());
  }
  auto believed = believed_of(*held, keeper->cluster_secret_);
  if (!believed) return fail(believed.error());
  keeper->held_ = std::move(*held);
  keeper->believed_ = std::move(*believed);
  return keeper;
}

Result<void> CredentialsKeeper::begin(Places places, Followers followers) {
  const std::lock_guard lock(mutex_);
  places_ = std::move(places);
  followers_ = std::move(followers);
  return give_out();
}

void CredentialsKeeper::end() {
  const std::lock_guard lock(mutex_);
  followers_ = {};
  places_ = {};
}

Result<void> CredentialsKeeper::give_out() {
  is_given_out_ = false;
  if (auto done = folder_.publish(held_); !done) return done;
  if (auto done = write_kubeconfigs(data_folder_, places_, held_); !done) return done;
  is_given_out_ = true;
  return {};
}

Result<void> CredentialsKeeper::adopt(Credentials next) {
  auto believed = believed_of(next, cluster_secret_);
  if (!believed) return fail(believed.error());
  if (auto saved = folder_.save(next); !saved) return saved;
  held_ = std::move(next);
  believed_ = std::move(*believed);
  if (followers_.believe) followers_.believe(believed_);
  if (followers_.serve) {
    if (auto served = followers_.serve(tls_of(held_)); !served) return served;
  }
  return give_out();
}

void CredentialsKeeper::tick() {
  const std::lock_guard lock(mutex_);
  const Instant now = clock_.now();
  if (places_.server.empty() || now < try_again_) return;
  Result<void> done = is_given_out_ ? Result<void>() : give_out();
  if (done && is_due(held_, settings_, now)) {
    Credentials next = held_;
    done = renew(next, settings_, now, entropy_);
    if (done) done = adopt(std::move(next));
  }
  if (done) return;
  ++failures_;
  try_again_ = now + try_again_after;
}

Result<void> CredentialsKeeper::rotate(const Rotation& rotation) {
  const std::lock_guard lock(mutex_);
  Credentials next = held_;
  const auto made = server::rotate(next, rotation, settings_, clock_.now(), entropy_);
  if (!made) return made;
  return adopt(std::move(next));
}

http::Tls CredentialsKeeper::tls() const {
  const std::lock_guard lock(mutex_);
  return tls_of(held_);
}

BelievedPtr CredentialsKeeper::believed() const {
  const std::lock_guard lock(mutex_);
  return believed_;
}

std::uint64_t CredentialsKeeper::failures() const {
  const std::lock_guard lock(mutex_);
  return failures_;
}

std::vector<ExpiryFigure> CredentialsKeeper::expiries() const {
  const std::lock_guard lock(mutex_);
  std::vector<ExpiryFigure> figures;
  const auto add = [&, now = clock_.now()](std::string name, Instant ends) {
    figures.push_back({std::move(name), static_cast<double>((ends - now).count())});
  };
  add("ca", held_.authorities.front().ends);
  add("serving", held_.serving.front().ends);
  add("accounts", held_.account_keys.front().ends);
  for (const Person& person : held_.people) {
    add(person.name, std::min(person.tokens.front().ends, person.certificates.front().ends));
  }
  return figures;
}

}  // namespace telltale::server
