// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

static_assert((check(true, "a check that holds may stand in a constant expression"), true));

TEST(Check, SaysNothingWhenItHolds) { check(true, "one is one"); }

TEST(CheckDeathTest, AbortsWithTheSentenceAndThePlace) {
  EXPECT_DEATH(
      check(false, "a row names its own table"),
      "telltale: bug: this must hold: a row names its own table \\(.*check_test.cc:[0-9]+");
}

}  // namespace
}  // namespace telltale
