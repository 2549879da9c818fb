// SPDX-License-Identifier: Apache-2.0
#include "server/request/options.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::server {
namespace {

http::Target target_with(std::string_view query) {
  auto target = http::parse_target(format("/x?{}", query));
  check(target.has_value(), "a test's target is one");
  return std::move(*target);
}

int code_of_list(std::string_view query, Purpose purpose = Purpose::List) {
  const auto options = read_list_options(target_with(query), purpose);
  return options ? 200 : options.error().code;
}

int code_of_write(std::string_view query) {
  const auto options = read_write_options(target_with(query), "CreateOptions");
  return options ? 200 : options.error().code;
}

TEST(Options, OfListsAreReadAndTheUnknownIgnored) {
  const auto options = read_list_options(
      target_with("labelSelector=a%3Db&limit=5&continue=t&timeoutSeconds=9&bogus=1&pretty="),
      Purpose::List);
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->label_selector, "a=b");
  EXPECT_EQ(options->limit, 5U);
  EXPECT_EQ(options->continue_token, "t");
  EXPECT_EQ(options->timeout, std::chrono::seconds(9));
  EXPECT_FALSE(options->version);
  EXPECT_EQ(read_list_options(target_with("resourceVersion=0"), Purpose::List)->version, 0);
}

TEST(Options, NumbersMustBeNumbers) {
  for (const std::string_view bad : {"limit=x", "resourceVersion=-1", "resourceVersion=1a",
                                     "timeoutSeconds=99999999999999999999", "limit=1.5"}) {
    EXPECT_EQ(code_of_list(bad), 400) << bad;
  }
  EXPECT_EQ(code_of_list("limit=&resourceVersion="), 200);
}

TEST(Options, OfWatchesCallAVersionThatIsNoneTheServersTrouble) {
  const auto options = read_list_options(target_with("resourceVersion=abc"), Purpose::Watch);
  ASSERT_FALSE(options.has_value());
  EXPECT_EQ(options.error().code, 500);
  EXPECT_EQ(options.error().reason, "");
  EXPECT_EQ(options.error().message,
            "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid "
            "syntax");
  EXPECT_EQ(code_of_list("limit=abc", Purpose::Watch), 400);
}

TEST(Options, LessThanNothingIsNoLimitAndNoTime) {
  EXPECT_EQ(read_list_options(target_with("limit=-1"), Purpose::List)->limit, 0U);
  EXPECT_EQ(read_list_options(target_with("timeoutSeconds=-1"), Purpose::Watch)->timeout,
            std::chrono::seconds(0));
  EXPECT_FALSE(read_list_options(target_with("timeoutSeconds=0"), Purpose::Watch)->timeout);
}

TEST(Options, TheLongestWatchIsLimited) {
  const auto options =
      read_list_options(target_with("timeoutSeconds=9223372036854775807"), Purpose::Watch);
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->timeout, std::chrono::days(365));
}

TEST(Options, VersionMatchesGoWithVersions) {
  EXPECT_EQ(code_of_list("resourceVersionMatch=Exact&resourceVersion=5"), 200);
  EXPECT_EQ(code_of_list("resourceVersionMatch=Exact"), 422);
  EXPECT_EQ(code_of_list("resourceVersionMatch=Exact&resourceVersion=0"), 422);
  EXPECT_EQ(code_of_list("resourceVersionMatch=NotOlderThan&resourceVersion=0"), 200);
  EXPECT_EQ(code_of_list("resourceVersionMatch=NotOlderThan&resourceVersion=1&continue=t"), 422);
  EXPECT_EQ(code_of_list("resourceVersionMatch=Newest&resourceVersion=1"), 422);
  EXPECT_EQ(code_of_list("resourceVersionMatch=NotOlderThan", Purpose::Watch), 422);
}

TEST(Options, InitialEventsAreNotOlderThanAskedForAndNeedNoBookmarks) {
  const std::string initial = "sendInitialEvents=true&resourceVersionMatch=";
  EXPECT_EQ(code_of_list(initial + "NotOlderThan", Purpose::Watch), 200);
  EXPECT_EQ(code_of_list(initial + "NotOlderThan&continue=t", Purpose::Watch), 422);
  const auto exact = read_list_options(target_with(initial + "Exact"), Purpose::Watch);
  ASSERT_FALSE(exact.has_value());
  ASSERT_EQ(exact.error().causes.size(), 2U);
  EXPECT_EQ(exact.error().causes[0].reason, "FieldValueForbidden");
  EXPECT_EQ(exact.error().causes[1].message,
            R"(Unsupported value: "Exact": supported values: "NotOlderThan")");
}

TEST(Options, OfWritesAreReadAndChecked) {
  const auto options = read_write_options(
      target_with("dryRun=All&force=true&fieldManager=me&fieldValidation=Strict"), "PatchOptions");
  ASSERT_TRUE(options.has_value());
  EXPECT_TRUE(options->dry_run);
  EXPECT_TRUE(options->force);
  EXPECT_EQ(options->field_manager, "me");
  EXPECT_EQ(options->validation, WriteOptions::Validation::Strict);
  EXPECT_EQ(code_of_write("dryRun=Some"), 422);
  EXPECT_EQ(code_of_write("dryRun=All&dryRun=Some"), 422);
  EXPECT_EQ(code_of_write("fieldValidation=Loud"), 422);
  EXPECT_EQ(code_of_write("fieldManager=" + std::string(129, 'a')), 422);
  EXPECT_EQ(code_of_write("fieldManager=" + std::string(128, 'a')), 200);
  EXPECT_EQ(code_of_write("fieldManager=a%0Ab"), 422);
  EXPECT_EQ(code_of_write("fieldManager=%FF"), 422);
  EXPECT_EQ(code_of_write("fieldManager=%C3%A4"), 200);
}

TEST(Options, ObjectsInTablesAreOneOfThree) {
  EXPECT_EQ(read_include_object(target_with("")), IncludeObject::Metadata);
  EXPECT_EQ(read_include_object(target_with("includeObject=None")), IncludeObject::None);
  EXPECT_EQ(read_include_object(target_with("includeObject=Object")), IncludeObject::Object);
  EXPECT_FALSE(read_include_object(target_with("includeObject=Half")).has_value());
}

TEST(Options, AParameterAloneIsAYes) {
  EXPECT_TRUE(is_yes(target_with("pretty"), "pretty"));
  EXPECT_TRUE(is_yes(target_with("pretty=1"), "pretty"));
  EXPECT_FALSE(is_yes(target_with("pretty=false"), "pretty"));
  EXPECT_FALSE(is_yes(target_with("pretty=0"), "pretty"));
  EXPECT_FALSE(is_yes(target_with("other=1"), "pretty"));
}

}  // namespace
}  // namespace telltale::server
