// SPDX-License-Identifier: Apache-2.0
// What the store takes of the disk: bounded under load, given back, and a full disk is left behind
// without a restart.

#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <thread>

#include <gtest/gtest.h>

#include "base/text.h"
#include "store/sqlite/faulty_disk_for_test.h"
#include "store/sqlite/sqlite_store.h"

namespace telltale::store {
namespace {

constexpr std::int64_t page = 4096;
constexpr int log_pages = 100;
constexpr std::size_t value_bytes = 8000;  // takes two pages of a file, and of its log
constexpr std::size_t batch = 8;
// A batch begins below the limit; what it adds, removes and overwrites comes on top.
constexpr std::int64_t log_bytes_max = (log_pages + 16 * std::int64_t{batch}) * page;

// A clock that a test steps while a store reads it.
class SteppedClock final : public Clock {
 public:
  Instant now() const override { return {}; }
  std::chrono::nanoseconds elapsed() const override {
    return std::chrono::seconds(seconds_.load());
  }
  void step(int seconds) { seconds_ += seconds; }

 private:
  std::atomic<int> seconds_ = 0;
};

struct Room {
  // Looks after the file only when the log is long, or whenever nothing else is to be done.
  static constexpr std::chrono::milliseconds never_idle{1'000'000'000};
  static constexpr std::chrono::milliseconds at_once{1};

  explicit Room(std::chrono::milliseconds interval) : disk(11), interval_(interval) { open(); }

  void open() {
    store_.reset();
    auto opened =
        SqliteStore::open({.path = "store.db", .vfs = disk.name(), .log_pages_max = log_pages},
                          {.history = {.changes = 40, .bytes = 1 << 20},
                           .batch_max = batch,
                           .checkpoint_interval = interval_},
                          clock);
    ASSERT_TRUE(opened) << opened.error().detail;
    store_ = *std::move(opened);
  }

  Store& store() { return *store_; }
  DiskFigures figures() { return *store_->disk(); }
  std::int64_t file_bytes() { return static_cast<std::int64_t>(disk.read("store.db").size()); }
  std::int64_t log_bytes() { return static_cast<std::int64_t>(disk.read("store.db-wal").size()); }

  // Writes or deletes; false when it was refused.
  bool put(int number, std::optional<std::string> value) {
    const auto key = format("/k/{}", number);
    const auto now = store_->present().get(key);
    return commit_and_wait(*store_, {key, std::move(value), now ? now->revision : 0}).has_value();
  }
  bool put(int number) { return put(number, std::string(value_bytes, 'v')); }

  // All of them wait for the disk at once, so that batches are as large as they become.
  void put_many(int count) { commit_many(count, std::string(value_bytes, 'v')); }
  void delete_many(int count) { commit_many(count, std::nullopt); }
  void commit_many(int count, const std::optional<std::string>& value) {
    std::latch answered(count);
    for (int number = 0; number < count; ++number) {
      const auto key = format("/k/{}", number);
      const auto now = store_->present().get(key);
      store_->commit({key, value, now ? now->revision : 0}, [&](const Result<Revision>& done) {
        EXPECT_TRUE(done);
        answered.count_down();
      });
    }
    answered.wait();
  }

  bool comes_true(const std::function<bool()>& holds) {
    const SystemClock real;
    const auto patience = real.elapsed() + std::chrono::seconds(20);
    while (!holds() && real.elapsed() < patience) std::this_thread::yield();
    return holds();
  }

  FaultyDisk disk;
  SteppedClock clock;

 private:
  std::chrono::milliseconds interval_;
  std::unique_ptr<Store> store_;
};

TEST(SqliteStoreSpace, BoundsTheLogWhileThingsComeAndGo) {
  Room room(Room::never_idle);
  std::int64_t longest = 0;
  for (int round = 0; round < 20; ++round) {
    room.put_many(100);
    longest = std::max(longest, room.log_bytes());
    room.delete_many(100);
    longest = std::max(longest, room.log_bytes());
  }
  EXPECT_GT(longest, 0);
  EXPECT_LT(longest, log_bytes_max);
  EXPECT_GT(room.figures().checkpoints, 20U);
}

TEST(SqliteStoreSpace, BoundsTheFileWhileThingsComeAndGo) {
  Room room(Room::never_idle);
  std::int64_t early = 0;
  for (int round = 0; round < 30; ++round) {
    room.put_many(100);
    room.delete_many(100);
    if (round == 3) early = room.file_bytes();
  }
  EXPECT_GT(early, 100 * page);
  EXPECT_LT(room.file_bytes(), 2 * early);
}

// Rows of megabytes are overwritten when they go: how many go at once is bounded by their bytes.
TEST(SqliteStoreSpace, BoundsTheLogWhenLargeValuesGoTogether) {
  constexpr std::int64_t megabyte = 1 << 20;
  Room room(Room::never_idle);
  for (int number = 0; number < 80; ++number) {
    ASSERT_TRUE(room.put(number, std::string(megabyte, 'v')));
  }
  for (int number = 0; number < 80; ++number) ASSERT_TRUE(room.put(number, std::nullopt));
  ASSERT_TRUE(room.store().compact(room.store().present().revision()));
  EXPECT_LT(room.log_bytes(), 60 * megabyte);
  EXPECT_LT(room.file_bytes(), megabyte);
}

TEST(SqliteStoreSpace, GivesSpaceBackWhenNothingElseIsToBeDone) {
  Room room(Room::at_once);
  room.put_many(1500);
  ASSERT_TRUE(room.comes_true([&] { return room.file_bytes() > 3000 * page; }));
  room.delete_many(1500);
  EXPECT_TRUE(room.comes_true([&] { return room.file_bytes() < 1500 * page; }))
      << room.file_bytes();
  EXPECT_EQ(room.store().present().size(), 0U);
  room.open();
  EXPECT_EQ(room.store().present().size(), 0U);
}

TEST(SqliteStoreSpace, GivesSpaceBackWhileItIsBusy) {
  Room room(Room::never_idle);
  room.put_many(1500);
  room.delete_many(1500);
  for (int round = 0; round < 600; ++round) ASSERT_TRUE(room.put(0));
  EXPECT_LT(room.file_bytes(), 1500 * page);
}

TEST(SqliteStoreSpace, CompactionGivesEveryUnusedPageBackAtOnce) {
  Room room(Room::never_idle);
  room.put_many(300);
  room.delete_many(300);
  ASSERT_TRUE(room.store().compact(room.store().present().revision()));
  EXPECT_LT(room.file_bytes(), 16 * page);
  EXPECT_EQ(room.figures().unused_bytes, 0);
}

TEST(SqliteStoreSpace, TellsWhatItTakes) {
  Room room(Room::never_idle);
  const auto before = room.figures();
  room.clock.step(7);
  EXPECT_DOUBLE_EQ(room.figures().checkpoint_age_seconds, before.checkpoint_age_seconds + 7);
  ASSERT_TRUE(room.put(1));
  ASSERT_TRUE(room.put(2));
  // The answer comes before the figures, and before the end of the second the first's are there.
  EXPECT_EQ(room.figures().checkpoints, 0U);
  EXPECT_GT(room.figures().log_bytes, 0);
  ASSERT_TRUE(room.store().compact(room.store().present().revision()));
  EXPECT_EQ(room.figures().checkpoints, 1U);
  EXPECT_EQ(room.figures().checkpoint_age_seconds, 0);
  EXPECT_EQ(room.figures().file_bytes, room.file_bytes());
  EXPECT_EQ(room.figures().log_bytes, room.log_bytes());
}

TEST(SqliteStoreSpace, MovesTheLogIntoTheFileAfterAWhileEvenIfItIsShort) {
  Room room(Room::at_once);
  ASSERT_TRUE(room.put(1));
  const auto before = room.figures().checkpoints;
  EXPECT_TRUE(room.comes_true([&] { return room.figures().checkpoints > before; }));
}

// Fills the disk to the last byte; how many writes went well before.
int fill(Room& room) {
  room.disk.limit_bytes(std::size_t{700} * page);
  int made = 0;
  while (made < 10'000 && room.put(made)) ++made;
  EXPECT_LT(made, 10'000) << "the disk was never full";
  return made;
}

TEST(SqliteStoreSpace, LeavesAFullDiskBehindWhenThereIsRoomAgain) {
  Room room(Room::never_idle);
  const int made = fill(room);
  EXPECT_FALSE(room.store().health().writable);
  EXPECT_EQ(room.store().present().size(), static_cast<std::size_t>(made));
  room.disk.heal();
  EXPECT_TRUE(room.comes_true([&] { return room.store().health().writable; }));
  for (int round = 0; round < 100; ++round) ASSERT_TRUE(room.put(made + round));
  EXPECT_LT(room.log_bytes(), log_bytes_max);
  room.open();
  EXPECT_EQ(room.store().present().size(), static_cast<std::size_t>(made) + 100);
}

TEST(SqliteStoreSpace, LeavesAFullDiskBehindWhileClientsGoOnTrying) {
  Room room(Room::never_idle);
  const int made = fill(room);
  for (int round = 0; round < 20; ++round) room.put(made);
  room.disk.heal();
  ASSERT_TRUE(room.put(made + 1));
  for (int round = 0; round < 100; ++round) ASSERT_TRUE(room.put(made));
  EXPECT_LT(room.log_bytes(), log_bytes_max);
}

// The file lies where there is no room while its log still finds some.
TEST(SqliteStoreSpace, RefusesBeforeALogThatCannotBeMovedFillsTheDisk) {
  Room room(Room::never_idle);
  room.put_many(20);
  ASSERT_TRUE(room.store().compact(room.store().present().revision()));
  room.disk.limit_file("store.db", room.disk.read("store.db").size());
  int made = 100;
  while (made < 10'000 && room.put(made)) ++made;
  ASSERT_LT(made, 10'000) << "the log grew without limit";
  EXPECT_FALSE(room.store().health().writable);
  EXPECT_GT(room.log_bytes(), log_pages * page);
  EXPECT_LT(room.log_bytes(), 10 * log_pages * page);
  room.disk.heal();
  EXPECT_TRUE(room.comes_true([&] { return room.store().health().writable; }));
  for (int round = 0; round < 100; ++round) ASSERT_TRUE(room.put(made + round));
  EXPECT_LT(room.log_bytes(), log_bytes_max) << "what it had grown by is given back";
  room.open();
  EXPECT_EQ(room.store().present().size(), static_cast<std::size_t>(made) + 20);
}

}  // namespace
}  // namespace telltale::store
