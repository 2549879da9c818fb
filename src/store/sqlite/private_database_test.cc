// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/private_database.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "base/clock.h"
#include "base/temp_folder_for_test.h"
#include "store/store.h"
#include "store/stores.h"

namespace telltale::store {
namespace {

unsigned mode_of(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0U;
}

class PrivateDatabase : public testing::Test {
 protected:
  PrivateDatabase() : before_(::umask(0)) {}  // the worst that a user may have
  ~PrivateDatabase() override { ::umask(before_); }

  std::string path() const { return folder_.path("store.db"); }
  void write_once() {
    const auto store = open_sqlite_store(path(), {}, clock_);
    ASSERT_TRUE(store);
    const auto old = (*store)->present().get("a/key");
    ASSERT_TRUE(commit_and_wait(
        **store, {.key = "a/key", .value = "secret", .expected = old ? old->revision : 0}));
    for (const auto& file : std::filesystem::directory_iterator(folder_.path())) {
      EXPECT_EQ(mode_of(file.path()), 0600U) << file.path();
    }
  }

  mode_t before_;
  TempFolder folder_;
  SystemClock clock_;
};

TEST_F(PrivateDatabase, AndAllThatSqlitePutsBesideItIsReadByItsOwnerOnly) { write_once(); }

TEST_F(PrivateDatabase, IsMendedWhenOthersCouldReadIt) {
  write_once();
  ASSERT_EQ(::chmod(path().c_str(), 0666), 0);
  std::ofstream(path() + "-wal").flush();
  ASSERT_EQ(::chmod((path() + "-wal").c_str(), 0644), 0);
  write_once();
}

TEST_F(PrivateDatabase, LeavesItsLockToWhoHasIt) {
  const auto first = open_sqlite_store(path(), {}, clock_);
  ASSERT_TRUE(first);
  EXPECT_FALSE(open_sqlite_store(path(), {}, clock_));
  EXPECT_FALSE(open_sqlite_store(path(), {}, clock_)) << "asking twice opens nothing";
}

TEST_F(PrivateDatabase, LeavesItToSqliteToRefuseWhatCannotBeMade) {
  EXPECT_TRUE(keep_private(folder_.path("no/such/folder.db")));
  EXPECT_TRUE(keep_private(folder_.path())) << "a folder is no database";
}

}  // namespace
}  // namespace telltale::store
