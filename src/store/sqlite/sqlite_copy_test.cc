// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_copy.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <latch>
#include <map>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "store/stores.h"

namespace telltale::store {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

std::string bytes_at(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

class SqliteCopies : public testing::Test {
 protected:
  std::unique_ptr<Store> open(const std::string& name) {
    auto store = open_sqlite_store(folder_.path(name), {}, clock_);
    EXPECT_TRUE(store) << store.error().detail;
    return store ? *std::move(store) : nullptr;
  }
  std::string path(const std::string& name) const { return folder_.path(name); }

  // Some keys that were changed and some that went, so that there is history, too.
  void fill(const std::string& name, int count) {
    const auto store = open(name);
    for (int number = 0; number < count; ++number) {
      const auto key = format("/k/{:03}", number);
      const auto made = commit_and_wait(*store, {key, "old", 0});
      ASSERT_TRUE(made);
      const auto value = number % 3 == 0
                             ? std::nullopt
                             : std::optional(format("v{}{}", number, std::string(900, '.')));
      ASSERT_TRUE(commit_and_wait(*store, {key, value, *made}));
    }
  }

  std::map<std::string, std::string> contents(const std::string& name) {
    std::map<std::string, std::string> found;
    const auto store = open(name);
    if (!store) return found;
    const auto page = store->present().list({.prefix = ""});
    for (const auto& item : page->items) found[item.key] = *item.value;
    return found;
  }

  Result<void> back_up(const std::string& from, const std::string& to) {
    const auto store = open(from);
    auto copy = SqliteCopy::begin(path(to));
    if (!copy) return fail(copy.error());
    const auto page = store->present().list({.prefix = ""});
    if (auto added = (*copy)->add(page->items); !added) return added;
    return (*copy)->finish(page->revision);
  }

  TempFolder folder_;
  SystemClock clock_;
};

TEST_F(SqliteCopies, HoldWhatTheStoreHoldsAndAreForTheirOwnerOnly) {
  fill("a.db", 60);
  ASSERT_TRUE(back_up("a.db", "b.db"));
  struct stat facts{};
  ASSERT_EQ(stat(path("b.db").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600U);
  EXPECT_FALSE(std::filesystem::exists(path("b.db.partial")));
  EXPECT_FALSE(std::filesystem::exists(path("b.db-wal")));
  const auto seen = check_sqlite_file(path("b.db"));
  ASSERT_TRUE(seen) << seen.error().detail;
  EXPECT_EQ(seen->objects, 40U);
  EXPECT_EQ(seen->rows, 40);
  EXPECT_EQ(seen->revision, 121);
  EXPECT_EQ(seen->compacted, 121);
  EXPECT_EQ(contents("b.db"), contents("a.db"));
}

TEST_F(SqliteCopies, AreMadeWhollyOrNotAtAll) {
  put_bytes(path("there.db"), "mine");
  EXPECT_EQ(SqliteCopy::begin(path("there.db")).error().kind, Error::Kind::Conflict);
  EXPECT_EQ(bytes_at(path("there.db")), "mine");
  {
    auto copy = SqliteCopy::begin(path("b.db"));
    ASSERT_TRUE(copy);
    const Item item{"/k", std::make_shared<const std::string>("v"), 7};
    ASSERT_TRUE((*copy)->add(std::span(&item, 1)));
  }
  EXPECT_FALSE(std::filesystem::exists(path("b.db")));
  EXPECT_FALSE(std::filesystem::exists(path("b.db.partial")));
}

TEST_F(SqliteCopies, CanBeCheckedWithoutAChange) {
  fill("a.db", 30);
  const auto before = bytes_at(path("a.db"));
  const auto seen = check_sqlite_file(path("a.db"));
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->objects, 20U);
  EXPECT_EQ(seen->rows, 60);
  EXPECT_TRUE(bytes_at(path("a.db")) == before);
  EXPECT_EQ(check_sqlite_file(path("no.db")).error().kind, Error::Kind::NotFound);
  EXPECT_FALSE(std::filesystem::exists(path("no.db")));
  put_bytes(path("empty.db"), "");
  EXPECT_EQ(check_sqlite_file(path("empty.db")).error().kind, Error::Kind::NotFound);
}

// What a crash left in the log counts, and is still there afterwards.
TEST_F(SqliteCopies, AreCheckedWithWhatIsOnlyInTheLog) {
  {
    const auto store = open("a.db");
    ASSERT_TRUE(commit_and_wait(*store, {"/k/1", "v", 0}));
    std::filesystem::copy_file(path("a.db"), path("b.db"));
    std::filesystem::copy_file(path("a.db-wal"), path("b.db-wal"));
  }
  const auto log = bytes_at(path("b.db-wal"));
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(check_sqlite_file(path("b.db"))->objects, 1U);
  EXPECT_TRUE(bytes_at(path("b.db-wal")) == log);
}

TEST_F(SqliteCopies, AreRefusedWhenTheyAreDamagedAndNothingIsReplaced) {
  fill("a.db", 60);
  ASSERT_TRUE(back_up("a.db", "b.db"));
  fill("c.db", 6);
  const auto whole = bytes_at(path("b.db"));
  const auto kept = contents("c.db");
  const auto untouched = bytes_at(path("c.db"));
  Rng rng(3);
  int noticed = 0;
  for (int round = 0; round < 120; ++round) {
    auto damaged = whole;
    const auto place = rng.below(whole.size());
    damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(1 + rng.below(127)));
    if (round % 10 == 0) damaged.resize(place);
    put_bytes(path("damaged.db"), damaged);
    if (check_sqlite_file(path("damaged.db"))) continue;  // where nothing is written
    ++noticed;
    ASSERT_TRUE(bytes_at(path("damaged.db")) == damaged) << "looked at, not repaired";
    ASSERT_FALSE(restore_sqlite_file(path("damaged.db"), path("c.db")));
    ASSERT_TRUE(bytes_at(path("c.db")) == untouched);
  }
  EXPECT_GT(noticed, 60);
  EXPECT_EQ(contents("c.db"), kept);
}

TEST_F(SqliteCopies, ReplaceAStoreAndKeepWhatWasThere) {
  fill("a.db", 60);
  ASSERT_TRUE(back_up("a.db", "b.db"));
  fill("c.db", 90);
  const auto old = contents("c.db");
  const auto restored = restore_sqlite_file(path("b.db"), path("c.db"));
  ASSERT_TRUE(restored) << restored.error().detail;
  EXPECT_EQ(restored->objects, 40U);
  EXPECT_EQ(restored->revision, 182) << "behind all that were given out there";
  EXPECT_THAT(restored->kept, EndsWith("c.db.replaced-1"));
  EXPECT_EQ(contents("c.db"), contents("a.db"));
  EXPECT_EQ(contents("c.db.replaced-1"), old);
  const auto again = restore_sqlite_file(path("b.db"), path("c.db"));
  ASSERT_TRUE(again);
  EXPECT_GT(again->revision, restored->revision);
  EXPECT_THAT(again->kept, EndsWith("c.db.replaced-2"));
}

// Whoever watched the lost store has seen revisions that nobody can tell any more.
TEST_F(SqliteCopies, MakeRevisionsSkipAheadWhereTheOldStoreIsLost) {
  fill("a.db", 60);
  ASSERT_TRUE(back_up("a.db", "b.db"));
  const auto restored = restore_sqlite_file(path("b.db"), path("c.db"));
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->kept, "");
  EXPECT_EQ(restored->revision, 121 + 1'000'000'000);
  const auto store = open("c.db");
  EXPECT_EQ(store->present().changes("", 121).error().kind, Error::Kind::Gone);
  EXPECT_EQ(commit_and_wait(*store, {"/next", "v", 0}), restored->revision + 1);
}

TEST_F(SqliteCopies, ReplaceADamagedStoreTogetherWithItsLog) {
  fill("a.db", 60);
  ASSERT_TRUE(back_up("a.db", "b.db"));
  // A log that belongs to the old file must not be read into the new one.
  const auto log = std::string(10'000, 'y');
  put_bytes(path("d.db"), std::string(10'000, 'x'));
  put_bytes(path("d.db-wal"), log);
  const auto restored = restore_sqlite_file(path("b.db"), path("d.db"));
  ASSERT_TRUE(restored) << restored.error().detail;
  EXPECT_TRUE(bytes_at(restored->kept) == std::string(10'000, 'x'));
  EXPECT_TRUE(bytes_at(restored->kept + "-wal") == log);
  EXPECT_FALSE(std::filesystem::exists(path("d.db-wal")));
  EXPECT_EQ(contents("d.db"), contents("a.db"));
}

TEST(StoreContents, AreCheckedWhileWritesGoOn) {
  const TempFolder folder;
  const SystemClock clock;
  const auto opened = open_sqlite_store(folder.path("a.db"), {.history = {.changes = 50}}, clock);
  ASSERT_TRUE(opened);
  Store& store = **opened;
  for (int number = 0; number < 400; ++number) {
    ASSERT_TRUE(commit_and_wait(store, {format("/k/{}", number), std::string(9000, 'v'), 0}));
  }
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (int round = 0; !stop; ++round) {
      const auto key = format("/k/{}", round % 400);
      const auto now = store.present().get(key);
      EXPECT_TRUE(commit_and_wait(store, {key, std::string(9000, 'w'), now->revision}));
    }
  });
  for (int round = 0; round < 5; ++round) {
    const auto checked = store.check_contents();
    EXPECT_TRUE(checked) << checked.error().detail;
    EXPECT_EQ(checked->objects, 400U);
  }
  stop = true;
  writer.join();
}

TEST(StoreContents, AreSaidToBeDamagedWhereTheFileWasDamagedUnderneath) {
  const TempFolder folder;
  const SystemClock clock;
  const auto path = folder.path("a.db");
  const auto opened = open_sqlite_store(path, {}, clock);
  ASSERT_TRUE(opened);
  Store& store = **opened;
  std::latch answered(600);
  for (int number = 0; number < 600; ++number) {
    store.commit({format("/k/{}", number), std::string(9000, 'v'), 0},
                 [&](const Result<Revision>&) { answered.count_down(); });
  }
  answered.wait();
  ASSERT_TRUE(store.compact(store.present().revision()));
  ASSERT_TRUE(store.check_contents());
  // More pages than SQLite keeps in memory.
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  for (int number = 100; number < 1700; ++number) file.seekp(number * 4096 + 2000) << 'x';
  file.close();
  const auto checked = store.check_contents();
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().detail, HasSubstr("damaged"));
}

}  // namespace
}  // namespace telltale::store
