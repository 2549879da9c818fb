// SPDX-License-Identifier: Apache-2.0
#pragma once

// A plain blocking client socket on loopback. Reading gives up after a while, so that a test fails
// instead of hanging.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace telltale::http {

inline constexpr std::string_view get_root = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

class SocketForTest {
 public:
  explicit SocketForTest(std::uint16_t port) : descriptor_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  SocketForTest(SocketForTest&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)),
        connected_(other.connected_),
        received_(std::move(other.received_)) {}
  SocketForTest(const SocketForTest&) = delete;
  SocketForTest& operator=(const SocketForTest&) = delete;
  ~SocketForTest() { close(); }

  bool connected() const { return connected_; }
  int descriptor() const { return descriptor_; }

  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Everything up to and with the mark, or what came before the end.
  std::string read_until(std::string_view mark) {
    while (received_.find(mark) == std::string::npos && read_some()) continue;
    const std::size_t found = received_.find(mark);
    const std::size_t size = found == std::string::npos ? received_.size() : found + mark.size();
    return cut(size);
  }
  std::string read(std::size_t bytes) {
    while (received_.size() < bytes && read_some()) continue;
    return cut(std::min(bytes, received_.size()));
  }
  std::string read_to_end() {
    while (read_some()) continue;
    return std::exchange(received_, {});
  }
  // The head and the body of an answer that has a length.
  std::string read_answer() {
    const std::string head = read_until("\r\n\r\n");
    constexpr std::string_view name = "Content-Length: ";
    const std::size_t at = head.find(name);
    if (at == std::string::npos) return head;
    return head + read(std::stoul(head.substr(at + name.size())));
  }
  // True when the peer has closed, rather than kept silent until patience ran out.
  bool is_at_end() {
    while (read_some()) continue;
    return ended_;
  }
  void close_own_direction() { ::shutdown(descriptor_, SHUT_WR); }
  void close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }

 private:
  bool read_some() {
    std::array<char, 65536> buffer;
    const ssize_t size = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (size <= 0) {
      ended_ = size == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
      return false;
    }
    received_.append(buffer.data(), static_cast<std::size_t>(size));
    return true;
  }
  std::string cut(std::size_t size) {
    std::string first = received_.substr(0, size);
    received_.erase(0, size);
    return first;
  }

  int descriptor_;
  bool connected_ = false;
  bool ended_ = false;
  std::string received_;
};

}  // namespace telltale::http
