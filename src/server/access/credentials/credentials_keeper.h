// SPDX-License-Identifier: Apache-2.0
#pragma once

// The credentials of a server that runs: looked at every second, replaced when they are due or when
// somebody says so, and what follows from that, in this order:
//
//   pki/credentials     from here on a crash changes nothing any more
//   TLS, Trust          handshakes and requests know the new ones, and the old ones for a day
//   copies, kubeconfigs given out last, so that nobody ever holds one that is not believed yet
//
// Safe to share between threads.

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "http/server.h"
#include "server/access/credentials/credentials.h"
#include "server/access/credentials/credentials_folder.h"
#include "server/access/credentials/kubeconfig.h"
#include "server/access/identity/trust.h"
#include "server/metrics.h"

namespace telltale::server {

class CredentialsKeeper {
 public:
  // Takes up what lies in the folder, and makes anew what is due.
  [[nodiscard]] static Result<std::unique_ptr<CredentialsKeeper>> open(
      const std::string& data_folder, CredentialSettings settings, const Clock& clock,
      Entropy& entropy);

  // What is told of new credentials.
  struct Followers {
    std::function<Result<void>(const http::Tls& tls)> serve;
    std::function<void(BelievedPtr believed)> believe;
  };
  // Writes the copies and kubeconfigs for clients that reach the server there, and goes on telling.
  [[nodiscard]] Result<void> begin(Places places, Followers followers);
  // Nobody is told any more.
  void end();

  // To be called about every second.
  void tick();
  [[nodiscard]] Result<void> rotate(const Rotation& rotation);

  http::Tls tls() const;
  BelievedPtr believed() const;
  std::vector<ExpiryFigure> expiries() const;
  // How often credentials that were due could not be replaced.
  std::uint64_t failures() const;

 private:
  CredentialsKeeper(const std::string& data_folder, CredentialSettings settings, const Clock& clock,
                    Entropy& entropy);
  Result<void> adopt(Credentials next);
  Result<void> give_out();

  const std::string data_folder_;
  const CredentialSettings settings_;
  const Clock& clock_;
  Entropy& entropy_;
  const CredentialsFolder folder_;
  CredentialsLock lock_;
  mutable std::mutex mutex_;
  Credentials held_;
  BelievedPtr believed_;
  std::string cluster_secret_;
  Places places_ = {};  // without a server: nobody is told
  Followers followers_;
  bool is_given_out_ = true;
  Instant try_again_ = no_time;
  std::uint64_t failures_ = 0;
};

}  // namespace telltale::server
