// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/credentials.h"

#include <mutex>

#include "base/encoding.h"
#include "base/letters.h"
#include "base/text.h"
#include "client/kubeconfig/credentials_exec.h"
#include "client/kubeconfig/credentials_process.h"
#include "client/kubeconfig/kubeconfig_files.h"

namespace telltale::client {
namespace {

std::string bearer(std::string_view token) {
  return token.empty() ? std::string() : format("Bearer {}", token);
}

// What stands in the kubeconfig itself.
RequestCredentials standing_credentials(const Login& login) {
  RequestCredentials credentials{.authorization = bearer(login.token),
                                 .certificate_pem = login.certificate_pem,
                                 .key_pem = login.key_pem};
  const bool has_basic = !login.username.empty() || !login.password.empty();
  if (credentials.authorization.empty() && has_basic) {
    credentials.authorization =
        format("Basic {}", to_base64(format("{}:{}", login.username, login.password)));
  }
  return credentials;
}

class StandingCredentials final : public Credentials {
 public:
  explicit StandingCredentials(const Login& login)
      : credentials_(std::make_shared<const RequestCredentials>(standing_credentials(login))) {}
  RequestCredentialsPointer current() override { return credentials_; }
  Result<RequestCredentialsPointer> renew(const RequestCredentialsPointer&) override {
    return credentials_;
  }
  Renewal renewal() const override { return Renewal::Never; }
  void interrupt() override {}

 private:
  const RequestCredentialsPointer credentials_;
};

// Files that somebody else writes anew before their contents expire. A file that cannot be read for
// a moment leaves what was read last.
class FileCredentials final : public Credentials {
 public:
  FileCredentials(Login login, const Clock& clock, std::chrono::seconds file_patience)
      : login_(std::move(login)), clock_(clock), patience_(file_patience) {}

  RequestCredentialsPointer current() override {
    const std::scoped_lock lock(mutex_);
    const Instant now = clock_.now();
    const bool looked_lately =
        credentials_ != nullptr && now >= looked_ && now - looked_ < patience_;
    if (!looked_lately) look(now);
    return credentials_;
  }
  Result<RequestCredentialsPointer> renew(const RequestCredentialsPointer& refused) override {
    const std::scoped_lock lock(mutex_);
    if (credentials_ == nullptr || credentials_ == refused) look(clock_.now());
    return credentials_;
  }
  Renewal renewal() const override { return Renewal::AtOnce; }
  void interrupt() override {}

 private:
  void look(Instant now) {
    looked_ = now;
    if (!login_.token_file.empty()) {
      const auto text = read_small_file(login_.token_file);
      if (text && !trim(*text).empty()) login_.token = trim(*text);
    }
    look_at_pair();
    RequestCredentials credentials = standing_credentials(login_);
    if (credentials_ == nullptr || *credentials_ != credentials) {
      credentials_ = std::make_shared<const RequestCredentials>(std::move(credentials));
    }
  }
  // Both or neither: between two writes they need not belong together.
  void look_at_pair() {
    auto certificate = login_.certificate_file.empty() ? login_.certificate_pem
                                                       : read_small_file(login_.certificate_file);
    auto key = login_.key_file.empty() ? login_.key_pem : read_small_file(login_.key_file);
    if (!certificate || !key) return;
    login_.certificate_pem = std::move(*certificate);
    login_.key_pem = std::move(*key);
  }

  std::mutex mutex_;
  Login login_;
  const Clock& clock_;
  const std::chrono::seconds patience_;
  Instant looked_ = no_time;
  RequestCredentialsPointer credentials_;
};

class ExecCredentials final : public Credentials {
 public:
  ExecCredentials(Login login, const Clock& clock, const CredentialOptions& options)
      : login_(std::move(login)), clock_(clock), options_(options) {}

  RequestCredentialsPointer current() override {
    const std::scoped_lock lock(mutex_);
    const bool expired = is_set(expires_) && clock_.now() >= expires_;
    return expired ? nullptr : credentials_;
  }
  // One run serves everybody who waited for it.
  Result<RequestCredentialsPointer> renew(const RequestCredentialsPointer& refused) override {
    const std::scoped_lock running(running_);
    if (const RequestCredentialsPointer newer = current(); newer != nullptr && newer != refused)
      return newer;
    const auto credential = run_plugin(*login_.exec, options_, interrupt_);
    if (!credential) return fail(credential.error());
    RequestCredentials credentials = standing_credentials(login_);
    if (credentials.authorization.empty()) credentials.authorization = bearer(credential->token);
    if (!credential->certificate_pem.empty()) {
      credentials.certificate_pem = credential->certificate_pem;
      credentials.key_pem = credential->key_pem;
    }
    const std::scoped_lock lock(mutex_);
    expires_ = credential->expires;
    credentials_ = std::make_shared<const RequestCredentials>(std::move(credentials));
    return credentials_;
  }
  Renewal renewal() const override { return Renewal::Slow; }
  void interrupt() override { interrupt_.ring(); }

 private:
  const Login login_;
  const Clock& clock_;
  const CredentialOptions options_;
  Interrupt interrupt_;
  std::mutex running_;
  std::mutex mutex_;
  Instant expires_ = no_time;
  RequestCredentialsPointer credentials_;
};

}  // namespace

std::unique_ptr<Credentials> make_credentials(const Login& login, const Clock& clock,
                                              const CredentialOptions& options) {
  if (login.exec) return std::make_unique<ExecCredentials>(login, clock, options);
  if (!login.token_file.empty() || !login.certificate_file.empty() || !login.key_file.empty()) {
    return std::make_unique<FileCredentials>(login, clock, options.file_patience);
  }
  return std::make_unique<StandingCredentials>(login);
}

}  // namespace telltale::client
