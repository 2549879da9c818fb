// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where credentials lie: under `pki/` in the data folder.
//
//   pki/credentials       everything, with when it was issued and when it ends
//   pki/clusters.secret   what the tokens of logical clusters are made from
//   pki/ca.crt            a copy for people: every authority that is believed, without keys
//   pki/ca.pem            a copy: the newest authority, with its key
//   pki/admin.pem         a copy: a person's certificate, with its key
//   pki/admin.token       a copy
//
// One rename of `credentials` replaces everything at once; the copies follow it, and are made again
// at the next start if the power failed in between. What an earlier version left, which had the
// copies alone and made them for ten years, is taken over.

#include <string>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "server/access/credentials/credentials.h"

namespace telltale::server {

// Held by whoever works with the credentials of a folder: by servers together, or by one that
// changes them without a server. A Conflict when others hold it.
class CredentialsLock {
 public:
  enum class Kind : std::uint8_t { Servers, Alone };
  [[nodiscard]] static Result<CredentialsLock> take(const std::string& data_folder, Kind kind);
  CredentialsLock() = default;
  CredentialsLock(CredentialsLock&& other) noexcept;
  CredentialsLock& operator=(CredentialsLock&& other) noexcept;
  ~CredentialsLock();

 private:
  explicit CredentialsLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

class CredentialsFolder {
 public:
  // The data folder is there.
  explicit CredentialsFolder(std::string data_folder);

  // What lies there, or what an earlier version left; nothing when there is neither. A damaged file
  // is an error that names it; nothing is overwritten then.
  [[nodiscard]] Result<Credentials> load() const;
  // Makes `held` the truth. When it returns an error, either may be.
  [[nodiscard]] Result<void> save(const Credentials& held) const;
  // Brings the copies up to `held`.
  [[nodiscard]] Result<void> publish(const Credentials& held) const;
  // Made once.
  [[nodiscard]] Result<std::string> cluster_secret(Entropy& entropy) const;

 private:
  std::string path(std::string_view file) const;
  Result<Credentials> load_from_earlier_version() const;

  std::string folder_;
};

std::string to_text(const Credentials& held);
// The error says what is wrong, but not with which file.
[[nodiscard]] Result<Credentials> parse_credentials(const std::string& text);

}  // namespace telltale::server
