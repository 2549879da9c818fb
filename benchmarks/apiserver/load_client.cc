// SPDX-License-Identifier: Apache-2.0
#include "apiserver/load_client.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <openssl/ssl.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::apiserver {
namespace {

constexpr std::size_t body_bytes_kept = std::size_t{4} << 10;
constexpr std::size_t head_bytes_max = std::size_t{64} << 10;
constexpr int events_max = 256;

// Takes an answer apart as its bytes come: how long it is, and where its body lies.
class AnswerParser {
 public:
  Answer answer = {};
  Connection::Sink sink = {};

  void begin() {
    answer = {};
    kept_.clear();
    head_.clear();
    step_ = Step::Head;
    chunked_ = false;
    left_ = 0;
  }

  // Whether the answer is complete.
  bool take(std::string_view bytes) {
    while (!bytes.empty() && step_ != Step::Done) {
      bytes.remove_prefix(step_ == Step::Head   ? take_head(bytes)
                          : step_ == Step::Body ? take_body(bytes)
                                                : take_chunk_line(bytes));
    }
    answer.body = kept_;
    return step_ == Step::Done;
  }

 private:
  enum class Step { Head, Body, ChunkLine, LastLine, Done };

  std::size_t take_head(std::string_view bytes) {
    constexpr std::string_view end = "\r\n\r\n";
    const std::size_t before = head_.size();
    head_ += bytes.substr(0, head_bytes_max);
    const std::size_t found = head_.find(end);
    check(found != std::string::npos || head_.size() < head_bytes_max, "an answer has a head");
    if (found == std::string::npos) return bytes.size();
    const std::size_t used = found + end.size() - before;
    head_.resize(found + 2);
    answer.status = static_cast<int>(std::strtol(head_.c_str() + head_.find(' '), nullptr, 10));
    for (char& byte : head_)
      byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
    chunked_ = head_.find("\r\ntransfer-encoding: chunked") != std::string::npos;
    const std::size_t length = head_.find("\r\ncontent-length:");
    if (length != std::string::npos)
      left_ = std::strtoull(head_.c_str() + length + 17, nullptr, 10);
    step_ = chunked_ ? Step::ChunkLine : left_ > 0 ? Step::Body : Step::Done;
    return used;
  }

  std::size_t take_body(std::string_view bytes) {
    const std::string_view some = bytes.substr(0, left_);
    answer.body_bytes += some.size();
    left_ -= some.size();
    if (sink) sink(some);
    if (!sink && kept_.size() < body_bytes_kept) kept_ += some.substr(0, body_bytes_kept);
    if (left_ == 0) step_ = chunked_ ? Step::ChunkLine : Step::Done;
    return some.size();
  }

  // The line end of the chunk before, then a size; the size 0 is followed by one empty line.
  std::size_t take_chunk_line(std::string_view bytes) {
    const std::size_t end = bytes.find('\n');
    line_ += bytes.substr(0, end);
    if (end == std::string_view::npos) return bytes.size();
    const std::string line = std::exchange(line_, {});
    if (step_ == Step::LastLine) {
      step_ = Step::Done;
    } else if (line.size() > 1) {
      left_ = std::strtoull(line.c_str(), nullptr, 16);
      step_ = left_ > 0 ? Step::Body : Step::LastLine;
    }
    return end + 1;
  }

  std::string head_;
  std::string line_;
  std::string kept_;
  Step step_ = Step::Head;
  bool chunked_ = false;
  std::size_t left_ = 0;
};

int connected_socket(int port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  check(connect(descriptor, plain, sizeof(address)) == 0, "the server accepts connections");
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  return descriptor;
}

// Whom we talk to is not verified: we started it.
SSL_CTX* tls_context() {
  static SSL_CTX* const context = [] {
    SSL_CTX* made = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_read_ahead(made, 1);  // one call of the system for a record, not two
    return made;
  }();
  return context;
}

}  // namespace

std::string request_text(const Target& target, std::string_view method, std::string_view path,
                         std::string_view type, std::string_view body) {
  std::string text = format(
      "{} {} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench/1\r\nAccept: application/json\r\n"
      "Authorization: Bearer {}\r\n",
      method, path, target.token);
  if (!type.empty()) {
    text += format("Content-Type: {}\r\nContent-Length: {}\r\n", type, body.size());
  }
  return text.append("\r\n").append(body);
}

struct Connection::State {
  int descriptor = -1;
  SSL* ssl = nullptr;
  AnswerParser parser = {};
  Then then = {};
  bool following = false;

  void send(const std::string& request) {
    parser.begin();
    const int size = static_cast<int>(request.size());
    check(SSL_write(ssl, request.data(), size) == size, "a request fits into the socket");
  }

  void finish() {
    const Then done = std::exchange(then, nullptr);
    if (done) done(parser.answer);
  }

  void serve() {
    std::array<char, 16384> buffer;
    while (true) {
      const int size = SSL_read(ssl, buffer.data(), static_cast<int>(buffer.size()));
      if (size <= 0) return fail_unless_waiting(size);
      if (parser.take({buffer.data(), static_cast<std::size_t>(size)})) finish();
    }
  }

  void fail_unless_waiting(int result) {
    const int error = SSL_get_error(ssl, result);
    if (error == SSL_ERROR_WANT_READ) return;
    check(!following, "a watch goes on");
    parser.answer.status = 0;
    finish();
  }
};

Connection::Connection(Loop& loop, const Target& target) : state_(std::make_unique<State>()) {
  state_->descriptor = connected_socket(target.port);
  state_->ssl = SSL_new(tls_context());
  SSL_set_fd(state_->ssl, state_->descriptor);
  check(SSL_connect(state_->ssl) == 1, "the server speaks TLS");
  fcntl(state_->descriptor, F_SETFL, O_NONBLOCK);
  epoll_event event{.events = EPOLLIN, .data = {.ptr = state_.get()}};
  epoll_ctl(loop.epoll_, EPOLL_CTL_ADD, state_->descriptor, &event);
}

Connection::~Connection() {
  SSL_free(state_->ssl);
  close(state_->descriptor);
}

bool Connection::idle() const { return !state_->then && !state_->following; }

void Connection::ask(const std::string& request, Then then) {
  ask_all(request, {}, std::move(then));
}

void Connection::ask_all(const std::string& request, Sink sink, Then then) {
  state_->parser.sink = std::move(sink);
  state_->then = std::move(then);
  state_->send(request);
}

void Connection::follow(const std::string& request, Sink sink) {
  state_->following = true;
  state_->parser.sink = std::move(sink);
  state_->send(request);
}

Loop::Loop() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {}
Loop::~Loop() { close(epoll_); }

void Loop::turn(std::chrono::nanoseconds patience) {
  std::array<epoll_event, events_max> events;
  const auto wait = std::max(patience, std::chrono::nanoseconds(0));
  const timespec limit{.tv_sec = wait.count() / 1'000'000'000,
                       .tv_nsec = wait.count() % 1'000'000'000};
  const int count = epoll_pwait2(epoll_, events.data(), events_max, &limit, nullptr);
  for (int i = 0; i < count; ++i) {
    static_cast<Connection::State*>(events[static_cast<std::size_t>(i)].data.ptr)->serve();
  }
}

}  // namespace telltale::apiserver
