// SPDX-License-Identifier: Apache-2.0
#include "server/service.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

TEST(Service, AddressesAreHostAndPort) {
  EXPECT_EQ(parse_address("127.0.0.1:7443"), (Address{.host = "127.0.0.1", .port = 7443}));
  EXPECT_EQ(parse_address("[::1]:80"), (Address{.host = "::1", .port = 80}));
  EXPECT_EQ(parse_address("localhost:0"), (Address{.host = "localhost", .port = 0}));
  EXPECT_EQ(parse_address(":7443"), (Address{.host = "0.0.0.0", .port = 7443}));
}

TEST(Service, WhatIsNoAddressIsAnError) {
  for (const std::string_view bad : {"", "host", "host:", "host:x", "host:65536", "host:-1",
                                     "::1:80", "host:80 ", "host:+1", "[::1:80"}) {
    const auto address = parse_address(bad);
    ASSERT_FALSE(address.has_value()) << bad;
    EXPECT_EQ(address.error().kind, Error::Kind::Invalid);
  }
}

TEST(Service, AddressesArePrintedAsTheyAreRead) {
  for (const std::string_view text : {"127.0.0.1:7443", "[::1]:80", "localhost:0"}) {
    EXPECT_EQ(to_text(parse_address(text).value()), text);
  }
}

}  // namespace
}  // namespace telltale::server
