// SPDX-License-Identifier: Apache-2.0
#include "server/request/body.h"

#include <gtest/gtest.h>

#include "json/print.h"

namespace telltale::server {
namespace {

std::string body(std::string_view bytes, BodyType type) {
  const auto read = read_body(bytes, type, "Gadget", Protobuf::Refused);
  return read ? json::print(read->object) : std::string(read.error().reason);
}

std::string patch(std::string_view bytes, BodyType type) {
  const auto read = read_patch(bytes, type);
  return read ? json::print(read->object) : std::string(read.error().reason);
}

TEST(Body, IsJsonOrYaml) {
  EXPECT_EQ(body(R"({"a":1})", BodyType::Json), R"({"a":1})");
  EXPECT_EQ(body("a: 1\nb: [x]\n", BodyType::Yaml), R"({"a":1,"b":["x"]})");
  EXPECT_EQ(body("a: 1", BodyType::Json), "BadRequest");
}

TEST(Body, IsAMap) {
  for (const std::string_view bad : {"", "[]", "7", "null", "\"a\"", "{", "{}{}"}) {
    EXPECT_EQ(body(bad, BodyType::Json), "BadRequest") << bad;
  }
  EXPECT_EQ(body("", BodyType::Yaml), "BadRequest");
  EXPECT_EQ(body("- a", BodyType::Yaml), "BadRequest");
  EXPECT_EQ(body("a: [", BodyType::Yaml), "BadRequest");
  EXPECT_EQ(body("{\"a\":\"\xff\"}", BodyType::Json), "BadRequest");
}

TEST(Body, SaysWhatIsNamedTwice) {
  const auto read = read_body(R"({"a":{"b":1,"b":2}})", BodyType::Json, "Gadget", Protobuf::Taken);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->repeated, std::vector<std::string>{"a.b"});
}

TEST(Body, OfOtherTypesIsRefused) {
  EXPECT_EQ(body("{}", BodyType::MergePatch), "UnsupportedMediaType");
  EXPECT_EQ(body("{}", BodyType::Other), "UnsupportedMediaType");
  EXPECT_EQ(body("k8s", BodyType::Protobuf), "UnsupportedMediaType");
  EXPECT_EQ(read_body("k8", BodyType::Protobuf, "ConfigMap", Protobuf::Taken).error().code, 400);
}

TEST(Body, HoldsWholeNumbersAsIntegers) {
  EXPECT_EQ(body(R"({"a":3.0,"b":[-0.0,1e3],"c":0.5})", BodyType::Json),
            R"({"a":3,"b":[0,1000],"c":0.5})");
  EXPECT_EQ(body(R"({"a":1e300,"b":9223372036854775807})", BodyType::Json),
            R"({"a":1e+300,"b":9223372036854775807})");
}

TEST(Body, OfAnApplyMayBeYaml) {
  EXPECT_EQ(patch("a: 1", BodyType::Apply), R"({"a":1})");
  EXPECT_EQ(patch(R"({"a":1})", BodyType::Apply), R"({"a":1})");
  EXPECT_EQ(patch("a: 1", BodyType::MergePatch), "BadRequest");
  EXPECT_EQ(patch("[]", BodyType::JsonPatch), "[]");
}

}  // namespace
}  // namespace telltale::server
