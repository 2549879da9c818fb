// SPDX-License-Identifier: Apache-2.0
#include "http/client/client.h"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/text.h"
#include "http/server.h"
#include "http/tls/certificates.h"

namespace telltale::http {
namespace {

using testing::StartsWith;

class HttpClient : public testing::Test {
 protected:
  void serve(Handler handler) {
    const KeyPair pair =
        *issue(ca_, {.common_name = "hook", .subject_names = {"127.0.0.1"}}, now_, entropy_);
    auto started = Server::start(
        {.tls = Tls{.certificate_pem = pair.certificate_pem, .key_pem = pair.key_pem}},
        std::move(handler));
    ASSERT_TRUE(started) << started.error().detail;
    server_ = std::move(*started);
  }
  Destination here() const {
    return {.url = format("https://127.0.0.1:{}/convert?timeout=1s", server_->port()),
            .ca_pem = ca_.certificate_pem};
  }

  SystemEntropy entropy_;
  Instant now_ = SystemClock().now();
  KeyPair ca_ = *make_authority("hook-ca", now_, std::chrono::days(1), entropy_);
  std::unique_ptr<Server> server_;
};

TEST_F(HttpClient, PostsAndReadsTheAnswer) {
  serve([](const Request& request, Responder answer) {
    std::move(answer).send(
        {.status = 422,
         .content_type = request.header("Content-Type").has_value()
                             ? std::string(*request.header("Content-Type"))
                             : "none",
         .body = format("{} {} {}", request.method, request.target, request.body),
         .headers = {{"X-One", "1"}}});
  });
  const auto answer = post(here(), "application/json", "{}");
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->status, 422);
  EXPECT_EQ(answer->content_type, "application/json");
  EXPECT_EQ(answer->body, "POST /convert?timeout=1s {}");
  EXPECT_EQ(find_header(answer->headers, "x-one"), "1");
}

TEST_F(HttpClient, SendsLargeBodiesWithoutAskingFirst) {
  serve([](const Request& request, Responder answer) {
    std::move(answer).send(
        {.body = format("{} {}", request.body.size(), request.header("Expect").has_value())});
  });
  EXPECT_EQ(post(here(), "text/plain", std::string(2'500'000, 'x'))->body, "2500000 false");
}

TEST_F(HttpClient, TrustsTheGivenAuthorityOnly) {
  serve([](const Request&, Responder answer) { std::move(answer).send({}); });
  Destination to = here();
  to.ca_pem = make_authority("other", now_, std::chrono::days(1), entropy_)->certificate_pem;
  EXPECT_EQ(post(to, "text/plain", "").error().kind, Error::Kind::Unreachable);
  to.ca_pem.clear();
  EXPECT_EQ(post(to, "text/plain", "").error().kind, Error::Kind::Unreachable);
}

TEST_F(HttpClient, LimitsTheAnswer) {
  serve([](const Request&, Responder answer) {
    std::move(answer).send({.body = std::string(100'000, 'x')});
  });
  Destination to = here();
  to.answer_bytes_max = 99'999;
  EXPECT_EQ(post(to, "text/plain", "").error().kind, Error::Kind::TooLarge);
  to.answer_bytes_max = 100'000;
  EXPECT_TRUE(post(to, "text/plain", ""));
}

TEST_F(HttpClient, DoesNotWaitForever) {
  std::vector<Responder> kept;
  serve([&](const Request&, Responder answer) { kept.push_back(std::move(answer)); });
  Destination to = here();
  to.timeout = std::chrono::milliseconds(100);
  const auto answer = post(to, "text/plain", "");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, Error::Kind::Unreachable);
  EXPECT_THAT(answer.error().detail, StartsWith(to.url));
  server_->drain(std::chrono::milliseconds(0));
}

TEST_F(HttpClient, SaysSoWhenNobodyListens) {
  serve([](const Request&, Responder answer) { std::move(answer).send({}); });
  const Destination to = here();
  server_->drain(std::chrono::milliseconds(0));
  EXPECT_EQ(post(to, "text/plain", "").error().kind, Error::Kind::Unreachable);
  EXPECT_FALSE(post({.url = "file:///etc/hostname"}, "text/plain", ""));
  EXPECT_FALSE(post({.url = "nonsense"}, "text/plain", ""));
}

}  // namespace
}  // namespace telltale::http
