// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who the server is, and whom it knows from the start: an authority, the server's certificate, and
// three users with a token and a client certificate each. All of it lies under `pki/` in the data
// folder and is made once; a restart changes nothing.
//
//   pki/ca.pem            the authority, with its key     pki/ca.crt   its certificate alone
//   pki/serving.pem       the server's, with its key
//   pki/admin.pem         a user's, with its key          pki/admin.token
//   pki/clusters.secret   what the tokens of logical clusters are made from

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "http/certificates.h"
#include "server/user.h"

namespace telltale::server {

inline constexpr std::string_view admin_user = "telltale-admin";
inline constexpr std::string_view viewer_user = "telltale-viewer";
inline constexpr std::string_view status_writer_user = "telltale-status-writer";

// What ends sooner is issued anew at the next start.
inline constexpr std::chrono::days certificate_rest_min{30};

struct Identity {
  std::string name;  // "admin", "viewer", "status-writer"
  User user;         // without system:authenticated, which authentication adds
  std::string token;
  http::KeyPair certificate;
};

struct Identities {
  std::string ca_pem;
  http::KeyPair serving;
  std::vector<Identity> people;  // admin, viewer, status-writer
  std::string cluster_secret;
};

struct IdentitySettings {
  std::string data_folder;
  // Under which names and addresses clients reach the server.
  std::vector<std::string> subject_names = {"localhost", "127.0.0.1", "::1"};
};

// A file that is damaged is an error that names it; nothing is overwritten then.
[[nodiscard]] Result<Identities> load_or_create_identities(const IdentitySettings& settings,
                                                           const Clock& clock, Entropy& entropy);

}  // namespace telltale::server
