// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/quantity.h"

#include <gtest/gtest.h>

namespace telltale::schema {
namespace {

TEST(Quantity, IsWrittenInOneWay) {
  EXPECT_EQ(canonical_quantity("1000m"), "1");
  EXPECT_EQ(canonical_quantity("100m"), "100m");
  EXPECT_EQ(canonical_quantity("0.5"), "500m");
  EXPECT_EQ(canonical_quantity("1.5Gi"), "1536Mi");
  EXPECT_EQ(canonical_quantity("2048Ki"), "2Mi");
  EXPECT_EQ(canonical_quantity("100Ki"), "100Ki");
  EXPECT_EQ(canonical_quantity("1500"), "1500");
  EXPECT_EQ(canonical_quantity("2000000"), "2M");
  EXPECT_EQ(canonical_quantity("0.1Ki"), "102400m");
  EXPECT_EQ(canonical_quantity("+4"), "4");
  EXPECT_EQ(canonical_quantity("-4.0"), "-4");
  EXPECT_EQ(canonical_quantity("0Mi"), "0");
  EXPECT_EQ(canonical_quantity(".5"), "500m");
  EXPECT_EQ(canonical_quantity("5."), "5");
}

TEST(Quantity, KeepsItsExponent) {
  EXPECT_EQ(canonical_quantity("2e3"), "2e3");
  EXPECT_EQ(canonical_quantity("1E4"), "10e3");
  EXPECT_EQ(canonical_quantity("1E"), "1E");
  EXPECT_EQ(canonical_quantity("5e0"), "5");
}

TEST(Quantity, IsRoundedUpToABillionth) {
  EXPECT_EQ(canonical_quantity("1e-10"), "1e-9");
  EXPECT_EQ(canonical_quantity("0.0000000001"), "1n");
}

TEST(Quantity, IsNoOtherText) {
  for (const char* text :
       {"", "-", ".", "1.2.3", "1x", "1 Gi", "Gi", "1e", "1e1.5", "0x10", "1gi"}) {
    EXPECT_EQ(canonical_quantity(text), std::nullopt) << text;
  }
}

TEST(Quantity, OfManyDigitsStaysAsItIs) {
  const std::string digits(200, '9');
  EXPECT_EQ(canonical_quantity(digits), digits);
  EXPECT_EQ(canonical_quantity("9999999999999999999999Ei"), "9999999999999999999999Ei");
  EXPECT_EQ(canonical_quantity("1e2000000000"), "1e2000000000");
  EXPECT_EQ(canonical_quantity("1e99999999999"), std::nullopt);
}

}  // namespace
}  // namespace telltale::schema
