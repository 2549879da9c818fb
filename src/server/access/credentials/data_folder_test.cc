// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/data_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/temp_folder_for_test.h"

namespace telltale::server {
namespace {

using testing::HasSubstr;

class DataFolder : public testing::Test {
 protected:
  std::string made_with(unsigned mode, const std::string& file = {}) {
    const std::string path = folder_.path("data");
    std::filesystem::create_directory(path);
    if (!file.empty()) std::ofstream(path + "/" + file) << "x";
    check(::chmod(path.c_str(), mode) == 0, "a test can change its folder");
    return path;
  }
  TempFolder folder_;
};

TEST_F(DataFolder, IsMadeForItsOwnerAlone) {
  ASSERT_TRUE(make_data_folder(folder_.path("a/b")));
  EXPECT_EQ(mode_for_test(folder_.path("a/b")), 0700U);
}

TEST_F(DataFolder, ThatOthersCouldEnterIsMendedWhenItIsEmptyOrOurs) {
  for (const unsigned mode : {0755U, 0777U, 0710U, 0701U, 0770U}) {
    for (const char* file : {"", "telltale.db", "token", "journal.jsonl", "pki"}) {
      const std::string path = made_with(mode, file);
      ASSERT_TRUE(make_data_folder(path)) << file;
      EXPECT_EQ(mode_for_test(path), 0700U) << file;
      std::filesystem::remove_all(path);
    }
  }
}

TEST_F(DataFolder, ThatOthersCanEnterIsRefusedWhenItHoldsTheirThings) {
  const std::string path = made_with(0755, "letter.txt");
  const auto refused = make_data_folder(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().detail, HasSubstr(path));
  EXPECT_THAT(refused.error().detail, HasSubstr("chmod 700"));
  EXPECT_EQ(mode_for_test(path), 0755U) << "it may be everybody's";
}

TEST_F(DataFolder, ThatNobodyElseCanEnterIsTakenAsItIs) {
  const std::string path = made_with(0700, "letter.txt");
  EXPECT_TRUE(make_data_folder(path));
  EXPECT_EQ(mode_for_test(path), 0700U);
}

TEST_F(DataFolder, TakesTheRightsOfOthersFromWhatLiesInIt) {
  for (const unsigned mode : {0700U, 0755U}) {
    const std::string path = made_with(mode, "journal.jsonl");
    check(::chmod((path + "/journal.jsonl").c_str(), 0644) == 0, "a test can change its file");
    std::ofstream(folder_.path("elsewhere")) << "x";
    check(::chmod(folder_.path("elsewhere").c_str(), 0644) == 0, "a test can change its file");
    std::filesystem::create_directory(path + "/encryption");
    check(::chmod((path + "/encryption").c_str(), 0755) == 0, "a test can change its folder");
    std::filesystem::create_symlink(folder_.path("elsewhere"), path + "/link");
    ASSERT_TRUE(make_data_folder(path));
    EXPECT_EQ(mode_for_test(path + "/journal.jsonl"), 0600U);
    EXPECT_EQ(mode_for_test(path + "/encryption"), 0700U);
    EXPECT_EQ(mode_for_test(folder_.path("elsewhere")), 0644U) << "a link leads out of the folder";
    std::filesystem::remove_all(path);
  }
}

TEST_F(DataFolder, ThatIsAFileIsAnError) {
  std::ofstream(folder_.path("file")) << "x";
  EXPECT_FALSE(make_data_folder(folder_.path("file")));
  EXPECT_FALSE(make_data_folder(folder_.path("file") + "/inside"));
}

}  // namespace
}  // namespace telltale::server
