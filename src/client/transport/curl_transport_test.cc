// SPDX-License-Identifier: Apache-2.0
#include "client/transport/curl_transport.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/entropy.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "http/client/client_for_test.h"
#include "http/server.h"
#include "http/tls/certificates.h"

namespace telltale::client {
namespace {

using http::patience;
using http::wait_for;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

// A server that knows one token, and remembers who came.
class CurlTransportTest : public testing::Test {
 protected:
  CurlTransportTest() {
    const http::KeyPair pair = *http::issue(
        ca_, {.common_name = "server", .subject_names = {"127.0.0.1"}}, now_, entropy_);
    server_ = *http::Server::start({.tls = http::Tls{.certificate_pem = pair.certificate_pem,
                                                     .key_pem = pair.key_pem,
                                                     .client_ca_pem = ca_.certificate_pem}},
                                   [this](http::Request request, http::Responder answer) {
                                     serve(std::move(request), std::move(answer));
                                   });
  }
  ~CurlTransportTest() override {
    transport_.reset();
    loop_.reset();
    streams_.clear();
    kept_.clear();
    server_.reset();
  }

  void serve(http::Request request, http::Responder answer) {
    const std::scoped_lock lock(mutex_);
    seen_.push_back(request);
    changed_.notify_all();
    if (request.target == "/silent") {
      kept_.push_back(std::move(answer));
    } else if (!known_.empty() && request.header("Authorization") != known_) {
      std::move(answer).send({.status = 401, .body = "who are you?"});
    } else if (request.target == "/watch") {
      streams_.push_back(std::move(answer).stream({.body = "begin\n"}));
    } else {
      const std::string who = request.certificate ? request.certificate->common_name : "nobody";
      std::move(answer).send({.body = format("{} {}", who, request.body)});
    }
  }
  Access access(Login login = {}) const {
    return {.origin = {.url = format("https://127.0.0.1:{}", server_->port()),
                       .ca_pem = ca_.certificate_pem},
            .login = std::move(login)};
  }
  void start(const Access& access, const CurlTransportOptions& options = {}) {
    transport_ = std::make_unique<CurlTransport>(*loop_, access, clock_, options);
  }
  Result<http::Response> ask(Outgoing request) {
    std::promise<Result<http::Response>> answered;
    const auto underway = transport_->send(std::move(request), [&](Result<http::Response> answer) {
      answered.set_value(std::move(answer));
    });
    return wait_for(answered.get_future());
  }
  int status(Outgoing request = {.target = "/"}) {
    const auto answer = ask(std::move(request));
    EXPECT_TRUE(answer) << answer.error().detail;
    return answer ? answer->status : 0;
  }
  std::vector<std::string> tokens() {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> all;
    for (const http::Request& request : seen_) {
      all.emplace_back(request.header("Authorization").value_or("none"));
    }
    return all;
  }
  void know(const std::string& authorization) {
    const std::scoped_lock lock(mutex_);
    known_ = authorization;
  }
  bool wait_for_requests(std::size_t count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return seen_.size() >= count; });
  }
  std::string plugin(std::string_view body) const {
    const std::string path = folder_.write("plugin", format("#!/bin/sh\n{}\n", body));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  // Prints what stands in the file "credential".
  Login file_plugin() const {
    return {.exec = ExecPlugin{.api_version = "client.authentication.k8s.io/v1",
                               .command = plugin(format("cat '{}'", folder_.path("credential")))}};
  }
  void give_out(std::string_view token) const {
    folder_.write("credential", format(R"({{"apiVersion":"client.authentication.k8s.io/v1",)"
                                       R"("kind":"ExecCredential","status":{{"token":"{}"}}}})",
                                       token));
  }

  SystemEntropy entropy_;
  SystemClock clock_;
  Instant now_ = clock_.now();
  http::KeyPair ca_ = *http::make_authority("ca", now_, std::chrono::days(1), entropy_);
  TempFolder folder_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string known_;
  std::vector<http::Request> seen_;
  std::vector<http::Responder> kept_;
  std::vector<std::shared_ptr<http::Stream>> streams_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::ClientLoop> loop_ = *http::ClientLoop::start({});
  std::unique_ptr<CurlTransport> transport_;
};

TEST_F(CurlTransportTest, SaysWhoItIs) {
  Access access = this->access({.token = "secret"});
  access.as = {.user = "alice", .groups = {"one", "two"}};
  start(access, {.user_agent = user_agent("1.2.3")});
  EXPECT_EQ(status({.method = "POST",
                    .target = "/x",
                    .headers = {{"Content-Type", "application/json"}},
                    .body = "{}"}),
            200);
  const http::Request& seen = seen_.at(0);
  EXPECT_EQ(seen.header("Authorization"), "Bearer secret");
  EXPECT_EQ(seen.header("Impersonate-User"), "alice");
  EXPECT_EQ(std::ranges::count_if(seen.headers,
                                  [](const http::Header& header) {
                                    return header.value == "one" || header.value == "two";
                                  }),
            2);
  EXPECT_EQ(seen.header("Content-Type"), "application/json");
  EXPECT_EQ(seen.body, "{}");
  EXPECT_THAT(std::string(*seen.header("User-Agent")),
              testing::StartsWith("telltale/1.2.3 (linux/"));
}

TEST_F(CurlTransportTest, ShowsItsCertificate) {
  const http::KeyPair alice = *http::issue(ca_, {.common_name = "alice"}, now_, entropy_);
  start(access({.certificate_pem = alice.certificate_pem, .key_pem = alice.key_pem}));
  EXPECT_EQ(ask({.target = "/"})->body, "alice ");
}

TEST_F(CurlTransportTest, HandsOnARefusalNothingCanBeDoneAbout) {
  know("Bearer other");
  start(access({.token = "mine"}));
  const auto answer = ask({.target = "/"});
  EXPECT_EQ(answer->status, 401);
  EXPECT_EQ(answer->body, "who are you?");
  EXPECT_THAT(tokens(), ElementsAre("Bearer mine"));
}

TEST_F(CurlTransportTest, ReadsATokenFileAgainWhenItIsRefused) {
  const std::string file = folder_.write("token", "one");
  know("Bearer one");
  start(access({.token_file = file}));
  EXPECT_EQ(status(), 200);
  folder_.write("token", "two");
  know("Bearer two");
  EXPECT_EQ(status(), 200);
  EXPECT_THAT(tokens(), ElementsAre("Bearer one", "Bearer one", "Bearer two"));
  know("Bearer three");
  EXPECT_EQ(status(), 401);
  EXPECT_EQ(tokens().size(), 4U);
}

TEST_F(CurlTransportTest, RunsThePluginBeforeTheFirstRequest) {
  give_out("one");
  know("Bearer one");
  start(access(file_plugin()));
  EXPECT_EQ(status(), 200);
  EXPECT_EQ(status(), 200);
  EXPECT_THAT(tokens(), ElementsAre("Bearer one", "Bearer one"));
}

TEST_F(CurlTransportTest, RunsThePluginAgainWhenItIsRefusedAndRepeatsOnce) {
  give_out("one");
  know("Bearer one");
  start(access(file_plugin()));
  EXPECT_EQ(status(), 200);
  give_out("two");
  know("Bearer two");
  EXPECT_EQ(status({.method = "POST", .target = "/x", .body = "again"}), 200);
  EXPECT_EQ(seen_.back().body, "again");
  EXPECT_THAT(tokens(), ElementsAre("Bearer one", "Bearer one", "Bearer two"));
  know("Bearer three");
  EXPECT_EQ(status(), 401);
  EXPECT_EQ(tokens().size(), 5U);
}

TEST_F(CurlTransportTest, AStreamIsRepeatedToo) {
  give_out("one");
  know("Bearer one");
  start(access(file_plugin()));
  EXPECT_EQ(status(), 200);
  give_out("two");
  know("Bearer two");
  std::promise<int> headed;
  std::promise<std::string> piece;
  std::promise<Result<void>> ended;
  const auto underway = transport_->stream(
      {.target = "/watch"},
      {.on_head = [&](const http::Response& head) { headed.set_value(head.status); },
       .on_piece = [&](std::string_view text) { piece.set_value(std::string(text)); },
       .on_end = [&](const Result<void>& outcome) { ended.set_value(outcome); }});
  EXPECT_EQ(wait_for(headed.get_future()), 200);
  EXPECT_EQ(wait_for(piece.get_future()), "begin\n");
  {
    const std::scoped_lock lock(mutex_);
    streams_.at(0)->finish();
  }
  EXPECT_TRUE(wait_for(ended.get_future()));
}

TEST_F(CurlTransportTest, APluginThatFailsIsAnErrorAndNotAnAnswer) {
  start(access({.exec = ExecPlugin{.api_version = "client.authentication.k8s.io/v1",
                                   .command = "no-such-plugin"}}));
  const auto absent = ask({.target = "/"});
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, Error::Kind::Internal);
  EXPECT_THAT(absent.error().detail, HasSubstr("no-such-plugin: executable not found"));
  start(access({.exec = ExecPlugin{.api_version = "client.authentication.k8s.io/v1",
                                   .command = plugin("exit 1")}}));
  EXPECT_EQ(ask({.target = "/"}).error().kind, Error::Kind::Unreachable);
  EXPECT_THAT(tokens(), ElementsAre());
}

TEST_F(CurlTransportTest, AHangingPluginDoesNotHoldUpTheEnd) {
  Login login = file_plugin();
  login.exec->command = plugin("tail -f /dev/null");
  start(access(login));
  std::promise<Result<http::Response>> answered;
  const auto underway = transport_->send({.target = "/"}, [&](Result<http::Response> answer) {
    answered.set_value(std::move(answer));
  });
  transport_.reset();
  const auto answer = wait_for(answered.get_future());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, Error::Kind::Unreachable);
}

TEST_F(CurlTransportTest, CancelsWhatWaitsForAPlugin) {
  Login login = file_plugin();
  login.exec->command = plugin("tail -f /dev/null");
  start(access(login));
  auto underway = transport_->send({.target = "/"}, [](const Result<http::Response>&) { FAIL(); });
  underway->cancel();
  underway.reset();
  transport_.reset();
}

TEST_F(CurlTransportTest, CancelsAndTellsNothingMore) {
  start(access());
  std::atomic<int> told = 0;
  auto underway =
      transport_->send({.target = "/silent"}, [&](const Result<http::Response>&) { ++told; });
  ASSERT_TRUE(wait_for_requests(1));
  underway.reset();
  loop_->stop();
  EXPECT_EQ(told, 0);
}

TEST_F(CurlTransportTest, WhatIsUnderWayOutlivesTheTransport) {
  start(access());
  std::promise<Result<http::Response>> answered;
  const auto underway = transport_->send({.target = "/silent"}, [&](Result<http::Response> answer) {
    answered.set_value(std::move(answer));
  });
  ASSERT_TRUE(wait_for_requests(1));
  transport_.reset();
  {
    const std::scoped_lock lock(mutex_);
    std::move(kept_.at(0)).send({.body = "late"});
  }
  EXPECT_EQ(wait_for(answered.get_future())->body, "late");
}

TEST_F(CurlTransportTest, KeepsItsTimes) {
  start(access());
  const auto late = ask({.target = "/silent", .timeout = milliseconds(50)});
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().detail, EndsWith("within 50 ms"));
  std::promise<Result<void>> ended;
  const auto underway = transport_->stream(
      {.target = "/watch", .timeout = milliseconds(20'000), .silence = milliseconds(50)},
      {.on_end = [&](const Result<void>& outcome) { ended.set_value(outcome); }});
  const auto outcome = wait_for(ended.get_future());
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().detail, EndsWith("no byte for 50 ms"));
}

TEST_F(CurlTransportTest, LimitsWholeAnswersAndNotStreams) {
  start(access());
  const auto answer = ask({.target = "/", .body = "0123456789", .answer_bytes_max = 5});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, Error::Kind::TooLarge);
  std::promise<std::string> piece;
  const auto underway = transport_->stream(
      {.target = "/watch", .answer_bytes_max = 1},
      {.on_piece = [&](std::string_view text) { piece.set_value(std::string(text)); }});
  EXPECT_EQ(wait_for(piece.get_future()), "begin\n");
}

TEST_F(CurlTransportTest, RefusesATokenThatBreaksItsLine) {
  start(access({.token = "a\r\nX-Evil: 1"}));
  const auto answer = ask({.target = "/"});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().detail, "the header Authorization holds what no header can");
}

}  // namespace
}  // namespace telltale::client
