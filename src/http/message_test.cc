// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <gtest/gtest.h>

namespace telltale::http {
namespace {

TEST(HttpMessage, FindsTheFirstHeaderWhateverItsCase) {
  const Request request{
      .method = "GET", .target = "/", .headers = {{"ACCEPT", "a"}, {"accept", "b"}}};
  EXPECT_EQ(request.header("Accept"), "a");
  EXPECT_EQ(request.header("Accept-Encoding"), std::nullopt);
}

}  // namespace
}  // namespace telltale::http
