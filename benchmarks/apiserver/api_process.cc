// SPDX-License-Identifier: Apache-2.0
#include "apiserver/api_process.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <sstream>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/entropy.h"
#include "base/text.h"
#include "http/certificates.h"

namespace telltale::apiserver {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds start_patience{60};
constexpr std::chrono::seconds stop_patience{20};
constexpr std::chrono::milliseconds look_every{20};

template <class Reached>
bool wait_for(std::chrono::milliseconds patience, Reached reached) {
  const auto end = Watch::now() + patience;
  while (!reached()) {
    if (Watch::now() > end) return false;
    std::this_thread::sleep_for(look_every);
  }
  return true;
}

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

std::string read_text(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The rest of the first line that has the mark.
std::string behind(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find_first_of(" \"\n", begin) - begin);
}

}  // namespace

ApiProcess::ApiProcess() {
  std::string name = (std::filesystem::temp_directory_path() / "apiserver-XXXXXX").string();
  check(mkdtemp(name.data()) != nullptr, "a folder can be made");
  folder_ = name;
}

ApiProcess::~ApiProcess() {
  for (const int process : std::views::reverse(processes_)) {
    kill(process, SIGTERM);
    const bool ended =
        wait_for(stop_patience, [process] { return waitpid(process, nullptr, WNOHANG) != 0; });
    if (ended) continue;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void ApiProcess::spawn(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const std::string log = format("{}/log-{}", folder_, processes_.size());
  const int process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // Nobody is left behind when a check fails.
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execvp(words[0], words.data());
    _exit(127);
  }
  processes_.push_back(process);
}

std::unique_ptr<ApiProcess> ApiProcess::telltale(const std::string& program) {
  std::unique_ptr<ApiProcess> server(new ApiProcess());
  const std::string data = server->folder_ + "/data";
  server->spawn(
      {program, "serve", "--data-dir", data, "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"});
  const std::string config = data + "/kubeconfig";
  const bool written = wait_for(
      start_patience, [&] { return read_text(config).find("token: ") != std::string::npos; });
  check(written, "telltale serve writes a kubeconfig");
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
  const std::string& folder = server->folder_;
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

double ApiProcess::status_mib(const char* field) const {
  double sum = 0;
  for (const int process : processes_) {
    const std::string text = read_text(format("/proc/{}/status", process));
    const std::size_t at = text.find(field);
    if (at != std::string::npos) sum += std::strtod(text.c_str() + text.find(':', at) + 1, nullptr);
  }
  return sum / 1024;
}

double ApiProcess::resident_mib() const { return status_mib("VmRSS"); }
double ApiProcess::peak_mib() const { return status_mib("VmHWM"); }

void ApiProcess::forget_peak() const {
  for (const int process : processes_) write_text(format("/proc/{}/clear_refs", process), "5");
}

double ApiProcess::cpu_seconds() const {
  double ticks = 0;
  for (const int process : processes_) {
    const std::string text = read_text(format("/proc/{}/stat", process));
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    ticks += user + system;
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double syncs_per_second(const std::string& folder) {
  const std::string path = folder + "/syncs";
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string kilobyte(1024, 'x');
  const auto begin = Watch::now();
  int count = 0;
  while (Watch::now() - begin < 1s) {
    check(write(descriptor, kilobyte.data(), kilobyte.size()) > 0, "the disk takes bytes");
    fdatasync(descriptor);
    ++count;
  }
  const std::chrono::duration<double> took = Watch::now() - begin;
  close(descriptor);
  std::filesystem::remove(path);
  return count / took.count();
}

}  // namespace telltale::apiserver
