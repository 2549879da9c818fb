// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/wire_writer.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "server/proto/wire.h"

namespace telltale::server::openapi {
namespace {

TEST(OpenApiWireWriter, LeavesOutDefaultsButKeepsEmptyMessages) {
  WireWriter writer;
  writer.text(1, "");
  writer.number(2, 0);
  writer.real(3, 0);
  EXPECT_EQ(WireWriter(writer).take(), "");
  writer.message(4, WireWriter());
  EXPECT_EQ(writer.take(), std::string("\x22\x00", 2));
}

TEST(OpenApiWireWriter, WritesLengthsAndNumbersInSevenBits) {
  WireWriter writer;
  writer.number(1, 300);
  writer.truth(16);
  EXPECT_EQ(writer.take(), std::string("\x08\xAC\x02\x80\x01\x01", 6));
}

RC_GTEST_PROP(OpenApiWireWriter, IsReadBackAsWritten, (std::int64_t number, std::string text)) {
  RC_PRE(number != 0 && !text.empty());
  WireWriter writer;
  writer.number(31, number);
  writer.text(7, text);
  const std::string bytes = writer.take();
  WireReader reader(bytes);
  const auto first = reader.next();
  const auto second = reader.next();
  RC_ASSERT(first.has_value() && first->has_value() && second.has_value() && second->has_value());
  RC_ASSERT((*first)->number == 31U);
  RC_ASSERT((*first)->value == static_cast<std::uint64_t>(number));
  RC_ASSERT((*second)->bytes == text);
}

}  // namespace
}  // namespace telltale::server::openapi
