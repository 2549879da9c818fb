// SPDX-License-Identifier: Apache-2.0
#include "cli/source/telltale_address.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/text.h"
#include "client/api.h"
#include "http/url.h"
#include "live/leases/lease_keeper.h"
#include "live/stored/config_map.h"

namespace telltale::cli {
namespace {

constexpr std::chrono::milliseconds map_patience{2'000};
constexpr std::size_t map_bytes_max = std::size_t{64} << 10;

// Nothing where there is none, or these credentials may not see it.
std::optional<live::PublishedAddress> read_published(Connection& server) {
  const std::string target = live::config_map_path(address_namespace, live::address_map);
  const Result<http::Response> answer =
      client::accepted(server.api->ask({.target = target,
                                        .timeout = std::min(server.timeout, map_patience),
                                        .answer_bytes_max = map_bytes_max}),
                       target);
  return answer ? live::parse_published(answer->body) : std::nullopt;
}

}  // namespace

// What is not encrypted is shown no token and therefore tells nothing; on this machine only whole
// hosts are asked, so that nobody's ConfigMap chooses a path of a neighbour's server.
std::string trouble_with(const live::PublishedAddress& published, std::string_view host) {
  const Result<http::Url> url = http::parse_url(published.url);
  if (!url) return "it does not hold an address";
  const std::string shown = printable(published.url);
  if (!http::is_loopback(*url)) {
    return url->encrypted() ? "" : format("the telltale at {} needs a port-forward", shown);
  }
  if (published.host != host) {
    return format("telltale answers on the machine {} only", printable(published.host));
  }
  return url->path.empty() ? "" : format("{} is not the address of a telltale", shown);
}

TelltaleAddresses find_telltale(Connection* server, const ConnectOptions& options) {
  using From = TelltaleAddress::From;
  if (options.telltale_address == ConnectOptions::Address::Typed) {
    return {.candidates = {{options.telltale, From::Typed}}};
  }
  if (server != nullptr && http::parse_url(server->telltale_url)) {
    return {.candidates = {{server->telltale_url, From::Kubeconfig}}};
  }
  TelltaleAddresses found{.candidates = {{options.telltale, From::Default}}};
  if (server == nullptr) return found;
  const std::optional<live::PublishedAddress> published = read_published(*server);
  if (!published) return found;
  found.trouble = trouble_with(*published, live::host_name());
  if (found.trouble.empty()) {
    found.candidates.insert(found.candidates.begin(), {published->url, From::Published});
  }
  return found;
}

}  // namespace telltale::cli
