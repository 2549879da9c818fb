// SPDX-License-Identifier: Apache-2.0
#include "server/proto/wire.h"

#include <gtest/gtest.h>

#include <string>

#include "server/proto/encoder_for_test.h"

namespace telltale::server {
namespace {

std::string error_in(std::string_view bytes) {
  WireReader reader(bytes);
  for (auto field = reader.next();; field = reader.next()) {
    if (!field) return field.error().detail;
    if (!*field) return "none";
  }
}

TEST(ServerWire, ReadsEveryWireType) {
  const std::string bytes = int_field(1, 300) + bytes_field(2, "abc") + double_field(3, 1.0) +
                            std::string("\x25\x01\x00\x00\x00", 5);
  WireReader reader(bytes);
  EXPECT_EQ((*reader.next())->value, 300U);
  EXPECT_EQ((*reader.next())->bytes, "abc");
  EXPECT_EQ((*reader.next())->value, std::bit_cast<std::uint64_t>(1.0));
  const auto last = reader.next();
  EXPECT_EQ((*last)->number, 4U);
  EXPECT_EQ((*last)->value, 1U);
  EXPECT_FALSE(*reader.next());
}

TEST(ServerWire, TakesNegativeNumbersOfTenBytes) {
  const std::string bytes = int_field(7, -1);
  WireReader reader(bytes);
  EXPECT_EQ(static_cast<std::int64_t>((*reader.next())->value), -1);
}

TEST(ServerWire, EndsTooEarlyWithAnError) {
  EXPECT_EQ(error_in("\x08"), "unexpected EOF");
  EXPECT_EQ(error_in("\x08\xff"), "unexpected EOF");
  EXPECT_EQ(error_in("\x12\x05"
                     "abc"),
            "unexpected EOF");
  EXPECT_EQ(error_in("\x09\x01\x02"), "unexpected EOF");
  EXPECT_EQ(error_in("\x0d\x01\x02\x03"), "unexpected EOF");
}

TEST(ServerWire, BelievesNoHugeLength) {
  EXPECT_EQ(error_in("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "unexpected EOF");
  EXPECT_EQ(error_in("\x12\xff\xff\xff\xff\x0f"), "unexpected EOF");
}

TEST(ServerWire, RefusesNumbersThatAreTooLong) {
  EXPECT_EQ(error_in("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), "proto: integer overflow");
  EXPECT_EQ(error_in("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"),
            "proto: integer overflow");
}

TEST(ServerWire, RefusesFieldZeroGroupsAndUnknownWireTypes) {
  EXPECT_EQ(error_in(std::string("\0\0", 2)), "proto: illegal tag 0 (wire type 0)");
  EXPECT_EQ(error_in("\x0b"), "proto: illegal wireType 3");
  EXPECT_EQ(error_in("\x0c"), "proto: illegal wireType 4");
  EXPECT_EQ(error_in("\x0f"), "proto: illegal wireType 7");
}

}  // namespace
}  // namespace telltale::server
