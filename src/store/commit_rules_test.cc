// SPDX-License-Identifier: Apache-2.0
#include "store/commit_rules.h"

#include <string>

#include <gtest/gtest.h>

namespace telltale::store {
namespace {

Error::Kind refusal_of(const Result<void>& result) { return result.error().kind; }

TEST(StoreCommitRules, AdmitsWhatFits) {
  EXPECT_TRUE(admit({.key = "a", .value = "v", .expected = 0}));
  EXPECT_TRUE(admit({.key = "a", .value = "", .expected = 3}));
  EXPECT_TRUE(admit({.key = "a", .value = std::nullopt, .expected = 3}));
  EXPECT_TRUE(admit({.key = std::string(key_bytes_max, 'k'), .value = "", .expected = 0}));
  EXPECT_TRUE(admit({.key = "a", .value = std::string(value_bytes_max, 'v'), .expected = 0}));
}

TEST(StoreCommitRules, RefusesWhatCannotBe) {
  using enum Error::Kind;
  EXPECT_EQ(refusal_of(admit({.key = "", .value = "v", .expected = 0})), Invalid);
  EXPECT_EQ(refusal_of(admit({.key = std::string("a\0b", 3), .value = "v", .expected = 0})),
            Invalid);
  EXPECT_EQ(refusal_of(admit({.key = "a", .value = std::nullopt, .expected = 0})), Invalid);
  EXPECT_EQ(refusal_of(admit({.key = "a", .value = "v", .expected = -1})), Invalid);
  const std::string long_key(key_bytes_max + 1, 'k');
  EXPECT_EQ(refusal_of(admit({.key = long_key, .value = "v", .expected = 0})), TooLarge);
  const std::string long_value(value_bytes_max + 1, 'v');
  EXPECT_EQ(refusal_of(admit({.key = "a", .value = long_value, .expected = 0})), TooLarge);
}

TEST(StoreCommitRules, SaysWhatTheKeyIsAt) {
  const Write create{.key = "a", .value = "v", .expected = 0};
  const Write update{.key = "a", .value = "v", .expected = 5};
  EXPECT_TRUE(compare(create, 0));
  EXPECT_TRUE(compare(update, 5));
  EXPECT_EQ(compare(create, 7).error().detail, "a is there already, at revision 7");
  EXPECT_EQ(compare(update, 7).error().detail, "a is at revision 7, the write was made from 5");
  EXPECT_EQ(compare(update, 0).error().detail,
            "a is not there, the write was made from revision 5");
  EXPECT_EQ(refusal_of(compare(update, 0)), Error::Kind::Conflict);
}

TEST(StoreCommitRules, StampsTheValueOfAChange) {
  const auto put = change_of({.key = "a", .value = R"({"resourceVersion":""})", .expected = 0}, 9);
  EXPECT_EQ(*put.value, R"({"resourceVersion":"9"})");
  EXPECT_EQ(put.revision, 9);
  EXPECT_EQ(change_of({.key = "a", .value = std::nullopt, .expected = 9}, 10).value, nullptr);
}

}  // namespace
}  // namespace telltale::store
