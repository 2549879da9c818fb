// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/field_error.h"

#include <gtest/gtest.h>

#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

TEST(FieldError, IsWordedLikeTheApi) {
  EXPECT_EQ(to_text(invalid("a.b", "\"x\"", "why")), "a.b: Invalid value: \"x\": why");
  EXPECT_EQ(to_text(required("a")), "a: Required value");
  EXPECT_EQ(to_text(required("a", "because")), "a: Required value: because");
  EXPECT_EQ(to_text(not_supported("a", "\"x\"", {"r", "b"})),
            "a: Unsupported value: \"x\": supported values: \"r\", \"b\"");
  EXPECT_EQ(to_text(forbidden("a", "no")), "a: Forbidden: no");
  EXPECT_EQ(to_text(duplicate("a[1]", "\"x\"")), "a[1]: Duplicate value: \"x\"");
  EXPECT_EQ(to_text(too_long("a", 3)), "a: Too long: may not be more than 3 bytes");
  EXPECT_EQ(to_text(too_long("a", 1)), "a: Too long: may not be more than 1 byte");
  EXPECT_EQ(to_text(too_many("a", 5, 3)), "a: Too many: 5: must have at most 3 items");
}

TEST(FieldError, HasTheReasonOfItsKind) {
  EXPECT_EQ(reason_word(invalid("a", "1", "").kind), "FieldValueInvalid");
  EXPECT_EQ(reason_word(type_invalid("a", "1", "").kind), "FieldValueTypeInvalid");
  EXPECT_EQ(reason_word(required("a").kind), "FieldValueRequired");
  EXPECT_EQ(reason_word(not_supported("a", "1", {}).kind), "FieldValueNotSupported");
  EXPECT_EQ(reason_word(forbidden("a", "").kind), "FieldValueForbidden");
  EXPECT_EQ(reason_word(duplicate("a", "1").kind), "FieldValueDuplicate");
  EXPECT_EQ(reason_word(too_long("a", 1).kind), "FieldValueTooLong");
  EXPECT_EQ(reason_word(too_many("a", 1, 1).kind), "FieldValueTooMany");
}

TEST(FieldError, ShowsValuesAsGoDoes) {
  EXPECT_EQ(shown(nullptr), "\"null\"");
  EXPECT_EQ(shown("a\"\n\x01"), "\"a\\\"\\n\\x01\"");
  EXPECT_EQ(shown(12), "12");
  EXPECT_EQ(shown(true), "true");
  EXPECT_EQ(shown(1.5), "1.5");
  EXPECT_EQ(shown(value_of(R"({"b":1,"a":[true]})")), R"({"a":[true],"b":1})");
}

TEST(FieldError, ShowsDoublesAsGoDoes) {
  EXPECT_EQ(go_number(100), "100");
  EXPECT_EQ(go_number(0), "0");
  EXPECT_EQ(go_number(0.0001), "0.0001");
  EXPECT_EQ(go_number(1e6), "1e+06");
  EXPECT_EQ(go_number(1.5e-7), "1.5e-07");
}

TEST(FieldError, CutsWhatNobodyReads) {
  const std::string long_text(shown_bytes_max * 3, 'x');
  EXPECT_LT(schema::quoted(long_text).size(), shown_bytes_max + 8);
}

TEST(FieldError, AreNotAddedWithoutEnd) {
  FieldErrors field_errors;
  for (std::size_t i = 0; i < field_errors_max + 5; ++i) add(field_errors, required("a"));
  EXPECT_EQ(field_errors.size(), field_errors_max);
}

TEST(FieldError, AreCountedWhenThereAreEnough) {
  FieldErrors field_errors;
  for (std::size_t i = 0; i < field_errors_max + 5; ++i) field_errors.push_back(required("a"));
  EXPECT_EQ(field_errors.untold(), 5U);
  FieldErrors all{required("b")};
  all.append(field_errors);
  EXPECT_EQ(all.size(), field_errors_max);
  EXPECT_EQ(all.front().field, "b");
  EXPECT_EQ(all.untold(), 6U);
}

TEST(FieldError, TakeNoMoreBytesThanPeopleRead) {
  const std::string long_text(std::size_t{1} << 20, 'x');
  FieldErrors field_errors;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < field_errors_max; ++i) {
    field_errors.push_back(invalid(long_text, long_text, long_text));
  }
  for (const FieldError& field_error : field_errors) {
    bytes += field_error.field.size() + field_error.message.size();
  }
  EXPECT_TRUE(field_errors.full());
  EXPECT_LT(bytes, field_errors_bytes_max + 8 * shown_bytes_max);
}

}  // namespace
}  // namespace telltale::schema
