// SPDX-License-Identifier: Apache-2.0
#include "client/transport/curl_transport_identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale::client {
namespace {

using http::Header;
using testing::ElementsAre;

TEST(CurlTransportIdentity, SpellsImpersonationAsTheServerReadsIt) {
  EXPECT_THAT(impersonation_headers({}), ElementsAre());
  EXPECT_THAT(impersonation_headers({.groups = {"g"}}), ElementsAre());
  EXPECT_THAT(impersonation_headers({.user = "alice",
                                     .uid = "17",
                                     .groups = {"one", "two"},
                                     .extra = {{"acme.com/Project %", {"a", "b"}}}}),
              ElementsAre(Header{"Impersonate-User", "alice"}, Header{"Impersonate-Uid", "17"},
                          Header{"Impersonate-Group", "one"}, Header{"Impersonate-Group", "two"},
                          Header{"Impersonate-Extra-acme.com%2FProject%20%25", "a"},
                          Header{"Impersonate-Extra-acme.com%2FProject%20%25", "b"}));
}

TEST(CurlTransportIdentity, SharesAnOriginAsLongAsTheProofIsTheSame) {
  Identity identity({.origin = {.url = "https://a", .server_name = "n"}}, "agent");
  const auto one = std::make_shared<const RequestCredentials>(
      RequestCredentials{.certificate_pem = "c", .key_pem = "k"});
  const auto two =
      std::make_shared<const RequestCredentials>(RequestCredentials{.authorization = "Bearer t"});
  const http::Call first = identity.call_for({.target = "/x", .headers = {{"A", "b"}}}, one);
  EXPECT_EQ(first.target, "/x");
  EXPECT_EQ(first.origin->certificate_pem, "c");
  EXPECT_EQ(first.origin->key_pem, "k");
  EXPECT_EQ(first.origin->server_name, "n");
  EXPECT_THAT(first.headers, ElementsAre(Header{"A", "b"}, Header{"User-Agent", "agent"}));
  EXPECT_EQ(identity.call_for({}, one).origin, first.origin);
  const http::Call other = identity.call_for({}, two);
  EXPECT_EQ(other.origin->certificate_pem, "");
  EXPECT_THAT(other.headers,
              ElementsAre(Header{"User-Agent", "agent"}, Header{"Authorization", "Bearer t"}));
}

}  // namespace
}  // namespace telltale::client
