// SPDX-License-Identifier: Apache-2.0
#include "http/client/client_easy.h"

#include <array>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "http/client/client_for_test.h"
#include "http/client/client_loop.h"

namespace telltale::http {
namespace {

// A server of few words.
class OneAnswer {
 public:
  explicit OneAnswer(std::string answer) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_, 8);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, text = std::move(answer)] {
      const int peer = ::accept(listener_, nullptr, nullptr);
      std::array<char, 4096> buffer{};
      ::recv(peer, buffer.data(), buffer.size(), 0);
      ::send(peer, text.data(), text.size(), MSG_NOSIGNAL);
      ::close(peer);
    });
  }
  OneAnswer(const OneAnswer&) = delete;
  OneAnswer& operator=(const OneAnswer&) = delete;
  ~OneAnswer() {
    thread_.join();
    ::close(listener_);
  }
  std::string url() const { return format("http://127.0.0.1:{}", port_); }

 private:
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

class HttpClientEasy : public testing::Test {
 protected:
  Result<Response> answer_to(const std::string& text) {
    const OneAnswer server(text);
    std::promise<Result<Response>> answered;
    const auto ongoing =
        loop_->send({.origin = std::make_shared<const Origin>(Origin{.url = server.url()})},
                    [&](Result<Response> answer) { answered.set_value(std::move(answer)); });
    return wait_for(answered.get_future());
  }
  Error::Kind kind_of(const std::string& text) {
    const auto answer = answer_to(text);
    return answer ? Error::Kind::NotFound : answer.error().kind;
  }
  std::unique_ptr<ClientLoop> loop_ = *ClientLoop::start({});
};

TEST_F(HttpClientEasy, SpeaksPlainHttp) {
  const auto answer = answer_to("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->body, "ok");
}

TEST_F(HttpClientEasy, StepsOverInterimAnswersAndTrailers) {
  const auto answer = answer_to(
      "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 404 Not Found\r\nX-Late: 1\r\n"
      "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n");
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->status, 404);
  EXPECT_EQ(answer->body, "ok");
  EXPECT_TRUE(find_header(answer->headers, "X-Late"));
  EXPECT_FALSE(find_header(answer->headers, "X-Early"));
  EXPECT_FALSE(find_header(answer->headers, "X-Trailer"));
}

TEST_F(HttpClientEasy, TakesNoHalfAnswerForAWholeOne) {
  EXPECT_EQ(kind_of("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok"), Error::Kind::Unreachable);
  EXPECT_EQ(kind_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"),
            Error::Kind::Unreachable);
  EXPECT_EQ(kind_of("HTTP/1.1 200 OK\r\n"), Error::Kind::Unreachable);
  EXPECT_EQ(kind_of("garbage"), Error::Kind::Unreachable);
  EXPECT_EQ(kind_of(""), Error::Kind::Unreachable);
}

TEST_F(HttpClientEasy, LimitsTheHead) {
  std::string head = "HTTP/1.1 200 OK\r\n";
  for (int count = 0; count < 100; ++count) {
    head += format("X-{}: {}\r\n", count, std::string(1000, 'x'));
  }
  EXPECT_EQ(kind_of(head + "\r\n"), Error::Kind::TooLarge);
}

TEST_F(HttpClientEasy, GoesThroughTheProxyItIsGiven) {
  const OneAnswer proxy("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy");
  std::promise<std::string> answered;
  const auto ongoing =
      loop_->send({.origin = std::make_shared<const Origin>(
                       Origin{.url = "http://127.0.0.1:1", .proxy_url = proxy.url()})},
                  [&](const Result<Response>& answer) {
                    answered.set_value(answer ? answer->body : answer.error().detail);
                  });
  EXPECT_EQ(wait_for(answered.get_future()), "proxy");
}

}  // namespace
}  // namespace telltale::http
