// SPDX-License-Identifier: Apache-2.0
// The power goes while the store does more than write: while it compacts, gives space back, moves
// its log, is backed up, or comes back from the last power cut. Writes alone:
// sqlite_store_fault_test.cc.

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "store/snapshot.h"
#include "store/sqlite/faulty_disk_for_test.h"
#include "store/sqlite/sqlite_copy.h"
#include "store/sqlite/sqlite_store.h"

namespace telltale::store {
namespace {

using Contents = std::map<std::string, std::string>;

Contents contents_of(const CurrentState& present) {
  Contents contents;
  const auto page = present.list({.prefix = ""});
  EXPECT_TRUE(page);
  if (page) {
    for (const auto& item : page->items) contents[item.key] = *item.value;
  }
  return contents;
}

// A store on a disk that may lose its power, and what must be there whenever it comes back: what
// was acknowledged, and of the one write that was not, all or nothing.
class Outage {
 public:
  explicit Outage(std::uint64_t seed) : disk(seed), rng_(seed) {}

  bool open() {
    store_.reset();
    auto opened =
        SqliteStore::open({.path = "store.db", .vfs = disk.name(), .log_pages_max = 12},
                          {.history = {.changes = 15, .bytes = 1 << 20}, .batch_max = 4}, clock_);
    if (opened) store_ = *std::move(opened);
    return opened.has_value();
  }
  void close() { store_.reset(); }
  Store& store() { return *store_; }

  // Writes and deletes until there are enough, or the disk is gone.
  void work(int count) {
    for (int number = 0; number < count && !disk.is_off(); ++number) {
      const auto key = format("/k/{}", rng_.below(8));
      const auto now = store_->present().get(key);
      Write write{.key = key, .value = {}, .expected = now ? now->revision : 0};
      if (!now || !rng_.one_in(3)) write.value = std::string(rng_.below(12'000), 'v');
      Contents wanted = kept_;
      if (write.value) {
        wanted[key] = *write.value;
      } else {
        wanted.erase(key);
      }
      const auto done = commit_and_wait(*store_, write);
      if (done) {
        kept_ = std::move(wanted);
        revision_ = *done;
      } else {
        open_ = std::move(wanted);
      }
    }
  }

  // Also from the file alone, row by row.
  void expect_whole() {
    const auto there = contents_of(store_->present());
    EXPECT_GE(store_->present().revision(), revision_);
    EXPECT_TRUE(there == kept_ || (open_ && there == *open_));
    const auto checked = store_->check_contents();
    ASSERT_TRUE(checked) << checked.error().detail;
    EXPECT_EQ(checked->objects, there.size());
    kept_ = there;
    open_.reset();
    revision_ = store_->present().revision();
  }

  FaultyDisk disk;

 private:
  const SystemClock clock_;
  Rng rng_;
  std::unique_ptr<Store> store_;
  Contents kept_;
  std::optional<Contents> open_;
  Revision revision_ = first_revision;
};

// What is done is tried with the power going at its first sync, its second, and so on until it is
// done before that. How often the power went.
template <class Do>
std::size_t cut_at_every_sync(std::uint64_t seed, const Do& do_it) {
  std::size_t cuts = 0;
  for (bool was_cut = true; was_cut && cuts < 500; ++cuts) {
    SCOPED_TRACE(format("power cut at sync {}", cuts));
    Outage outage(seed + 1000 * cuts);
    EXPECT_TRUE(outage.open());
    outage.work(40);
    outage.disk.cut_power_after(cuts);
    do_it(outage);
    was_cut = outage.disk.is_off();
    outage.close();
    outage.disk.power_on();
    EXPECT_TRUE(outage.open());
    if (testing::Test::HasFailure()) break;
    outage.expect_whole();
    outage.work(10);
    outage.expect_whole();
    if (testing::Test::HasFailure()) break;
  }
  return cuts;
}

TEST(SqliteStorePowerCut, WhileItCompactsLosesNothing) {
  const auto cuts = cut_at_every_sync(1, [](Outage& outage) {
    Store& store = outage.store();
    const auto done = store.compact(store.present().revision());
    EXPECT_TRUE(done || outage.disk.is_off()) << done.error().detail;
  });
  EXPECT_GT(cuts, 2U);
}

TEST(SqliteStorePowerCut, WhileItCompactsAndWritesLosesNothing) {
  const auto cuts = cut_at_every_sync(2, [](Outage& outage) {
    for (int round = 0; round < 5 && !outage.disk.is_off(); ++round) {
      outage.work(6);
      Store& store = outage.store();
      const auto done = store.compact(store.present().revision());
      EXPECT_TRUE(done || outage.disk.is_off());
    }
  });
  EXPECT_GT(cuts, 20U);
}

// What compaction has forgotten stays forgotten, and revisions go on behind those given out.
TEST(SqliteStorePowerCut, AfterACompactionThatWasAnsweredUndoesNothing) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Outage outage(seed);
    ASSERT_TRUE(outage.open());
    outage.work(30);
    const auto revision = outage.store().present().revision();
    ASSERT_TRUE(outage.store().compact(revision));
    outage.disk.cut_power();
    outage.close();
    outage.disk.power_on();
    ASSERT_TRUE(outage.open());
    EXPECT_EQ(outage.store().present().compacted(), revision) << "seed " << seed;
    outage.expect_whole();
    EXPECT_EQ(outage.store().present().revision(), revision);
  }
}

// The log is longer than it may be at every few writes, so that most syncs are of moving it.
TEST(SqliteStorePowerCut, WhileItMovesItsLogLosesNothing) {
  std::uint64_t moved = 0;
  const auto cuts = cut_at_every_sync(3, [&](Outage& outage) {
    const auto before = outage.store().disk()->checkpoints;
    outage.work(40);
    if (!outage.disk.is_off()) moved = outage.store().disk()->checkpoints - before;
  });
  EXPECT_GT(moved, 5U) << "in the round that was not cut";
  EXPECT_GT(cuts, 40U + moved) << "each is more than one sync";
}

// The power comes and goes: at every sync, and again at the first ones after it came back.
TEST(SqliteStorePowerCut, AgainAndAgainLosesNothing) {
  for (std::size_t cut = 0; cut < 40; ++cut) {
    SCOPED_TRACE(format("power cut at sync {}", cut));
    Outage outage(cut);
    ASSERT_TRUE(outage.open());
    outage.disk.cut_power_after(cut);
    outage.work(60);
    for (std::size_t again = 0; again < 4; ++again) {
      EXPECT_TRUE(outage.disk.is_off());
      outage.close();
      outage.disk.power_on();
      outage.disk.cut_power_after(again);
      ASSERT_TRUE(outage.open()) << "to open it syncs nothing";
      outage.expect_whole();
      outage.work(60);
    }
    if (HasFailure()) return;
  }
}

// The copy is made of what is in memory, page by page, while the disk below goes: it is whole and
// of one revision, or not there.
TEST(SqliteStorePowerCut, WhileItIsBackedUpLeavesAWholeBackup) {
  const TempFolder folder;
  for (std::size_t cut = 0; cut < 12; ++cut) {
    SCOPED_TRACE(format("power cut at sync {}", cut));
    Outage outage(cut);
    ASSERT_TRUE(outage.open());
    outage.work(40);
    const auto path = folder.path(format("copy{}.db", cut));
    outage.disk.cut_power_after(cut);
    {
      auto copy = SqliteCopy::begin(path);
      ASSERT_TRUE(copy) << copy.error().detail;
      const auto page = snapshot_page(outage.store().present(), {});
      ASSERT_TRUE(page);
      const auto expected = contents_of(outage.store().present());
      outage.work(10);  // what is written meanwhile is not in it
      ASSERT_TRUE((*copy)->add(page->items));
      ASSERT_TRUE((*copy)->finish(page->revision));
      const auto checked = check_sqlite_file(path);
      ASSERT_TRUE(checked) << checked.error().detail;
      EXPECT_EQ(checked->objects, expected.size());
      EXPECT_EQ(checked->revision, page->revision);
    }
    EXPECT_FALSE(SqliteCopy::begin(path)) << "what is finished is not begun anew";
    outage.close();
    outage.disk.power_on();
    ASSERT_TRUE(outage.open());
    outage.expect_whole();
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace telltale::store
