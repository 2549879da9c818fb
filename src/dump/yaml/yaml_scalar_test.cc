// SPDX-License-Identifier: Apache-2.0
#include "dump/yaml/yaml_scalar.h"

#include <string>

#include <gtest/gtest.h>

namespace telltale::dump {
namespace {

using Type = Scalar::Type;

const Scalar text{};
Scalar number(std::string json) { return {Type::Number, std::move(json)}; }

// What sigs.k8s.io/yaml, which reads YAML for kubectl, makes of the same words.
TEST(YamlScalar, ReadsTheWordsOfYaml11AsKubernetesDoes) {
  for (const char* word :
       {"y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"}) {
    EXPECT_EQ(resolve_plain(word), (Scalar{Type::Bool, "true"})) << word;
  }
  for (const char* word : {"n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "FALSE"}) {
    EXPECT_EQ(resolve_plain(word), (Scalar{Type::Bool, "false"})) << word;
  }
  for (const char* word : {"", "~", "null", "Null", "NULL"}) {
    EXPECT_EQ(resolve_plain(word), (Scalar{Type::Null, "null"})) << word;
  }
  for (const char* word : {"yES", "oN", "tRUE", "nULL", "nan", "inf", "Infinity", "none", "None"}) {
    EXPECT_EQ(resolve_plain(word), text) << word;
  }
}

TEST(YamlScalar, ReadsIntegersInEveryBaseGoKnows) {
  EXPECT_EQ(resolve_plain("0"), number("0"));
  EXPECT_EQ(resolve_plain("-12"), number("-12"));
  EXPECT_EQ(resolve_plain("+12"), number("12"));
  EXPECT_EQ(resolve_plain("1_000"), number("1000"));
  EXPECT_EQ(resolve_plain("0777"), number("511"));
  EXPECT_EQ(resolve_plain("0o17"), number("15"));
  EXPECT_EQ(resolve_plain("0x1F"), number("31"));
  EXPECT_EQ(resolve_plain("-0x1f"), number("-31"));
  EXPECT_EQ(resolve_plain("0b101"), number("5"));
  EXPECT_EQ(resolve_plain("18446744073709551615"), number("18446744073709551615"));
  EXPECT_EQ(resolve_plain("-9223372036854775808"), number("-9223372036854775808"));
  // No octal, but a float all the same.
  EXPECT_EQ(resolve_plain("08"), number("8"));
}

TEST(YamlScalar, ReadsFloatsAndWritesThemAsGoDoes) {
  EXPECT_EQ(resolve_plain("1.50"), number("1.5"));
  EXPECT_EQ(resolve_plain(".5"), number("0.5"));
  EXPECT_EQ(resolve_plain("1."), number("1"));
  EXPECT_EQ(resolve_plain(".7_5"), number("0.75"));
  EXPECT_EQ(resolve_plain("._75"), text);
  EXPECT_EQ(resolve_plain("-1.5e3"), number("-1500"));
  EXPECT_EQ(resolve_plain("1e3"), number("1000"));
  EXPECT_EQ(resolve_plain("1e30"), number("1e+30"));
  EXPECT_EQ(resolve_plain("18446744073709551616"), number("18446744073709551616"));
  EXPECT_EQ(resolve_plain("1e999"), text);
}

TEST(YamlScalar, LeavesWhatOnlyLooksLikeANumber) {
  for (const char* word :
       {"2026-01-01T10:00:00Z", "2026-01-01", "1.2.3", "10.0.0.1", "12:30:45", "-", "+", ".", "..",
        "0x", "0xg", "1e", "100m", "1Gi", "--1", "1-1", "v1"}) {
    EXPECT_EQ(resolve_plain(word), text) << word;
  }
}

TEST(YamlScalar, KnowsWhatJsonCannotSay) {
  for (const char* word : {".inf", "+.Inf", "-.INF", ".nan", ".NaN"}) {
    EXPECT_EQ(resolve_plain(word).type, Type::NotANumber) << word;
  }
}

}  // namespace
}  // namespace telltale::dump
