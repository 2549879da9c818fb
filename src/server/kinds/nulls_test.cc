// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/nulls.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"

namespace telltale::server {
namespace {

TEST(KindNulls, LeaveEveryMapButNoList) {
  json::Value value = *json::parse(R"({"a":null,"b":{"c":null,"d":1},"e":[null,{"f":null}]})");
  drop_nulls(value);
  EXPECT_EQ(json::print(value), R"({"b":{"d":1},"e":[null,{}]})");
}

TEST(KindNulls, LeaveLargeMapsToo) {
  json::Value value = json::ValueMap();
  for (int at = 0; at < 100; ++at) {
    value.get_object()["k" + std::to_string(at)] = at % 2 == 0 ? json::Value(at) : nullptr;
  }
  drop_nulls(value);
  EXPECT_EQ(value.get_object().size(), 50U);
  EXPECT_TRUE(value.get_object().contains("k98"));
  EXPECT_FALSE(value.get_object().contains("k99"));
}

}  // namespace
}  // namespace telltale::server
