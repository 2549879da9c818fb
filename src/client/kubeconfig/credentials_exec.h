// SPDX-License-Identifier: Apache-2.0
#pragma once

// Credential plugins: programs that print an ExecCredential (client.authentication.k8s.io, v1 and
// v1beta1) when they are run.

#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "client/kubeconfig/credentials.h"
#include "client/kubeconfig/credentials_process.h"

namespace telltale::client {

struct ExecCredential {
  std::string token = {};
  std::string certificate_pem = {};
  std::string key_pem = {};
  Instant expires = no_time;
  bool operator==(const ExecCredential&) const = default;
};

// What the plugin is told through KUBERNETES_EXEC_INFO.
std::string exec_information(const ExecPlugin& plugin, CredentialOptions::Terminal terminal);

// What it printed.
[[nodiscard]] Result<ExecCredential> read_exec_credential(std::string_view output,
                                                          std::string_view api_version);

// Runs it. Blocks until it has ended, the time is over, or the interrupt rings.
[[nodiscard]] Result<ExecCredential> run_plugin(const ExecPlugin& plugin,
                                                const CredentialOptions& options,
                                                const Interrupt& interrupt);

}  // namespace telltale::client
