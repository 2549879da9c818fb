// SPDX-License-Identifier: Apache-2.0
#pragma once

// The API server with everything around it: data folder, identities, store, sockets and the tick of
// a second. What `telltale serve` runs, and what tests start on a port of the system's choice.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "http/message.h"
#include "http/server.h"
#include "http/target.h"
#include "server/access/audit/audit_options.h"
#include "server/access/credentials/wrapping_keys.h"
#include "server/access/identity/user.h"
#include "server/writes/service_addresses.h"
#include "store/stores.h"

namespace telltale::server {

struct Address {
  std::string host;
  std::uint16_t port = 0;

  bool operator==(const Address&) const = default;
};
// "127.0.0.1:7443", "[::1]:7443", "localhost:0".
[[nodiscard]] Result<Address> parse_address(std::string_view text);
std::string to_text(const Address& address);

struct ServiceOptions {
  std::string data_folder;
  std::string store = {};  // empty: SQLite in the data folder
  store::EtcdAccess etcd = {};
  Encryption encryption = {};
  Address listen{.host = "127.0.0.1", .port = 7443};
  Address http{.host = "127.0.0.1", .port = 7480};
  // Names and addresses besides the one listened on, for the certificate.
  std::vector<std::string> subject_names = {};
  AuditOptions audit = {};
  // Bytes held for clients, all together: requests, answers, connections.
  std::size_t memory_budget = http::Budget::Shares{}.all;
  bool install_definitions = true;
  // Controllers answer beside it, on the http port: kubeconfigs say so.
  bool has_controllers = false;
  AddressRange service_addresses = {};
};

// What a page of the http port answers to somebody who may read it; nothing: there is no such page.
using Page = std::function<std::optional<http::Response>(const http::Request& request,
                                                         const http::Target& target)>;

class Service {
 public:
  // Returns when it is ready: the kubeconfigs are written, requests are answered.
  [[nodiscard]] static Result<std::unique_ptr<Service>> start(const ServiceOptions& options,
                                                              const Clock& clock, Entropy& entropy);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // Watches are closed, requests in flight are answered, everything acknowledged is on disk.
  void stop();

  const std::string& url() const { return url_; }            // "https://127.0.0.1:7443"
  const std::string& http_url() const { return http_url_; }  // "http://127.0.0.1:7480"
  const std::string& store_name() const { return store_name_; }
  std::string kubeconfig() const;
  std::size_t objects() const;
  // Asked before the server's own pages, except those of health. Until it is set there are only
  // those.
  void set_page(Page page);
  // Asked about /healthz and /readyz instead of the server itself; anyone may read them.
  void set_health(Page page);
  // Why nothing can be written at the moment; fine otherwise.
  [[nodiscard]] Result<void> check_store() const;
  // Why nothing can be recorded at the moment, where everything must be.
  bool audit_is_required() const;
  [[nodiscard]] Result<void> check_audit() const;
  // In Prometheus' text.
  std::string metrics_text() const;
  // The way in without a socket.
  void handle(http::Request request, http::Responder responder);
  // A token for somebody in this process who goes that way, until it is let out.
  std::string let_in(User user);
  void let_out(std::string_view token);
  // Opens the audit log anew, for whoever rotates it.
  void reopen_audit_log();

 private:
  struct Parts;
  Service();
  Result<void> open_store(const ServiceOptions& options, const Clock& clock, Entropy& entropy);
  Result<void> open(const ServiceOptions& options, const Clock& clock, Entropy& entropy);
  Result<void> listen(const ServiceOptions& options);

  std::unique_ptr<Parts> parts_;
  std::string data_folder_;
  std::string url_;
  std::string http_url_;
  std::string store_name_;
};

}  // namespace telltale::server
