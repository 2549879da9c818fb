// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <boost/json/parse.hpp>

#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::json {
namespace {

std::string error_of(std::string_view text) {
  const auto value = parse(text);
  return value ? "none: " + print(*value) : value.error().detail;
}

TEST(Parse, ReadsEveryTypeAtTheTop) {
  EXPECT_EQ(print(*parse(R"( {"a": [1, -2.5, "x", true, false, null]} )")),
            R"({"a":[1,-2.5,"x",true,false,null]})");
  EXPECT_EQ(print(*parse("[]")), "[]");
  EXPECT_EQ(print(*parse("\"x\"")), "\"x\"");
  EXPECT_EQ(print(*parse("7")), "7");
  EXPECT_EQ(print(*parse("null")), "null");
}

TEST(Parse, TakesTheLastOfRepeatedMembers) {
  EXPECT_EQ(print(*parse(R"({"a":1,"b":2,"a":3})")), R"({"a":3,"b":2})");
}

TEST(Parse, SaysWhereTheTroubleIs) {
  EXPECT_EQ(error_of("{\n  \"a\": 1,\n  \"b\" 2\n}"),
            "line 3, column 7: expected ':' behind a member name, found a number");
  EXPECT_EQ(error_of("[1,]"), "line 1, column 4: expected a value, found ']'");
  EXPECT_EQ(error_of("{\"a\":1"),
            "line 1, column 7: expected ',' or '}', found the end of the text");
  EXPECT_EQ(error_of(""), "line 1, column 1: expected a value, found the end of the text");
  EXPECT_EQ(error_of(" \n "), "line 1, column 1: expected a value, found the end of the text");
  EXPECT_EQ(error_of("{} x"),
            "line 1, column 4: there is more text behind the end of the document");
  EXPECT_EQ(error_of("[tru]"), "line 1, column 2: expected a value, found tru");
  EXPECT_EQ(error_of("[\n\"a]"), "line 2, column 1: this string is never closed");
  EXPECT_EQ(error_of("[\"a\tb\"]"),
            "line 1, column 4: a control character (0x09) stands inside a string");
  EXPECT_EQ(error_of("[\"\\x\"]"), "line 1, column 2: this string has a broken escape");
  EXPECT_EQ(error_of("[\"\\ud800\"]"), "line 1, column 2: this string has a broken escape");
  EXPECT_EQ(error_of("[\"\xC3\xA4\xFF\"]"), "line 1, column 5: this is not UTF-8");
  EXPECT_EQ(error_of("[1e999]"), "line 1, column 2: expected a value, found 1e999");
}

TEST(Parse, HoldsItsLimits) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse(nested(100)));
  EXPECT_EQ(parse(nested(101)).error(),
            (Error{Error::Kind::TooLarge, "line 1, column 101: nested deeper than 100 levels"}));
  EXPECT_FALSE(parse(nested(1'000'000)));
  EXPECT_FALSE(parse("[[1]]", {.depth = 1}));
  EXPECT_EQ(parse("[1,2]", {.bytes = 4}).error().kind, Error::Kind::TooLarge);
  EXPECT_TRUE(parse("[1]", {.bytes = 4}));
}

TEST(Parse, ReadsBackWhatIsPrinted) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    const Value value = random_value(rng);
    RC_ASSERT(parse(print(value)).value() == value);
    RC_ASSERT(parse(print_pretty(value)).value() == value);
  }));
}

// An independent reader of the same texts, most of them broken in one place. No exponents: Boost
// takes numbers beyond a double for infinity, where we report them.
TEST(Parse, AgreesWithBoostAboutBrokenTexts) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    std::string text = print(random_value(rng));
    constexpr std::string_view bytes = "{}[]:,\"\\ 10-.utfn\n";
    text[rng.below(text.size())] = bytes[rng.below(bytes.size())];
    boost::json::error_code code;
    const Value other = boost::json::parse(text, code);
    const auto value = parse(text);
    RC_ASSERT(value.has_value() == !code);
    if (value) RC_ASSERT(print(*value) == print(other));
  }));
}

}  // namespace
}  // namespace telltale::json
