// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"

namespace telltale::live {
namespace {

using testing::HasSubstr;

TEST(DiagnosticsToken, IsMadeOnceForItsOwnerAlone) {
  TempFolder folder;
  SystemEntropy entropy;
  const std::string path = folder.path("state/token");
  const auto made = load_or_make_token(path, entropy);
  ASSERT_TRUE(made) << made.error().detail;
  EXPECT_EQ(made->size(), 64U);
  EXPECT_EQ(mode_for_test(path), 0600U);
  EXPECT_EQ(mode_for_test(folder.path("state")), 0700U);
  EXPECT_EQ(load_or_make_token(path, entropy), *made);
  EXPECT_EQ(load_token(path), *made);
}

TEST(DiagnosticsToken, IsMadeAnewWhenOthersCouldReadIt) {
  TempFolder folder;
  SystemEntropy entropy;
  const std::string path = folder.write("token", std::string(64, 'a') + "\n");
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  EXPECT_FALSE(load_token(path));
  const auto made = load_or_make_token(path, entropy);
  ASSERT_TRUE(made);
  EXPECT_NE(*made, std::string(64, 'a'));
  EXPECT_EQ(mode_for_test(path), 0600U);
}

TEST(DiagnosticsToken, IsMadeAnewWhenTheFileHoldsNone) {
  TempFolder folder;
  SystemEntropy entropy;
  const std::string path = folder.write("token", "short\n");
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  const auto made = load_or_make_token(path, entropy);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->size(), 64U);
}

TEST(DiagnosticsToken, IsNotFoundWhereNobodyMadeOne) {
  TempFolder folder;
  const auto token = load_token(folder.path("token"));
  ASSERT_FALSE(token);
  EXPECT_EQ(token.error().kind, Error::Kind::NotFound);
}

TEST(DiagnosticsToken, SaysWhereItCannotBeMade) {
  TempFolder folder;
  SystemEntropy entropy;
  folder.write("file", "x");
  const auto token = load_or_make_token(folder.path("file/token"), entropy);
  ASSERT_FALSE(token);
  EXPECT_THAT(token.error().detail, HasSubstr("file/token"));
}

}  // namespace
}  // namespace telltale::live
