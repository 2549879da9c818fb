// SPDX-License-Identifier: Apache-2.0
#include "server/request/continue_token.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::server {
namespace {

RC_GTEST_PROP(ContinueToken, ComesBackAsItWas, (const std::string& after)) {
  RC_PRE(after.find('\0') == std::string::npos);
  std::string plain;
  for (const char byte : after) plain += static_cast<char>('a' + (byte & 15));
  const ContinueToken token{.revision = 42, .after = plain};
  RC_ASSERT(read_continue_token(to_text(token)) == token);
}

TEST(ContinueToken, WhatSomebodyMadeUpIsNone) {
  EXPECT_FALSE(read_continue_token("zzz"));
  EXPECT_FALSE(read_continue_token("!!!"));
  EXPECT_FALSE(read_continue_token("eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ"));
  EXPECT_FALSE(read_continue_token(std::string(10000, 'A')));
}

}  // namespace
}  // namespace telltale::server
