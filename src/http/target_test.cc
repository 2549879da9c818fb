// SPDX-License-Identifier: Apache-2.0
#include "http/target.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::http {
namespace {

TEST(HttpTarget, IsAPathAndParameters) {
  const auto target = parse_target("/api/v1/pods?labelSelector=a%3Db&limit=5&watch");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/v1/pods");
  EXPECT_EQ(target->parameter("labelSelector"), "a=b");
  EXPECT_EQ(target->parameter("limit"), "5");
  EXPECT_TRUE(target->has("watch"));
  EXPECT_EQ(target->parameter("watch"), "");
  EXPECT_FALSE(target->has("other"));
}

TEST(HttpTarget, KeepsEveryValueOfARepeatedNameAndFindsTheFirst) {
  const auto target = parse_target("/?a=1&a=2&&");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->parameters, (std::vector<Parameter>{{"a", "1"}, {"a", "2"}}));
  EXPECT_EQ(target->parameter("a"), "1");
}

TEST(HttpTarget, ReadsPlusAsABlankInTheQueryOnly) {
  const auto target = parse_target("/a+b?c+d=e+f");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/a+b");
  EXPECT_EQ(target->parameter("c d"), "e f");
}

TEST(HttpTarget, UnescapesThePathAndFoldsNothingAway) {
  const auto target = parse_target("/a%2Fb/../c//%e4");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/a/b/../c//\xe4");
}

TEST(HttpTarget, LooksBehindTheHostOfAnAbsoluteTarget) {
  EXPECT_EQ(parse_target("https://host:6443/api?x=1")->path, "/api");
  EXPECT_EQ(parse_target("http://host")->path, "/");
}

TEST(HttpTarget, RefusesBadEscapes) {
  for (const std::string_view bad : {"/%", "/%2", "/%zz", "/?a=%g0", "/?%4=1", "/a%2"}) {
    const auto target = parse_target(bad);
    ASSERT_FALSE(target) << bad;
    EXPECT_EQ(target.error().kind, Error::Kind::Invalid);
  }
  EXPECT_EQ(parse_target("/?a=%zz").error().detail, "invalid URL escape \"%zz\"");
}

TEST(HttpTarget, RefusesWhatIsNoPath) {
  for (const std::string_view bad : {"", "*", "api", "?a", "http://host?a=1", "/a b", "/\x01"}) {
    EXPECT_FALSE(parse_target(bad)) << bad;
  }
}

TEST(HttpTarget, RefusesTooMuch) {
  EXPECT_EQ(parse_target("/" + std::string(target_bytes_max, 'a')).error().kind,
            Error::Kind::TooLarge);
  std::string many = "/?";
  for (std::size_t count = 0; count < parameters_max; ++count) many += "a=1&";
  EXPECT_TRUE(parse_target(many));
  EXPECT_EQ(parse_target(many + "b").error().kind, Error::Kind::TooLarge);
}

RC_GTEST_PROP(HttpTargetProperty, EscapingIsUndoneByParsing,
              (std::string name, std::string value)) {
  RC_PRE(!name.empty() || !value.empty());
  const auto target = parse_target("/" + escape(name) + "?" + escape(name) + "=" + escape(value));
  RC_ASSERT(target.has_value());
  RC_ASSERT(target->path == "/" + name);
  RC_ASSERT(target->parameters == (std::vector<Parameter>{{name, value}}));
}

RC_GTEST_PROP(HttpTargetProperty, AnyBytesAreATargetOrAnError, (const std::string& bytes)) {
  const auto target = parse_target("/" + bytes);
  // rapidcheck's own || looks at both sides.
  const bool holds = !target || target->path.size() <= bytes.size() + 1;
  RC_ASSERT(holds);
}

}  // namespace
}  // namespace telltale::http
