// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/pattern.h"

#include <string>

#include <gtest/gtest.h>

namespace telltale::schema {
namespace {

bool found(std::string_view pattern, std::string_view text) {
  const auto compiled = Pattern::compile(pattern);
  return compiled && (*compiled)->found_in(text);
}

TEST(SchemaPattern, IsSearchedForAnywhere) {
  EXPECT_TRUE(found("b+", "abbc"));
  EXPECT_FALSE(found("^b+$", "abbc"));
  EXPECT_TRUE(found("^b+$", "bb"));
}

TEST(SchemaPattern, EndsOnlyAtTheEndOfTheText) { EXPECT_FALSE(found("^a$", "a\nb")); }

TEST(SchemaPattern, CountsCodePoints) { EXPECT_TRUE(found("^.{2}$", "\xC3\xA4\xC3\xB6")); }

TEST(SchemaPattern, MustBeOne) {
  for (const std::string bad : {"(", "[a", "a{2,1}", "\\", "(?=a)", "a**", "x{1001}"}) {
    const auto compiled = Pattern::compile(bad);
    ASSERT_FALSE(compiled.has_value()) << bad;
    EXPECT_FALSE(compiled.error().detail.empty());
  }
}

TEST(SchemaPattern, IsOfALimitedSize) {
  EXPECT_FALSE(Pattern::compile(std::string(Pattern::text_bytes_max + 1, 'a')));
  EXPECT_FALSE(Pattern::compile("((((a{100}){100}){100}){100})"));
}

TEST(SchemaPattern, AHostileOneCostsLinearTime) {
  EXPECT_FALSE(found("^(a+)+$", std::string(100'000, 'a') + "b"));
}

}  // namespace
}  // namespace telltale::schema
