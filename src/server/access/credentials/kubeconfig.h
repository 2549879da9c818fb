// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file that tells kubectl where the server is, whom to trust and who to be.

#include <optional>
#include <string>

#include "base/result.h"
#include "http/tls/certificates.h"
#include "server/access/credentials/credentials.h"

namespace telltale::server {

// Where clients find what runs here.
struct Places {
  std::string server;         // "https://127.0.0.1:7443"
  std::string telltale = {};  // "http://127.0.0.1:7480"; empty: no controllers run here
};

struct Kubeconfig {
  std::string server;
  std::string telltale = {};  // for telltale's own commands; empty: kubectl's fields only
  std::string ca_pem;
  std::string cluster = "telltale";
  std::string user = "telltale-admin";
  std::string context = "telltale";
  std::string namespace_name = {};  // empty: kubectl's own default
  std::string token = {};
  std::optional<http::KeyPair> certificate = {};
};

std::string kubeconfig_text(const Kubeconfig& config);

// <data folder>/kubeconfig for the admin, kubeconfig-viewer, kubeconfig-status-writer; with tokens.
// Each is replaced as a whole, and only when it changes.
[[nodiscard]] Result<void> write_kubeconfigs(const std::string& data_folder, const Places& places,
                                             const Credentials& held);

}  // namespace telltale::server
