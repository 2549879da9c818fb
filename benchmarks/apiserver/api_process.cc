// SPDX-License-Identifier: Apache-2.0
#include "apiserver/api_process.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/entropy.h"
#include "base/text.h"
#include "http/tls/certificates.h"

namespace telltale::apiserver {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds start_patience{60};

int free_port() {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  check(bind(descriptor, plain, size) == 0, "the machine has a free port");
  getsockname(descriptor, plain, &size);
  close(descriptor);
  return ntohs(address.sin_port);
}

bool listens(int port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  const bool there = connect(descriptor, plain, sizeof(address)) == 0;
  close(descriptor);
  return there;
}

void write_text(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

// The rest of the first line that has the mark.
std::string behind(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find_first_of(" \"\n", begin) - begin);
}

}  // namespace

std::unique_ptr<ApiProcess> ApiProcess::telltale(const Telltale& start) {
  std::unique_ptr<ApiProcess> server(new ApiProcess());
  const std::string data =
      start.data_folder.empty() ? server->folder() + "/data" : start.data_folder;
  const std::string config = data + "/kubeconfig";
  std::filesystem::remove(config);  // of an earlier start, at another port
  std::vector<std::string> command{start.program, start.command, "--data-dir", data,
                                   "--listen",    "127.0.0.1:0", "--http",     "127.0.0.1:0"};
  command.insert(command.end(), start.flags.begin(), start.flags.end());
  server->spawn(command);
  const bool written = wait_for(
      start_patience, [&] { return read_text(config).find("token: ") != std::string::npos; });
  check(written, "telltale writes a kubeconfig");
  server->kubeconfig_ = config;
  const std::string text = read_text(config);
  const std::string url = behind(text, "server: ");
  server->target_ = {.port = std::atoi(url.c_str() + url.rfind(':') + 1),
                     .token = behind(text, "token: ")};
  server->wait_until_ready();
  return server;
}

std::unique_ptr<ApiProcess> ApiProcess::kubernetes(const std::string& apiserver,
                                                   const std::string& etcd) {
  std::unique_ptr<ApiProcess> server(new ApiProcess());
  const std::string& folder = server->folder();
  const int client_port = free_port();
  const std::string client_url = format("http://127.0.0.1:{}", client_port);
  const std::string peer_url = format("http://127.0.0.1:{}", free_port());
  server->spawn({etcd, "--data-dir", folder + "/etcd", "--listen-client-urls", client_url,
                 "--advertise-client-urls", client_url, "--listen-peer-urls", peer_url,
                 "--initial-advertise-peer-urls", peer_url, "--initial-cluster",
                 "default=" + peer_url});
  check(wait_for(start_patience, [&] { return listens(client_port); }), "etcd starts");
  SystemEntropy entropy;
  const auto accounts =
      http::make_authority("accounts", SystemClock().now(), std::chrono::days(30), entropy);
  check(accounts.has_value(), "a key for service accounts can be made");
  write_text(folder + "/accounts.key", accounts->key_pem);
  write_text(folder + "/accounts.crt", accounts->certificate_pem);
  server->target_ = {.port = free_port(), .token = random_hex(entropy, 16)};
  write_text(folder + "/tokens.csv",
             format("{},bench,bench,\"system:masters\"\n", server->target_.token));
  server->spawn({apiserver, "--etcd-servers=" + client_url, "--bind-address=127.0.0.1",
                 format("--secure-port={}", server->target_.port), "--cert-dir=" + folder + "/tls",
                 "--token-auth-file=" + folder + "/tokens.csv", "--authorization-mode=RBAC",
                 "--service-cluster-ip-range=10.0.0.0/24",
                 "--service-account-issuer=https://127.0.0.1",
                 "--service-account-key-file=" + folder + "/accounts.crt",
                 "--service-account-signing-key-file=" + folder + "/accounts.key"});
  server->wait_until_ready();
  return server;
}

void ApiProcess::wait_until_ready() {
  const int port = target_.port;
  check(wait_for(start_patience, [port] { return listens(port); }), "the API server listens");
  Loop loop;
  const bool ready = wait_for(start_patience, [&] {
    Connection connection(loop, target_);
    int status = -1;
    connection.ask(request_text(target_, "GET", "/readyz"),
                   [&](const Answer& answer) { status = answer.status; });
    while (status == -1) loop.turn(1s);
    return status == 200;
  });
  check(ready, "the API server gets ready");
}

std::vector<double> sync_milliseconds(const std::string& folder, std::chrono::milliseconds span) {
  const std::string path = folder + "/syncs";
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string kilobyte(1024, 'x');
  std::vector<double> times;
  const auto end = Watch::now() + span;
  while (Watch::now() < end) {
    const auto begin = Watch::now();
    check(write(descriptor, kilobyte.data(), kilobyte.size()) > 0, "the disk takes bytes");
    fdatasync(descriptor);
    times.push_back(std::chrono::duration<double, std::milli>(Watch::now() - begin).count());
  }
  close(descriptor);
  std::filesystem::remove(path);
  return times;
}

double syncs_per_second(const std::string& folder) {
  return static_cast<double>(sync_milliseconds(folder, 1s).size());
}

}  // namespace telltale::apiserver
