// SPDX-License-Identifier: Apache-2.0
#include "http/date.h"

#include <gtest/gtest.h>

namespace telltale::http {
namespace {

TEST(HttpDate, IsWrittenAsTheRfcHasIt) {
  EXPECT_EQ(http_date(*parse_rfc3339("1994-11-06T08:49:37Z")), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(*parse_rfc3339("2024-02-29T23:59:59Z")), "Thu, 29 Feb 2024 23:59:59 GMT");
}

}  // namespace
}  // namespace telltale::http
