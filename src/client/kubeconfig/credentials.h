// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who we are to an API server, and how that stays true: names and secrets that stand still, files
// that are written anew while we run, and programs that are asked (exec plugins).

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace telltale::client {

// A credential plugin, as kubeconfigs name it.
struct ExecPlugin {
  enum class Interactive { Never, IfAvailable, Always };

  std::string api_version = {};  // "client.authentication.k8s.io/v1"
  std::string command = {};      // absolute, or to be found on PATH
  std::vector<std::string> arguments = {};
  std::vector<std::pair<std::string, std::string>> variables = {};  // added to the environment
  std::string install_hint = {};
  Interactive interactive = Interactive::IfAvailable;
  std::string cluster_json = {};  // for KUBERNETES_EXEC_INFO; empty unless provideClusterInfo
  bool operator==(const ExecPlugin&) const = default;
};

// What a kubeconfig says about a user. Files win over what stands beside them.
struct Login {
  std::string certificate_pem = {};
  std::string key_pem = {};
  std::string certificate_file = {};
  std::string key_file = {};
  std::string token = {};
  std::string token_file = {};
  std::string username = {};
  std::string password = {};
  std::optional<ExecPlugin> exec = {};
  bool operator==(const Login&) const = default;
};

// What is shown to the server.
struct RequestCredentials {
  std::string authorization = {};  // "Bearer ..."; empty: no such header
  std::string certificate_pem = {};
  std::string key_pem = {};
  bool operator==(const RequestCredentials&) const = default;
};
using RequestCredentialsPointer = std::shared_ptr<const RequestCredentials>;

// Safe to share between threads.
class Credentials {
 public:
  enum class Renewal {
    Never,   // what is shown is all there is
    AtOnce,  // a file is read
    Slow,    // a program is run; not on a thread that others wait for
  };

  virtual ~Credentials() = default;
  // Never slow. Nothing when there is none yet, or no more: renew() first.
  virtual RequestCredentialsPointer current() = 0;
  // Something newer than what was refused (which may be nothing).
  [[nodiscard]] virtual Result<RequestCredentialsPointer> renew(
      const RequestCredentialsPointer& refused) = 0;
  virtual Renewal renewal() const = 0;
  // A renewal that is under way, and every later one, fails soon.
  virtual void interrupt() = 0;
};

struct CredentialOptions {
  enum class Terminal {
    None,
    Present
  };  // Present: a plugin may talk to the person at the terminal

  std::chrono::seconds file_patience{10};  // between two looks at a file
  std::chrono::milliseconds exec_timeout{60'000};
  std::size_t exec_output_bytes_max = std::size_t{1} << 20;
  Terminal terminal = Terminal::None;
};

// The clock must outlive them.
std::unique_ptr<Credentials> make_credentials(const Login& login, const Clock& clock,
                                              const CredentialOptions& options = {});

}  // namespace telltale::client
