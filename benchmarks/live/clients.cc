// SPDX-License-Identifier: Apache-2.0
#include "live/clients.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::bench {

using apiserver::Answer;
using apiserver::Connection;
using namespace std::chrono_literals;

Clients::Clients(apiserver::Target target) : target_(std::move(target)) {
  for (std::size_t i = 0; i < count; ++i) {
    connections_.push_back(std::make_unique<Connection>(loop_, target_));
  }
}

std::string Clients::get(std::string_view path) {
  std::string body;
  std::optional<int> status;
  connections_.front()->ask_all(
      request_text(target_, "GET", path), [&](std::string_view piece) { body += piece; },
      [&](const Answer& answer) { status = answer.status; });
  while (!status) loop_.turn(1s);
  check(*status == 200, "the server answers what a measurement asks");
  return body;
}

void Clients::flood(std::size_t requests, const std::function<std::string(std::size_t)>& request,
                    const std::function<void(std::size_t, const Answer&)>& take) {
  std::size_t next = 0;
  std::size_t answered = 0;
  const std::function<void(Connection&)> go_on = [&](Connection& connection) {
    if (next == requests) return;
    const std::size_t index = next++;
    connection.ask(request(index), [&, index](const Answer& answer) {
      take(index, answer);
      ++answered;
      go_on(connection);
    });
  };
  for (const auto& connection : connections_) go_on(*connection);
  while (answered < requests) loop_.turn(1s);
}

std::uint64_t Clients::durable_writes() {
  return static_cast<std::uint64_t>(sample(get("/metrics"), "telltale_store_writes_total"));
}

std::uint64_t Clients::revision() {
  return static_cast<std::uint64_t>(sample(get("/metrics"), "telltale_store_revision"));
}

double sample(std::string_view page, std::string_view family, std::string_view word) {
  double sum = 0;
  for (const std::string_view line : split(page, '\n')) {
    if (!line.starts_with(family)) continue;
    const std::string_view rest = line.substr(family.size());
    if (!rest.starts_with(' ') && !rest.starts_with('{')) continue;
    if (rest.find(word) == std::string_view::npos) continue;
    sum += std::strtod(std::string(rest.substr(rest.rfind(' ') + 1)).c_str(), nullptr);
  }
  return sum;
}

std::string plain_get(int port, std::string_view path, std::string_view token) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string text;
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  if (connect(descriptor, plain, sizeof(address)) == 0) {
    const std::string request = format(
        "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer "
        "{}\r\n\r\n",
        path, token);
    const bool sent =
        write(descriptor, request.data(), request.size()) == static_cast<ssize_t>(request.size());
    char piece[16384];
    for (ssize_t size = 0; sent && (size = read(descriptor, piece, sizeof(piece))) > 0;) {
      text.append(piece, static_cast<std::size_t>(size));
    }
  }
  close(descriptor);
  return text;
}

}  // namespace telltale::bench
