// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the server believes of those who ask, at this moment: which tokens, certificates and keys.
// Replaced as a whole when credentials are (credentials.h), while requests go on; every request
// asks anew, so that what was taken back is refused on connections that are open, too. Safe to
// share between threads.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "http/message.h"
#include "json/value.h"
#include "server/access/credentials/credentials.h"
#include "server/access/identity/account_token.h"
#include "server/access/identity/tokens.h"
#include "server/access/identity/user.h"

namespace telltale::server {

struct TrustedAuthority {
  std::string digest;
  Instant ends = Instant::max();
};
struct TrustedCertificate {
  std::string serial;
  Instant ends = Instant::max();
};

// Immutable.
struct TrustedCredentials {
  Tokens tokens;
  std::string ca_pem = {};  // for kubeconfigs: every authority that may vouch for the server
  std::vector<TrustedAuthority> authorities = {};
  // Of our own people, by the user's name: only those that were given out and not taken back.
  // Somebody else whom an authority vouches for is believed as long as the authority is.
  std::map<std::string, std::vector<TrustedCertificate>, std::less<>> people = {};
  std::vector<AccountKey> account_keys = {};  // the first one signs
};
using BelievedPtr = std::shared_ptr<const TrustedCredentials>;
[[nodiscard]] Result<BelievedPtr> believed_of(const Credentials& held, std::string cluster_secret);

// An object of the core group by its plural ("serviceaccounts"), namespace and name.
using FindObject = std::function<std::optional<json::Value>(
    std::string_view plural, std::string_view namespace_name, std::string_view name)>;

class Trust {
 public:
  Trust(const Clock& clock, FindObject find, BelievedPtr believed)
      : clock_(clock), find_(std::move(find)), believed_(std::move(believed)) {}

  void replace(BelievedPtr believed);
  BelievedPtr believed() const;
  // A token for somebody in this process, until it is let out; on no disk.
  std::string let_in(User user, Entropy& entropy);
  // From now on nobody has that token.
  void let_out(std::string_view token);

  struct Holder {
    User user;
    std::vector<std::string> audiences;  // those of the ones asked for that the token is for
  };
  // Whose token it is, if it is for one of the audiences; none asked for: for this server.
  std::optional<Holder> find(std::string_view token,
                             const std::vector<std::string>& audiences = {}) const;
  bool believes(const http::Certificate& certificate) const;
  // Whether the account, and what its token is bound to, are still there.
  bool is_there(const AccountClaims& claims) const;
  // Cheap: for what goes on for long, and was believed when it began.
  bool still_believes(const AccountToken& token) const;

  // Of a ServiceAccount that is there.
  std::string issue(const AccountClaims& claims) const;
  std::optional<AccountToken> read(std::string_view token) const;
  std::optional<json::Value> object(std::string_view plural, std::string_view namespace_name,
                                    std::string_view name) const {
    return find_(plural, namespace_name, name);
  }

 private:
  bool has_object(std::string_view plural, const AccountClaims& claims, std::string_view name,
                  std::string_view uid) const;

  const Clock& clock_;
  const FindObject find_;
  mutable std::mutex mutex_;
  BelievedPtr believed_;
  std::shared_ptr<const std::vector<KnownToken>> inside_ =
      std::make_shared<const std::vector<KnownToken>>();
};

}  // namespace telltale::server
