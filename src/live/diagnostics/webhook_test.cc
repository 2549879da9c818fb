// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/webhook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"
#include "http/client/client.h"
#include "json/parse.h"

namespace telltale::live {
namespace {

using testing::HasSubstr;

constexpr std::string_view review =
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"u-1",)"
    R"("desiredAPIVersion":"cluster.x-k8s.io/v1beta2","objects":[{"apiVersion":)"
    R"("cluster.x-k8s.io/v1beta1","kind":"Machine","metadata":{"namespace":"default",)"
    R"("name":"m1"},"spec":{"clusterName":"c1","bootstrap":{},"infrastructureRef":{}}}]}})";

http::Request post(std::string_view body, std::string type = "application/json") {
  return {.method = "POST",
          .target = "/convert?timeout=30s",
          .headers = {{"Content-Type", std::move(type)}},
          .body = std::string(body)};
}

std::string_view text_at(const json::Value& value, const char* pointer) {
  return value.at_pointer(pointer).as_string();
}

TEST(Webhook, AnswersAReviewWithTheConvertedObjects) {
  const auto response = answer_webhook(post(review), {});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "application/json");
  const auto answer = json::parse(response.body);
  ASSERT_TRUE(answer);
  EXPECT_EQ(text_at(*answer, "/response/uid"), "u-1");
  EXPECT_EQ(text_at(*answer, "/response/result/status"), "Success");
  EXPECT_EQ(text_at(*answer, "/response/convertedObjects/0/apiVersion"),
            "cluster.x-k8s.io/v1beta2");
}

TEST(Webhook, AReviewThatMakesNoSenseIsAFailedReviewNotARefusal) {
  const auto response = answer_webhook(post(R"({"kind":"Pod"})"), {});
  EXPECT_EQ(response.status, 200);
  const auto answer = json::parse(response.body);
  ASSERT_TRUE(answer);
  EXPECT_EQ(text_at(*answer, "/response/result/status"), "Failed");
}

TEST(Webhook, RefusesWhatIsNoJson) {
  const auto broken = answer_webhook(post("{\"a\":}"), {});
  EXPECT_EQ(broken.status, 400);
  EXPECT_THAT(broken.body, HasSubstr("the body is not JSON: line 1"));
  EXPECT_EQ(answer_webhook(post(""), {}).status, 400);
  EXPECT_EQ(answer_webhook(post("[]"), {}).status, 400);
  EXPECT_EQ(answer_webhook(post(std::string(100'000, '[')), {}).status, 400);
}

TEST(Webhook, RefusesOtherContentTypesInPlainWords) {
  EXPECT_EQ(answer_webhook(post(review, "application/yaml"), {}).status, 415);
  EXPECT_EQ(answer_webhook(post(review, ""), {}).status, 415);
  EXPECT_EQ(answer_webhook(post(review, "application/json-patch+json"), {}).status, 415);
  EXPECT_EQ(answer_webhook(post(review, "Application/JSON; charset=utf-8"), {}).status, 200);
  EXPECT_EQ(answer_webhook(post(review, "application/json ;x=y"), {}).status, 200);
}

TEST(Webhook, RefusesOtherMethodsAndSaysWhichOneItTakes) {
  const auto response = answer_webhook({.method = "GET", .target = "/convert"}, {});
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(http::find_header(response.headers, "Allow"), "POST");
}

TEST(Webhook, HasNothingElseButHealth) {
  EXPECT_EQ(answer_webhook({.method = "GET", .target = "/healthz"}, {}).status, 200);
  EXPECT_EQ(answer_webhook({.method = "GET", .target = "/readyz"}, {}).status, 200);
  EXPECT_EQ(answer_webhook({.method = "GET", .target = "/"}, {}).status, 404);
  EXPECT_EQ(answer_webhook({.method = "POST", .target = "/convert/x"}, {}).status, 404);
  EXPECT_EQ(answer_webhook({.method = "POST", .target = "/%zz"}, {}).status, 400);
}

TEST(Webhook, ListensOverTlsWithItsOwnCertificateAndWithinItsLimits) {
  SystemClock clock;
  SystemEntropy entropy;
  const auto webhook = Webhook::start({.port = 0, .body_bytes_max = 4096}, clock, entropy);
  ASSERT_TRUE(webhook);
  const http::Destination to{.url = format("https://127.0.0.1:{}/convert", (*webhook)->port()),
                             .ca_pem = (*webhook)->ca_pem()};
  const auto answer = http::post(to, "application/json", std::string(review));
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->status, 200);
  EXPECT_THAT(answer->body, HasSubstr("convertedObjects"));
  const auto large = http::post(to, "application/json", std::string(8192, ' '));
  ASSERT_TRUE(large) << large.error().detail;
  EXPECT_EQ(large->status, 413);
}

// The two threads of the sockets are free for everybody else while reviews are under way.
TEST(Webhook, ReviewsWaitForAnotherThreadAndHealthDoesNot) {
  SystemClock clock;
  SystemEntropy entropy;
  std::mutex mutex;
  std::vector<std::function<void()>> jobs;
  const auto take_jobs = [&] {
    const std::lock_guard lock(mutex);
    return std::exchange(jobs, {});
  };
  constexpr std::size_t jobs_max = 3;
  const auto webhook = Webhook::start({.port = 0,
                                       .post =
                                           [&](std::function<void()> job) {
                                             const std::lock_guard lock(mutex);
                                             if (jobs.size() == jobs_max) return false;
                                             jobs.push_back(std::move(job));
                                             return true;
                                           }},
                                      clock, entropy);
  ASSERT_TRUE(webhook);
  const auto to = [&](std::string_view path) {
    return http::Destination{.url = format("https://127.0.0.1:{}{}", (*webhook)->port(), path),
                             .ca_pem = (*webhook)->ca_pem()};
  };
  std::atomic<int> converted = 0;
  std::vector<std::thread> asking;
  for (std::size_t i = 0; i < jobs_max; ++i) {
    asking.emplace_back([&] {
      const auto answer = http::post(to("/convert"), "application/json", std::string(review));
      if (answer && answer->body.find("convertedObjects") != std::string::npos) ++converted;
    });
  }
  while (true) {
    std::this_thread::yield();
    const std::lock_guard lock(mutex);
    if (jobs.size() == jobs_max) break;
  }
  const auto elsewhere = http::post(to("/readyz"), "application/json", "");
  ASSERT_TRUE(elsewhere) << elsewhere.error().detail;
  EXPECT_EQ(elsewhere->status, 404);  // health is not posted; but it is answered
  const auto one_more = http::post(to("/convert"), "application/json", std::string(review));
  ASSERT_TRUE(one_more) << one_more.error().detail;
  EXPECT_EQ(one_more->status, 503);
  EXPECT_EQ(http::find_header(one_more->headers, "Retry-After"), "1");
  for (const auto& job : take_jobs()) job();
  for (std::thread& thread : asking) thread.join();
  EXPECT_EQ(converted, static_cast<int>(jobs_max));
}

TEST(Webhook, SaysWhatIsWrongWithItsCertificateFiles) {
  SystemClock clock;
  SystemEntropy entropy;
  const auto webhook = Webhook::start(
      {.port = 0,
       .certificate = {.certificate_file = "/nowhere/tls.crt", .key_file = "/nowhere/tls.key"}},
      clock, entropy);
  ASSERT_FALSE(webhook);
  EXPECT_EQ(webhook.error().detail, "/nowhere/tls.crt is not a file");
}

}  // namespace
}  // namespace telltale::live
