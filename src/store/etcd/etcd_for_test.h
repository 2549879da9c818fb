// SPDX-License-Identifier: Apache-2.0
#pragma once

// A real etcd on free ports of the loopback, with its data in a folder of its own.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::store {

class EtcdForTest {
 public:
  EtcdForTest() {
#ifdef TELLTALE_WITH_ETCD
    if (access(program, X_OK) != 0) {
      missing_ = format("there is no {} on this machine", program);
      return;
    }
    endpoint_ = format("127.0.0.1:{}", free_port());
    peer_ = format("127.0.0.1:{}", free_port());
    start();
#else
    missing_ = "this telltale was built without etcd";
#endif
  }
  ~EtcdForTest() { stop(); }
  EtcdForTest(const EtcdForTest&) = delete;
  EtcdForTest& operator=(const EtcdForTest&) = delete;

  // "127.0.0.1:12345"
  const std::string& endpoint() const { return endpoint_; }
  // Not empty: why there is none.
  const std::string& missing() const { return missing_; }

  // On the same data and ports as before.
  void start() {
    const auto client = "http://" + endpoint_;
    const auto peer = "http://" + peer_;
    std::vector<std::string> words = {program,
                                      "--data-dir",
                                      folder_.path("data"),
                                      "--name",
                                      "one",
                                      "--listen-client-urls",
                                      client,
                                      "--advertise-client-urls",
                                      client,
                                      "--listen-peer-urls",
                                      peer,
                                      "--initial-advertise-peer-urls",
                                      peer,
                                      "--initial-cluster",
                                      "one=" + peer};
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto log = folder_.path("log");
    process_ = fork();
    if (process_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // not even a test that crashes leaves one behind
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(program, arguments.data());
    _exit(127);
  }

  void stop() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  static constexpr const char* program = "/usr/bin/etcd";

  static std::uint16_t free_port() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    bind(listener, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    close(listener);
    return ntohs(address.sin_port);
  }

  TempFolder folder_;
  std::string endpoint_;
  std::string peer_;
  std::string missing_;
  pid_t process_ = -1;
};

}  // namespace telltale::store
