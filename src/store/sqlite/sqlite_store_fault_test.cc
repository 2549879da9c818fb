// SPDX-License-Identifier: Apache-2.0
// What the store promises when the power goes, the disk is full or a sync fails, tried at every
// single point where it can happen.

#include <future>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "store/sqlite/faulty_disk_for_test.h"
#include "store/sqlite/sqlite_store.h"

namespace telltale::store {
namespace {

using StoreState = std::map<std::string, std::string>;

struct Scene {
  explicit Scene(std::uint64_t seed) : disk(seed) {}

  Result<std::unique_ptr<Store>> open() {
    return SqliteStore::open({.path = "store.db", .vfs = disk.name(), .log_pages_max = 20},
                             {.history = {.changes = 30, .bytes = 1 << 20}, .batch_max = 8}, clock);
  }

  SystemClock clock;
  FaultyDisk disk;
};

StoreState state_of(Store& store, Revision at = 0) {
  StoreState state;
  const auto page = store.present().list({.prefix = "", .at = at});
  EXPECT_TRUE(page);
  if (page) {
    for (const auto& item : page->items) state[item.key] = *item.value;
  }
  return state;
}

// Writes whose revisions can be told beforehand, since each one succeeds: what the state is at
// every revision, and the writes that lead there.
struct Story {
  explicit Story(std::uint64_t seed) {
    Rng rng(seed);
    std::map<std::string, Revision> at;
    StoreState state;
    states[first_revision] = state;
    for (Revision revision = first_revision + 1; revision <= 90; ++revision) {
      const auto key = format("/k/{}", rng.below(12));
      Write write{.key = key, .value = {}, .expected = at[key]};
      if (write.expected != 0 && rng.one_in(3)) {
        state.erase(key);
        at[key] = 0;
      } else {
        write.value = format("{}:{}", revision, std::string(rng.below(6000), 'v'));
        state[key] = *write.value;
        at[key] = revision;
      }
      writes.push_back(std::move(write));
      states[revision] = state;
    }
  }

  std::vector<Write> writes;
  std::map<Revision, StoreState> states;
};

// Hands all writes over, some at a time, and returns the newest revision that was acknowledged.
Revision tell(Store& store, const Story& story, std::size_t together) {
  Revision acknowledged = 0;
  for (std::size_t begin = 0; begin < story.writes.size(); begin += together) {
    std::vector<std::future<Result<Revision>>> answers;
    const auto end = std::min(begin + together, story.writes.size());
    for (std::size_t index = begin; index < end; ++index) {
      const auto answer = std::make_shared<std::promise<Result<Revision>>>();
      answers.push_back(answer->get_future());
      store.commit(story.writes[index],
                   [answer](Result<Revision> done) { answer->set_value(std::move(done)); });
    }
    for (auto& answer : answers) {
      const auto done = answer.get();
      if (done) {
        EXPECT_EQ(*done, acknowledged == 0 ? first_revision + 1 : acknowledged + 1);
        acknowledged = *done;
      }
    }
  }
  return acknowledged;
}

// After the power came back: everything acknowledged is there, what was not is there wholly or not
// at all and in order, and what is remembered is the truth.
void expect_kept(Scene& scene, const Story& story, Revision acknowledged) {
  auto store = scene.open();
  ASSERT_TRUE(store) << store.error().detail;
  CurrentState& present = (*store)->present();
  ASSERT_GE(present.revision(), std::max(acknowledged, first_revision));
  ASSERT_TRUE(story.states.contains(present.revision()));
  for (Revision at = std::max(present.compacted(), first_revision); at <= present.revision();
       ++at) {
    ASSERT_EQ(state_of(**store, at), story.states.at(at)) << "at revision " << at;
  }
  const auto newest = present.revision();
  EXPECT_EQ(present.changes("", present.compacted())->size(),
            static_cast<std::size_t>(newest - std::max(present.compacted(), first_revision)));
  EXPECT_EQ(commit_and_wait(**store, {"/next", "v", 0}), newest + 1);
}

class SqliteStorePower : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Together, SqliteStorePower, testing::Values(1, 5, 20));

TEST_P(SqliteStorePower, KeepsWhatItAcknowledgedWhenThePowerGoesAtAnySync) {
  const Story story(GetParam());
  std::size_t cuts = 0;
  for (bool was_cut = true; was_cut; ++cuts) {
    SCOPED_TRACE(format("power cut at sync {}", cuts));
    Scene scene(cuts * 100 + GetParam());
    scene.disk.cut_power_after(cuts);
    Revision acknowledged = 0;
    {
      auto store = scene.open();
      if (store) acknowledged = tell(**store, story, GetParam());
    }
    was_cut = scene.disk.is_off();
    EXPECT_TRUE(was_cut || acknowledged == story.states.rbegin()->first);
    scene.disk.power_on();
    expect_kept(scene, story, acknowledged);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(cuts, 8U);
}

// Writes one after the other from what is there; returns how many were refused.
std::size_t write_on(Store& store, Rng& rng, int count) {
  std::size_t refused = 0;
  for (int number = 0; number < count; ++number) {
    const auto key = format("/k/{}", rng.below(6));
    const auto now = store.present().get(key);
    const auto before = store.present().revision();
    Write write{.key = key, .value = {}, .expected = now ? now->revision : 0};
    if (!now || !rng.one_in(4)) write.value = std::string(rng.below(9000), 'w');
    const auto done = commit_and_wait(store, write);
    const auto after = store.present().get(key);
    if (done) {
      EXPECT_EQ(*done, before + 1);
      EXPECT_EQ(after.has_value(), write.value.has_value());
      continue;
    }
    ++refused;
    EXPECT_EQ(done.error().kind, Error::Kind::Internal);
    EXPECT_TRUE(done.error().detail.starts_with("store.db: cannot ")) << done.error().detail;
    EXPECT_FALSE(store.health().writable);
    EXPECT_EQ(store.present().revision(), before);
    EXPECT_EQ(after.has_value(), now.has_value());
  }
  return refused;
}

using Fault = void (FaultyDisk::*)(std::size_t, FaultyDisk::Lasting);

// A fault at every point; nothing refused may come back, not even when the power goes right after.
void try_everywhere(Fault fault, FaultyDisk::Lasting lasting) {
  std::size_t tried = 0;
  for (bool struck = true; struck; ++tried) {
    SCOPED_TRACE(format("fault {}", tried));
    Scene scene(tried);
    Rng rng(tried);
    StoreState kept;
    Revision revision = 0;
    {
      auto store = scene.open();
      ASSERT_TRUE(store);
      (scene.disk.*fault)(tried, lasting);
      const auto refused = write_on(**store, rng, 25);
      struck = scene.disk.struck();
      EXPECT_TRUE(lasting == FaultyDisk::Lasting::UntilHealed || refused <= 1);
      scene.disk.heal();
      EXPECT_EQ(write_on(**store, rng, 3), 0U) << "the store recovers with its disk";
      EXPECT_TRUE((*store)->health().writable);
      kept = state_of(**store);
      revision = (*store)->present().revision();
      scene.disk.cut_power();
    }
    scene.disk.power_on();
    auto store = scene.open();
    ASSERT_TRUE(store) << store.error().detail;
    ASSERT_EQ(state_of(**store), kept);
    ASSERT_EQ((*store)->present().revision(), revision);
  }
  EXPECT_GT(tried, 10U);
}

TEST(SqliteStoreFault, RefusesAndRecoversWhenTheDiskIsFullForAWhile) {
  try_everywhere(&FaultyDisk::fill_up_after, FaultyDisk::Lasting::UntilHealed);
}

TEST(SqliteStoreFault, RefusesAndRecoversWhenOneWriteFindsNoRoom) {
  try_everywhere(&FaultyDisk::fill_up_after, FaultyDisk::Lasting::Once);
}

TEST(SqliteStoreFault, RefusesAndRecoversWhenSyncsFailForAWhile) {
  try_everywhere(&FaultyDisk::fail_syncs_after, FaultyDisk::Lasting::UntilHealed);
}

TEST(SqliteStoreFault, RefusesAndRecoversWhenOneSyncFails) {
  try_everywhere(&FaultyDisk::fail_syncs_after, FaultyDisk::Lasting::Once);
}

// The outcome of the write was open when it was refused, and then the power goes: it may be there
// afterwards, but nothing else may, and the sentence has said so.
TEST(SqliteStoreFault, SaysWhenItIsOpenWhetherAWriteWasMade) {
  Scene scene(3);
  {
    auto store = scene.open();
    ASSERT_TRUE(commit_and_wait(**store, {"a", "1", 0}));
    scene.disk.fail_syncs_after(0, FaultyDisk::Lasting::UntilHealed);
    const auto refused = commit_and_wait(**store, {"b", "1", 0});
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().detail.contains("whether it was written"))
        << refused.error().detail;
    scene.disk.cut_power();
  }
  scene.disk.power_on();
  auto store = scene.open();
  ASSERT_TRUE(store);
  auto state = state_of(**store);
  state.erase("b");
  EXPECT_EQ(state, (StoreState{{"a", "1"}}));
}

// Whatever part of the refused write reached the disk: it must not be there after a power cut.
TEST(SqliteStoreFault, ForgetsForCertainWhatItRefused) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Scene scene(seed);
    {
      auto store = scene.open();
      ASSERT_TRUE(commit_and_wait(**store, {"a", "1", 0}));
      scene.disk.fail_syncs_after(0, FaultyDisk::Lasting::Once);
      const auto refused = commit_and_wait(**store, {"b", "1", 0});
      ASSERT_FALSE(refused);
      ASSERT_FALSE(refused.error().detail.contains("whether")) << refused.error().detail;
      scene.disk.cut_power();
    }
    scene.disk.power_on();
    auto store = scene.open();
    ASSERT_TRUE(store);
    ASSERT_EQ(state_of(**store), (StoreState{{"a", "1"}})) << "seed " << seed;
  }
}

TEST(SqliteStoreFault, BecomesHealthyByItselfWhenTheDiskIsBack) {
  Scene scene(4);
  auto store = scene.open();
  scene.disk.fill_up_after(0, FaultyDisk::Lasting::UntilHealed);
  ASSERT_FALSE(commit_and_wait(**store, {"a", "1", 0}));
  EXPECT_EQ((*store)->health().error.find("store.db: cannot "), 0U);
  scene.disk.heal();
  const auto patience = scene.clock.elapsed() + std::chrono::seconds(20);
  while (!(*store)->health().writable && scene.clock.elapsed() < patience) {
    std::this_thread::yield();
  }
  EXPECT_TRUE((*store)->health().writable);
}

// Any damaged byte of the file is noticed, or changes nothing.
TEST(SqliteStoreFault, NeverReadsDamageAsData) {
  Scene scene(5);
  StoreState kept;
  {
    auto store = scene.open();
    Rng rng(5);
    ASSERT_EQ(write_on(**store, rng, 60), 0U);
    kept = state_of(**store);
  }
  const auto whole = scene.disk.read("store.db");
  ASSERT_GT(whole.size(), 8192U);
  Rng rng(6);
  std::size_t noticed = 0;
  for (int round = 0; round < 1500; ++round) {
    auto damaged = whole;
    const auto place = round < 200 ? static_cast<std::size_t>(round) : rng.below(whole.size());
    damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(1 + rng.below(127)));
    scene.disk.overwrite("store.db", damaged);
    scene.disk.overwrite("store.db-wal", "");
    auto store = scene.open();
    if (!store) {
      ++noticed;
      ASSERT_TRUE(store.error().detail.starts_with("store.db: ")) << store.error().detail;
      continue;
    }
    ASSERT_EQ(state_of(**store), kept) << "byte " << place;
  }
  EXPECT_GT(noticed, 300U);
}

TEST(SqliteStoreFault, NoticesAPageThatIsGone) {
  Scene scene(7);
  {
    auto store = scene.open();
    Rng rng(7);
    ASSERT_EQ(write_on(**store, rng, 60), 0U);
  }
  const auto whole = scene.disk.read("store.db");
  std::size_t noticed = 0;
  for (std::size_t page = 0; page < whole.size(); page += 4096) {
    auto damaged = whole;
    damaged.replace(page, 4096, std::string(4096, '\0'));
    scene.disk.overwrite("store.db", damaged);
    if (!scene.open()) ++noticed;
  }
  scene.disk.overwrite("store.db", whole.substr(0, whole.size() - 4096));
  EXPECT_FALSE(scene.open());
  EXPECT_GT(noticed * 4096 * 2, whole.size());
}

}  // namespace
}  // namespace telltale::store
