// SPDX-License-Identifier: Apache-2.0
#include "cli/source/connect_telltale.h"

#include <fstream>
#include <utility>

#include "base/text.h"
#include "cli/flag_groups/api_server_flags.h"
#include "client/api.h"
#include "client/transport/transport.h"
#include "http/url.h"

namespace telltale::cli {
namespace {

constexpr std::chrono::milliseconds telltale_patience{5'000};
constexpr std::size_t answer_bytes_max = std::size_t{16} << 20;
constexpr std::size_t token_bytes_max = 4096;

// The first line of <data-dir>/token; empty where there is none.
std::string own_token() {
  std::ifstream file(data_folder({}) + "/token");
  std::string token;
  std::getline(file, token);
  return token.size() > token_bytes_max ? std::string() : token;
}

bool is_on_this_machine(std::string_view text) {
  const Result<http::Url> url = http::parse_url(text);
  return url && http::is_loopback(*url);
}

}  // namespace

std::string token_for(const ConnectOptions& options, const TokenChoice& choice) {
  const Result<http::Url> url = http::parse_url(options.telltale);
  if (!url) return {};
  const bool here = http::is_loopback(*url);
  if (!here && !url->encrypted()) return {};
  if (here && !choice.own.empty()) return choice.own;
  const bool typed = options.telltale_address == ConnectOptions::Address::Typed;
  return typed || (here && is_on_this_machine(choice.server)) ? choice.kubeconfig : std::string();
}

Result<TelltaleConnection> TelltaleConnection::open(const Connection* connection,
                                                    const ConnectOptions& options,
                                                    const Streams& streams) {
  TokenChoice choice{.own = own_token()};
  if (connection != nullptr) {
    choice.kubeconfig = connection->token;
    choice.server = connection->server;
  }
  Result<std::unique_ptr<Connection>> telltale =
      connect_url(options.telltale, token_for(options, choice), streams);
  if (!telltale) return fail(telltale.error());
  TelltaleConnection line;
  line.url_ = options.telltale;
  line.connection_ = std::move(*telltale);
  return line;
}

Result<std::string> TelltaleConnection::ask(const std::string& target,
                                            std::chrono::milliseconds patience) const {
  Result<http::Response> answer = client::accepted(
      client::ask(*connection_->transport,
                  {.target = target, .timeout = patience, .answer_bytes_max = answer_bytes_max}),
      url_);
  if (answer) return std::move(answer->body);
  if (answer.error().kind == Error::Kind::NotFound) return fail(answer.error());
  return fail(Error::Kind::Unreachable,
              format("no telltale answers at {} (--telltale names another): {}", printable(url_),
                     printable(answer.error().detail)));
}

Result<std::string> ask_telltale(const Connection* connection, const ConnectOptions& options,
                                 const std::string& target, const Streams& streams) {
  const Result<TelltaleConnection> line = TelltaleConnection::open(connection, options, streams);
  if (!line) return fail(line.error());
  return line->ask(target, telltale_patience);
}

}  // namespace telltale::cli
