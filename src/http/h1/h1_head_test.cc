// SPDX-License-Identifier: Apache-2.0
#include "http/h1/h1_head.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale::http {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string head_of(Response response) {
  std::string out;
  append_head(out, {std::move(response), Answer::Form::Whole, 0}, Framing::Length,
              Afterwards::KeepOpen);
  return out;
}

TEST(H1Head, NamesTheStatus) {
  EXPECT_THAT(head_of({.status = 422}), StartsWith("HTTP/1.1 422 Unprocessable Entity\r\n"));
  EXPECT_THAT(head_of({.status = 599}), StartsWith("HTTP/1.1 599 Status\r\n"));
}

TEST(H1Head, ValuesCannotBringHeadersOfTheirOwn) {
  const std::string head = head_of(
      {.content_type = "a\r\nX-Evil: 1",
       .headers = {{"Warning", "one\r\nX-Evil: 2"}, {"X-Evil: 3\r\nA", "b"}, {"", "nameless"}}});
  EXPECT_THAT(head, Not(HasSubstr("\r\nX-Evil")));
  EXPECT_THAT(head, HasSubstr("Warning: one  X-Evil: 2\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("nameless")));
}

TEST(H1Head, KeepsValuesThatAreNotAscii) {
  EXPECT_THAT(head_of({.headers = {{"Warning", "Grüße\t1"}}}), HasSubstr("Warning: Grüße\t1\r\n"));
}

}  // namespace
}  // namespace telltale::http
