// SPDX-License-Identifier: Apache-2.0
#include "base/private_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/temp_folder_for_test.h"

namespace telltale {
namespace {

TEST(AccessPrivateFile, IsReadBackAndForItsOwnerOnly) {
  const TempFolder folder;
  const std::string path = folder.path("secret");
  ASSERT_TRUE(write_private_file(path, "one"));
  EXPECT_EQ(*read_private_file(path), "one");
  EXPECT_EQ(mode_for_test(path), 0600U);
  ASSERT_TRUE(write_private_file(path, "two"));
  EXPECT_EQ(*read_private_file(path), "two");
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST(AccessPrivateFile, ThatIsMissingIsNothing) {
  const TempFolder folder;
  const auto read = read_private_file(folder.path("missing"));
  ASSERT_TRUE(read);
  EXPECT_FALSE(*read);
}

TEST(AccessPrivateFile, LosesRightsOfOthersWhenRead) {
  const TempFolder folder;
  const std::string path = folder.path("open");
  std::ofstream(path) << "text";
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  EXPECT_EQ(*read_private_file(path), "text");
  EXPECT_EQ(mode_for_test(path), 0600U);
}

TEST(AccessPrivateFile, ReplacesALeftoverDraftEvenIfItIsALink) {
  const TempFolder folder;
  std::ofstream(folder.path("victim")) << "untouched";
  std::filesystem::create_symlink(folder.path("victim"), folder.path("secret.new"));
  ASSERT_TRUE(write_private_file(folder.path("secret"), "mine"));
  EXPECT_EQ(*read_private_file(folder.path("secret")), "mine");
  EXPECT_EQ(*read_private_file(folder.path("victim")), "untouched");
}

TEST(AccessPrivateFile, TroubleNamesTheFile) {
  const TempFolder folder;
  const std::string path = folder.path("no/such/folder/file");
  const auto written = write_private_file(path, "x");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().detail.find(path), std::string::npos);
  const auto read = read_private_file(folder.path(""));
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().detail.find("not a file"), std::string::npos);
}

TEST(AccessPrivateFile, HasALimit) {
  const TempFolder folder;
  std::ofstream(folder.path("huge")) << std::string(private_file_bytes_max + 1, 'x');
  const auto read = read_private_file(folder.path("huge"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, Error::Kind::TooLarge);
}

TEST(AccessPrivateFolder, IsMadeOrProtected) {
  const TempFolder folder;
  const std::string path = folder.path("pki");
  ASSERT_TRUE(make_private_folder(path));
  EXPECT_EQ(mode_for_test(path), 0700U);
  ASSERT_EQ(::chmod(path.c_str(), 0755), 0);
  ASSERT_TRUE(make_private_folder(path));
  EXPECT_EQ(mode_for_test(path), 0700U);
  std::ofstream(folder.path("file")) << "x";
  EXPECT_FALSE(make_private_folder(folder.path("file")));
}

}  // namespace
}  // namespace telltale
