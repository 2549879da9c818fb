// SPDX-License-Identifier: Apache-2.0
#include "http/token_advice.h"

#include <gtest/gtest.h>

namespace telltale::http {
namespace {

Request from(std::string peer, std::vector<Header> headers = {}) {
  return {.method = "GET", .target = "/", .headers = std::move(headers), .peer = std::move(peer)};
}

TEST(TokenAdvice, KnowsThisMachine) {
  EXPECT_TRUE(is_from_here(from("127.0.0.1:50412")));
  EXPECT_TRUE(is_from_here(from("127.8.0.1:1")));
  EXPECT_TRUE(is_from_here(from("[::1]:50412")));
  for (const char* peer : {"10.0.0.7:50412", "[fe80::1]:5", "", "?", "127.0.0.1.example.com:1"}) {
    EXPECT_FALSE(is_from_here(from(peer))) << peer;
  }
}

TEST(TokenAdvice, DoesNotTakeAProxyForThisMachine) {
  for (const char* header : {"X-Forwarded-For", "forwarded", "Via", "x-real-ip"}) {
    EXPECT_FALSE(is_from_here(from("127.0.0.1:1", {{header, "10.0.0.7"}}))) << header;
  }
}

TEST(TokenAdvice, CanBePasted) {
  EXPECT_EQ(curl_with_token("/var/my data/$(id)/token", "http://127.0.0.1:1/metrics"),
            "curl -H \"Authorization: Bearer $(cat '/var/my data/$(id)/token')\" "
            "http://127.0.0.1:1/metrics");
  EXPECT_EQ(curl_with_token("/it's/token", "http://x"), "");
  EXPECT_EQ(curl_with_token("/a\x1b[2J/token", "http://x"), "");
  EXPECT_TRUE(curl_with_token("data/token", "http://x").contains("(cat '/"));
}

}  // namespace
}  // namespace telltale::http
