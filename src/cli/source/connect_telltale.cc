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
constexpr std::size_t word_bytes_max = 4096;
// What a line of a hundred columns has room for beside its other words.
constexpr std::size_t detail_bytes_max = 40;

// The first line of a file of the data folder; empty where there is none.
std::string own_word(std::string_view file_name) {
  std::ifstream file(format("{}/{}", data_folder({}), file_name));
  std::string word;
  std::getline(file, word);
  return word.size() > word_bytes_max ? std::string() : word;
}

bool is_on_this_machine(std::string_view text) {
  const Result<http::Url> url = http::parse_url(text);
  return url && http::is_loopback(*url);
}

// In a few words, so that it stays one line; whoever typed the address wants to know more.
std::string why_not(const TelltaleAddress& address, const Error& error) {
  const std::string url = printable(address.url);
  const bool unknown = error.detail.contains(" answered 401");
  if (unknown && address.from == TelltaleAddress::From::Published) {
    return format("{} needs a token, which --telltale sends", url);
  }
  if (unknown || error.detail.contains(" answered 403")) {
    return format("the telltale at {} does not take this token", url);
  }
  if (address.from != TelltaleAddress::From::Typed) return format("no telltale answers at {}", url);
  const std::string detail = printable(error.detail);
  const std::size_t last = detail.rfind(": ");
  const std::string why = last == std::string::npos ? detail : detail.substr(last + 2);
  return url.size() + why.size() > detail_bytes_max
             ? format("no telltale answers at {}", url)
             : format("no telltale answers at {} ({})", url, why);
}

}  // namespace

std::string token_for(const TelltaleAddress& address, const TokenChoice& choice) {
  using From = TelltaleAddress::From;
  const Result<http::Url> url = http::parse_url(address.url);
  if (!url) return {};
  const bool here = http::is_loopback(*url);
  if (!here && !url->encrypted()) return {};
  const std::string own = here ? choice.own : std::string();
  switch (address.from) {
    case From::Published:
      return address.url == choice.own_address ? own : std::string();
    case From::Kubeconfig:
      return choice.kubeconfig.empty() ? own : choice.kubeconfig;
    case From::Typed:
      return own.empty() ? choice.kubeconfig : own;
    case From::Default:
      break;
  }
  const bool both_here = here && is_on_this_machine(choice.server);
  return own.empty() && both_here ? choice.kubeconfig : own;
}

Result<TelltaleConnection> TelltaleConnection::open(const Connection* server,
                                                    const TelltaleAddress& address,
                                                    const Streams& streams) {
  TokenChoice choice{.own = own_word("token"), .own_address = own_word("address")};
  if (server != nullptr) {
    choice.kubeconfig = server->token;
    choice.server = server->server;
  }
  Result<std::unique_ptr<Connection>> telltale =
      connect_url(address.url, token_for(address, choice), streams);
  if (!telltale) return fail(telltale.error());
  TelltaleConnection line;
  line.address_ = address;
  line.connection_ = std::move(*telltale);
  return line;
}

Result<std::string> TelltaleConnection::ask(const std::string& target,
                                            std::chrono::milliseconds patience) const {
  Result<http::Response> answer = client::accepted(
      client::ask(*connection_->transport,
                  {.target = target, .timeout = patience, .answer_bytes_max = answer_bytes_max}),
      address_.url);
  if (answer) return std::move(answer->body);
  if (answer.error().kind == Error::Kind::NotFound) return fail(answer.error());
  return fail(Error::Kind::Unreachable, why_not(address_, answer.error()));
}

Result<std::string> ask_telltale(const ConnectOptions& options, const std::string& target,
                                 const Streams& streams) {
  const TelltaleAddresses found = find_telltale(nullptr, options);
  const Result<TelltaleConnection> line =
      TelltaleConnection::open(nullptr, found.candidates.front(), streams);
  if (!line) return fail(line.error());
  return line->ask(target, telltale_patience);
}

}  // namespace telltale::cli
