// SPDX-License-Identifier: Apache-2.0
#include "cli/source/connect.h"

#include <cstring>
#include <utility>

#include "base/entropy.h"
#include "base/text.h"
#include "client/transport/curl_transport.h"

namespace telltale::cli {
namespace {

// As polite as kubectl, and as quick to say that nobody answers.
constexpr client::ApiLimits limits{.qps = 100, .burst = 300, .attempts = 3, .waiting_max = 100'000};

std::uint64_t random_seed() {
  SystemEntropy entropy;
  std::uint8_t bytes[sizeof(std::uint64_t)] = {};
  entropy.fill(bytes);
  std::uint64_t seed = 0;
  std::memcpy(&seed, bytes, sizeof seed);
  return seed;
}

client::CurlTransportOptions transport_options(const Streams& streams) {
  client::CurlTransportOptions options{.user_agent = client::user_agent(TELLTALE_VERSION)};
  if (streams.err_terminal.is_terminal) {
    options.credentials.terminal = client::CredentialOptions::Terminal::Present;
  }
  return options;
}

Result<std::unique_ptr<Connection>> connected(const client::Access& access,
                                              const Streams& streams) {
  Result<std::unique_ptr<http::ClientLoop>> loop = http::ClientLoop::start({});
  if (!loop) return fail(loop.error());
  auto connection = std::make_unique<Connection>();
  connection->server = access.origin.url;
  connection->namespace_name = access.namespace_name;
  connection->token = access.login.token;
  connection->telltale_url = access.telltale_url;
  connection->seed = random_seed();
  connection->loop = std::move(*loop);
  connection->transport = std::make_unique<client::CurlTransport>(
      *connection->loop, access, streams.clock, transport_options(streams));
  connection->scheduler = client::make_thread_scheduler();
  connection->api = std::make_unique<client::Api>(*connection->transport, *connection->scheduler,
                                                  streams.clock, connection->seed, limits);
  return connection;
}

class SystemDialer final : public Dialer {
 public:
  Result<std::unique_ptr<Connection>> dial(const ConnectOptions& options,
                                           const Streams& streams) override {
    const Result<client::Access> access =
        client::find_access(options.access, client::process_surroundings());
    if (!access) return fail(access.error());
    Result<std::unique_ptr<Connection>> connection = connected(*access, streams);
    if (connection) (*connection)->timeout = options.request_timeout;
    return connection;
  }

  Result<std::unique_ptr<Connection>> dial_url(const std::string& url, const std::string& token,
                                               const Streams& streams) override {
    client::Access access;
    access.origin.url = url;
    access.login.token = token;
    return connected(access, streams);
  }
};

}  // namespace

Result<std::unique_ptr<Connection>> connect(const ConnectOptions& options, const Streams& streams) {
  SystemDialer system;
  Dialer& dialer = streams.dialer != nullptr ? *streams.dialer : system;
  return dialer.dial(options, streams);
}

Result<std::unique_ptr<Connection>> connect_url(const std::string& url, const std::string& token,
                                                const Streams& streams) {
  SystemDialer system;
  Dialer& dialer = streams.dialer != nullptr ? *streams.dialer : system;
  return dialer.dial_url(url, token, streams);
}

Error named_after(const Connection& connection, Error error) {
  if (error.detail.starts_with('/')) error.detail = connection.server + error.detail;
  error.detail = printable(error.detail);
  return error;
}

std::string advice_on(const Error& error, std::string_view program) {
  if (error.detail.contains("answered 403")) {
    return format(
        "       telltale needs the viewer role: {} manifests rbac --role viewer | "
        "kubectl apply -f -\n",
        program);
  }
  if (error.detail.contains("answered 401")) {
    return "       the server does not know these credentials; --kubeconfig, --context and --user "
           "choose others\n";
  }
  if (error.detail.starts_with("no cluster to talk to")) {
    return format("       {} up starts a server of its own\n", program);
  }
  if (error.kind == Error::Kind::Unreachable) {
    return format(
        "       {} up starts a server of its own; --kubeconfig and --context choose "
        "another, -f reads a dump\n",
        program);
  }
  return {};
}

}  // namespace telltale::cli
