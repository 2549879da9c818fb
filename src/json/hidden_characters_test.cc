// SPDX-License-Identifier: Apache-2.0
#include "json/hidden_characters.h"

#include <gtest/gtest.h>

#include <array>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/writer.h"
#include "json/yaml/yaml_document.h"

namespace telltale::json {
namespace {

constexpr std::array<std::string_view, 14> hidden{
    "\x7F",         "\xC2\x80",     "\xC2\x9B",     "\xC2\x9F",     "\xD8\x9C",
    "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xAA", "\xE2\x80\xAE",
    "\xE2\x81\xA6", "\xE2\x81\xA9", "\xE2\x80\xA9", "\xE2\x81\xA7"};
constexpr std::array<std::string_view, 6> shown{
    "a", "\xC2\xA0", "\xD8\x9B", "\xE2\x80\x8D", "\xE2\x81\xA5", "\xF0\x9F\x98\x80"};

TEST(HiddenCharacters, AreControlsAndMarksOfDirectionAndNothingElse) {
  for (const std::string_view each : hidden) EXPECT_EQ(steering_prefix(each), each.size());
  for (const std::string_view each : shown) EXPECT_EQ(steering_prefix(each), 0U) << each;
  EXPECT_EQ(steering_prefix(""), 0U);
  EXPECT_EQ(steering_prefix("\xE2"), 0U);
}

// Names and values, in every form that people are shown; what is read back is what was.
TEST(HiddenCharacters, NeverStandInWhatIsPrintedForPeople) {
  std::string all = "x";
  for (const std::string_view each : hidden) all += each;
  for (const std::string_view each : shown) all += each;
  const Value value = ValueMap{{all, ValueList{all}}};
  std::string written;
  JsonWriter json(written);
  json.map([&] { json.list(all, [&] { json.string(all); }); });
  std::string yaml;
  YamlWriter writer(yaml);
  writer.map([&] { writer.list(all, [&] { writer.string(all); }); });
  for (const std::string& text : {print_pretty(value), written, yaml, yaml_document(value)}) {
    for (const std::string_view each : hidden) {
      EXPECT_EQ(text.find(each), std::string::npos) << text;
    }
    for (const std::string_view each : shown) EXPECT_NE(text.find(each), std::string::npos);
  }
  EXPECT_EQ(*parse(print_pretty(value)), value);
  EXPECT_EQ(*parse(written), value);
}

// What is stored and compared is not for people, and stays as it was sent.
TEST(HiddenCharacters, StayInCompactJson) {
  EXPECT_EQ(print(Value("\xE2\x80\xAE")), "\"\xE2\x80\xAE\"");
}

}  // namespace
}  // namespace telltale::json
