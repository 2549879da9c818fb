// SPDX-License-Identifier: Apache-2.0
#include "server/writes/patcher.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

std::string result(std::string_view target, std::string_view patch, BodyType type) {
  static const schema::Structure anything;
  const auto patched_object = patched(from_json(target), from_json(patch), type, anything);
  if (patched_object) return json::print(*patched_object);
  return std::to_string(patched_object.error().code);
}

TEST(Patcher, PutsEveryKindOfPatchOnAnObject) {
  EXPECT_EQ(result(R"({"a":1,"b":2})", R"({"a":null,"c":3})", BodyType::MergePatch),
            R"({"b":2,"c":3})");
  EXPECT_EQ(result(R"({"a":1})", R"([{"op":"add","path":"/b","value":2}])", BodyType::JsonPatch),
            R"({"a":1,"b":2})");
  EXPECT_EQ(result(R"({"a":1})", R"({"b":2})", BodyType::StrategicMergePatch), R"({"a":1,"b":2})");
}

TEST(Patcher, SaysWhatIsWrongWithAPatch) {
  EXPECT_EQ(result("{}", "[]", BodyType::MergePatch), "400");
  EXPECT_EQ(result("{}", "{}", BodyType::JsonPatch), "400");
  EXPECT_EQ(result(R"({"a":1})", R"([{"op":"test","path":"/a","value":2}])", BodyType::JsonPatch),
            "422");
  std::string many = "[";
  for (int i = 0; i < 10'001; ++i) {
    many += std::string(i == 0 ? "" : ",") + R"({"op":"test","path":"/a","value":1})";
  }
  EXPECT_EQ(result(R"({"a":1})", many + "]", BodyType::JsonPatch), "413");
}

TEST(Patcher, CustomResourcesTakeNoStrategicMerge) {
  const Resource custom{.plural = "gadgets"};
  const Resource built_in{.plural = "pods", .behavior = std::make_shared<const KindBehavior>()};
  EXPECT_FALSE(takes_patch(custom, BodyType::StrategicMergePatch));
  EXPECT_TRUE(takes_patch(built_in, BodyType::StrategicMergePatch));
  EXPECT_FALSE(takes_patch(built_in, BodyType::Json));
  EXPECT_EQ(patch_types_of(custom).find("strategic"), std::string_view::npos);
}

}  // namespace
}  // namespace telltale::server
