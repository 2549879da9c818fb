// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_files.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"

namespace telltale::client {
namespace {

TEST(KubeconfigFiles, ReadsSmallOnesOnly) {
  const TempFolder folder;
  EXPECT_EQ(*read_small_file(folder.write("a", std::string("x\0y", 3))), std::string("x\0y", 3));
  EXPECT_EQ(*read_small_file(folder.write("b", "")), "");
  EXPECT_EQ(read_small_file(folder.path("absent")).error().kind, Error::Kind::NotFound);
  EXPECT_EQ(read_small_file(folder.path("a/b")).error().kind, Error::Kind::NotFound);
  EXPECT_EQ(read_small_file(folder.path()).error().kind, Error::Kind::Internal);
  const std::string large = folder.write("large", "");
  std::filesystem::resize_file(large, small_file_bytes_max);
  EXPECT_TRUE(read_small_file(large));
  std::filesystem::resize_file(large, small_file_bytes_max + 1);
  EXPECT_EQ(read_small_file(large).error().kind, Error::Kind::TooLarge);
}

TEST(KubeconfigFiles, ResolvesAgainstAFolder) {
  EXPECT_EQ(resolve("/a/b", "c"), "/a/b/c");
  EXPECT_EQ(resolve("/a/b", "../c"), "/a/c");
  EXPECT_EQ(resolve("/a/b", "/c"), "/c");
  EXPECT_EQ(resolve("/a/b", ""), "");
  EXPECT_EQ(resolve("", "c"), "c");
}

}  // namespace
}  // namespace telltale::client
