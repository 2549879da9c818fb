// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_flags.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::cli {
namespace {

std::string subjects(const std::vector<std::string>& words) {
  GetOptions options;
  const Result<void> taken = read_get_subjects(words, options);
  if (!taken) return taken.error().detail;
  std::string text;
  for (const GetSubject& subject : options.subjects) {
    text += format("[{} {}]", subject.type, subject.name);
  }
  return text;
}

TEST(GetSubjects, AreTypesNamesAndPairs) {
  EXPECT_EQ(subjects({"machines"}), "[machines ]");
  EXPECT_EQ(subjects({"ma", "m1", "m2"}), "[ma m1][ma m2]");
  EXPECT_EQ(subjects({"ma,ms"}), "[ma ][ms ]");
  EXPECT_EQ(subjects({"ma,ms", "x"}), "[ma x][ms x]");
  EXPECT_EQ(subjects({"ma/m1", "ms/s1"}), "[ma m1][ms s1]");
  EXPECT_EQ(subjects({"all"}), "[all ]");
}

TEST(GetSubjects, SayWhatIsWrong) {
  const std::string form = "get TYPE [NAME...], or get TYPE/NAME...";
  EXPECT_EQ(subjects({}), "get needs to know what; expected " + form);
  EXPECT_EQ(subjects({"ma,"}), "a type is missing; expected " + form);
  EXPECT_EQ(subjects({"ma", "ms/x"}), "names and TYPE/NAME do not mix; expected " + form);
  for (const auto& pair : {"ma/", "/x"}) EXPECT_NE(subjects({"a/b", pair}), "");
  EXPECT_EQ(subjects({"a/b", "c"}), "c is not a TYPE/NAME, as the others are; expected " + form);
}

std::string columns(std::string_view typed) {
  GetOptions options;
  const Result<void> taken = read_get_output(typed, options);
  if (!taken) return taken.error().detail;
  std::string text;
  for (const CustomColumn& column : options.custom_columns) text += format("[{}]", column.header);
  return text;
}

TEST(GetOutput, TakesColumnsWithCommasInTheirPaths) {
  EXPECT_EQ(columns("custom-columns=A:.a,B:.b"), "[A][B]");
  EXPECT_EQ(columns("custom-columns=A:.a['x','y'],B:.b[?(@.c==\",\")]"), "[A][B]");
  EXPECT_EQ(columns("=custom-columns=A:.a"), "[A]");
}

TEST(GetOutput, RefusesColumnsThatAreNone) {
  EXPECT_EQ(columns("custom-columns="),
            "-o custom-columns: expected HEADER:JSONPATH, found nothing");
  EXPECT_EQ(columns("custom-columns=A"), "-o custom-columns: expected HEADER:JSONPATH, found A");
  EXPECT_EQ(columns("custom-columns=A:.b[").find("-o custom-columns: .b[ is not a JSONPath"), 0U);
  std::string many = "custom-columns=A:.a";
  for (std::size_t i = 0; i < get_columns_max; ++i) many += ",A:.a";
  EXPECT_EQ(columns(many), "-o custom-columns: at most 100 columns");
}

TEST(GetOutput, NamesTheFormatsThereAre) {
  EXPECT_EQ(columns("toml"),
            "-o must be wide, name, json, yaml, jsonpath=TEMPLATE or "
            "custom-columns=HEADER:JSONPATH,..., not toml");
}

TEST(GetStage, GoesWithDataOnly) {
  const auto read = [](GetOutput output, std::string_view typed) {
    GetOptions options;
    options.output = output;
    const Result<void> taken = read_get_stage(typed, options);
    return taken ? std::string(options.stage ? "taken" : "none") : taken.error().detail;
  };
  EXPECT_EQ(read(GetOutput::Yaml, "v1beta2-after-removal"), "taken");
  EXPECT_EQ(read(GetOutput::JsonPath, "=v1beta1"), "taken");
  EXPECT_EQ(read(GetOutput::Table, ""), "none");
  EXPECT_EQ(read(GetOutput::Wide, "v1beta1"),
            "--stage goes with -o json, yaml or jsonpath=TEMPLATE");
  EXPECT_EQ(read(GetOutput::Json, "v1beta3"),
            "--stage must be v1beta1, v1beta2 or v1beta2-after-removal, not v1beta3");
}

TEST(LabelColumns, ArePartedByCommas) {
  GetOptions options;
  ASSERT_TRUE(read_label_columns(std::vector<std::string>{"a,b", "c"}, options));
  EXPECT_EQ(options.label_columns, (std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace telltale::cli
