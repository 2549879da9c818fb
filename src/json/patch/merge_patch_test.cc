// SPDX-License-Identifier: Apache-2.0
#include "json/patch/merge_patch.h"

#include <string_view>

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"

namespace telltale::json {
namespace {

std::string merged(std::string_view target, std::string_view patch) {
  Value value = *parse(target);
  merge_patch(value, *parse(patch));
  return print(value);
}

// The cases of RFC 7386, appendix A.
TEST(MergePatch, FollowsTheExamplesOfItsStandard) {
  const std::string_view cases[][3] = {
      {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
      {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
      {R"({"a":"b"})", R"({"a":null})", R"({})"},
      {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
      {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
      {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
      {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
      {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
      {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
      {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
      {R"({"a":"foo"})", R"(null)", R"(null)"},
      {R"({"a":"foo"})", R"("bar")", R"("bar")"},
      {R"({"e":null})", R"({"a":1})", R"({"a":1,"e":null})"},
      {R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
      {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
  };
  for (const auto& [target, patch, result] : cases) {
    EXPECT_EQ(merged(target, patch), result) << target << " with " << patch;
  }
}

}  // namespace
}  // namespace telltale::json
