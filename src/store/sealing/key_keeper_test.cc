// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/key_keeper.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "store/etcd/etcd_client.h"
#include "store/etcd/etcd_for_test.h"
#include "store/sealing/sealing_for_test.h"
#include "store/snapshot.h"
#include "store/sqlite/faulty_disk_for_test.h"
#include "store/sqlite/sqlite_copy.h"
#include "store/sqlite/sqlite_store.h"

namespace telltale::store {
namespace {

using testing::HasSubstr;

constexpr std::string_view treasure = "correct-horse-battery-staple";

std::string secret_value(std::string_view more = "") {
  return format(R"({{"metadata":{{"resourceVersion":""}},"data":"{}{}"}})", treasure, more);
}

std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A store in a file with all that belongs to its keys, as a server has it.
struct Keeping {
  std::unique_ptr<Sealing> sealing;
  std::unique_ptr<Store> store;
  std::unique_ptr<KeyKeeper> keys;

  Result<void> work() {
    for (Result<bool> more = true; *more;) {
      more = keys->step();
      if (!more) return fail(more.error());
    }
    return {};
  }
  Result<Revision> put(const std::string& key, const std::string& value) {
    const auto now = store->present().get(key);
    return commit_and_wait(*store, {key, value, now ? now->revision : 0});
  }
  std::string value(const std::string& key) const {
    const auto item = store->present().get(key);
    return item ? *item->value : "not there";
  }
};

class KeyKeeping : public testing::Test {
 protected:
  Result<Keeping> try_to_open(KeyLimits limits = {}) {
    Keeping made;
    made.sealing = wrapping_.sealing();
    auto store = open_sqlite_store(path(), {.sealing = made.sealing.get()}, clock_);
    if (!store) return fail(store.error());
    made.store = *std::move(store);
    made.keys = std::make_unique<KeyKeeper>(*made.store, *made.sealing, manual_, limits);
    if (auto begun = made.keys->begin(); !begun) return fail(begun.error());
    return made;
  }
  Keeping open(KeyLimits limits = {}) {
    auto made = try_to_open(limits);
    EXPECT_TRUE(made) << made.error().detail;
    return made ? *std::move(made) : Keeping{};
  }
  // As an older telltale left it.
  void write_plain(int count) {
    auto store = open_sqlite_store(path(), {}, clock_);
    ASSERT_TRUE(store);
    for (int number = 0; number < count; ++number) {
      for (Revision before = 0; const std::string_view text : {"first", "second"}) {
        const auto done =
            commit_and_wait(**store, {format("secret/{}", number), secret_value(text), before});
        ASSERT_TRUE(done);
        before = *done;
      }
    }
    ASSERT_TRUE(commit_and_wait(**store, {"other", "plain as day", 0}));
  }
  std::string path() const { return folder_.path("store.db"); }
  bool lies_there(std::string_view text) const {
    return bytes_of_file(path()).contains(text) || bytes_of_file(path() + "-wal").contains(text);
  }

  TempFolder folder_;
  SystemClock clock_;
  ManualClock manual_{Instant(Seconds(1'800'000'000))};
  WrappingForTest wrapping_;
};

TEST_F(KeyKeeping, LeavesNoSecretInTheFileAndNeedsNothingButTheKeyToReadIt) {
  {
    auto keeping = open();
    for (int number = 0; number < 20; ++number) {
      ASSERT_TRUE(keeping.put(format("secret/{}", number), secret_value()));
    }
    ASSERT_TRUE(keeping.put("other", "plain as day"));
    EXPECT_THAT(keeping.value("secret/3"), HasSubstr(treasure)) << "plain in memory";
    EXPECT_FALSE(lies_there(treasure));
    EXPECT_TRUE(lies_there("plain as day"));
    EXPECT_TRUE(keeping.store->check_contents());
  }
  EXPECT_FALSE(lies_there(treasure));
  auto keeping = open();
  const auto item = keeping.store->present().get("secret/3");
  ASSERT_TRUE(item);
  EXPECT_EQ(*item->value, stamped(secret_value(), item->revision));
  EXPECT_EQ(wrapping_.made, 1) << "the key is made once";
}

TEST_F(KeyKeeping, OpensHistoryAsItWas) {
  Revision first = 0;
  {
    auto keeping = open();
    first = *keeping.put("secret/a", secret_value("one"));
    ASSERT_TRUE(keeping.put("secret/a", secret_value("two")));
  }
  auto keeping = open();
  const auto page = keeping.store->present().list({.prefix = "secret/", .at = first});
  ASSERT_TRUE(page);
  EXPECT_EQ(*page->items.at(0).value, stamped(secret_value("one"), first));
  const auto changes = keeping.store->present().changes("secret/", 0);
  ASSERT_EQ(changes->size(), 2U);
  EXPECT_EQ(*changes->at(1).before, stamped(secret_value("one"), first));
}

TEST_F(KeyKeeping, SealsWhatAnOlderTelltaleLeftAndScrubsTheFile) {
  write_plain(300);
  ASSERT_TRUE(lies_there(treasure));
  auto keeping = open();
  EXPECT_EQ(keeping.value("secret/7"),
            stamped(secret_value("second"), keeping.store->present().get("secret/7")->revision));
  EXPECT_EQ(keeping.keys->standing().waiting, 300U);
  ASSERT_TRUE(keeping.work());
  EXPECT_EQ(keeping.keys->standing().waiting, 0U);
  EXPECT_FALSE(lies_there(treasure)) << "neither in the file nor in its log";
  EXPECT_THAT(keeping.value("secret/7"), HasSubstr("second"));
  EXPECT_FALSE(keeping.sealing->standing().ring->plaintext_remains);
}

TEST_F(KeyKeeping, GoesOnWithThatAfterARestartAtAnyStep) {
  write_plain(300);
  for (int steps = 0; steps < 40; ++steps) {
    auto keeping = open();
    const auto more = keeping.keys->step();
    ASSERT_TRUE(more) << more.error().detail;
    if (!*more) break;
  }
  auto keeping = open();
  ASSERT_TRUE(keeping.work());
  EXPECT_FALSE(lies_there(treasure));
  for (int number = 0; number < 300; ++number) {
    EXPECT_THAT(keeping.value(format("secret/{}", number)), HasSubstr("second"));
  }
}

TEST_F(KeyKeeping, MakesANewKeyAfterThirtyDaysAndDropsTheOld) {
  auto keeping = open();
  for (int number = 0; number < 300; ++number) {
    ASSERT_TRUE(keeping.put(format("secret/{}", number), secret_value()));
  }
  ASSERT_TRUE(keeping.work());
  EXPECT_EQ(keeping.keys->standing().newest, 1U);
  manual_.advance(std::chrono::days(30));
  ASSERT_TRUE(*keeping.keys->step());
  EXPECT_EQ(keeping.keys->standing().newest, 2U);
  EXPECT_EQ(keeping.keys->standing().keys, 2U) << "the old one still opens";
  EXPECT_EQ(keeping.keys->standing().waiting, 300U);
  ASSERT_TRUE(keeping.work());
  EXPECT_EQ(keeping.keys->standing().keys, 1U);
  EXPECT_TRUE(keeping.store->check_contents());
  EXPECT_FALSE(bytes_of_file(path()).contains("sealed-1:00000001:"));
  EXPECT_TRUE(bytes_of_file(path()).contains("sealed-1:00000002:"));
}

TEST_F(KeyKeeping, MakesANewKeyWhenItWasUsedEnough) {
  auto keeping = open({.revisions = 10});
  for (int number = 0; number < 10; ++number) {
    ASSERT_TRUE(keeping.put("secret/a", secret_value(format("{}", number))));
  }
  ASSERT_TRUE(*keeping.keys->step());
  EXPECT_EQ(keeping.keys->standing().newest, 2U);
}

TEST_F(KeyKeeping, RefusesAStoreWhoseKeyIsNotThereAndChangesNothing) {
  {
    ASSERT_TRUE(open().put("secret/a", secret_value()));
  }
  const auto before = bytes_of_file(path());
  const auto right = wrapping_.keys;
  wrapping_.keys.clear();
  const auto without = try_to_open();
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().detail, HasSubstr("wrapped with the key named " + right[0].name()));
  EXPECT_THAT(without.error().detail, HasSubstr("--encryption-key-file"));
  EXPECT_EQ(wrapping_.made, 1) << "no key is made for a store that has one";
  wrapping_.keys.push_back(CipherKey::random(wrapping_.entropy));
  EXPECT_FALSE(try_to_open());
  EXPECT_EQ(bytes_of_file(path()), before);
  wrapping_.keys = right;
  EXPECT_THAT(open().value("secret/a"), HasSubstr(treasure));
}

TEST_F(KeyKeeping, RefusesSealedValuesWithoutAKeyring) {
  {
    ASSERT_TRUE(open().put("secret/a", secret_value()));
  }
  {
    auto store = open_sqlite_store(path(), {}, clock_);
    const auto ring = (*store)->present().get(keyring_key);
    ASSERT_TRUE(commit_and_wait(**store, {ring->key, std::nullopt, ring->revision}));
  }
  const auto refused = try_to_open();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().detail, HasSubstr("not the keyring"));
}

TEST_F(KeyKeeping, WrapsAnewWithAnotherKeyAndTouchesNothingElse) {
  Revision made = 0;
  {
    made = *open().put("secret/a", secret_value());
  }
  const auto old = wrapping_.keys.front();
  wrapping_.keys.insert(wrapping_.keys.begin(), CipherKey::random(wrapping_.entropy));
  {
    ASSERT_EQ(open().store->present().get("secret/a")->revision, made);
  }
  wrapping_.keys.pop_back();
  {
    auto keeping = open();
    EXPECT_EQ(keeping.store->present().get("secret/a")->revision, made);
    EXPECT_THAT(keeping.value("secret/a"), HasSubstr(treasure));
  }
  wrapping_.keys = {old};
  EXPECT_FALSE(try_to_open()) << "the old key opens nothing any more";
}

TEST_F(KeyKeeping, ServesADamagedValueAsItIsAndLetsItBeDeleted) {
  {
    auto keeping = open();
    ASSERT_TRUE(keeping.put("secret/a", secret_value()));
    ASSERT_TRUE(keeping.put("secret/b", secret_value()));
  }
  {
    // One that was moved is as good as damaged.
    auto store = open_sqlite_store(path(), {}, clock_);
    const auto from = (*store)->present().get("secret/a");
    const auto to = (*store)->present().get("secret/b");
    ASSERT_TRUE(is_sealed(*from->value));
    ASSERT_TRUE(commit_and_wait(**store, {"secret/b", *from->value, to->revision}));
  }
  auto keeping = open();
  EXPECT_THAT(keeping.value("secret/a"), HasSubstr(treasure));
  EXPECT_TRUE(is_sealed(keeping.value("secret/b")));
  EXPECT_EQ(keeping.keys->standing().damaged, 1U);
  const auto checked = keeping.store->check_contents();
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().detail, HasSubstr("does not open"));
  ASSERT_TRUE(keeping.keys->rotate());
  ASSERT_TRUE(keeping.work());
  const auto item = keeping.store->present().get("secret/b");
  ASSERT_TRUE(commit_and_wait(*keeping.store, {"secret/b", std::nullopt, item->revision}));
  EXPECT_EQ(keeping.keys->standing().damaged, 0U);
  EXPECT_THAT(keeping.value("secret/a"), HasSubstr(treasure));
}

TEST_F(KeyKeeping, SealsBackupsWithAKeyThatTheyHold) {
  auto keeping = open();
  ASSERT_TRUE(keeping.put("secret/a", secret_value()));
  const auto at = keeping.store->present().revision();
  ASSERT_TRUE(keeping.keys->rotate());
  auto page = snapshot_page(keeping.store->present(), {.at = at});
  ASSERT_TRUE(page);
  ASSERT_TRUE(keeping.keys->seal(*page));
  const auto backup = folder_.path("backup.db");
  auto copy = SqliteCopy::begin(backup);
  ASSERT_TRUE(copy && (*copy)->add(page->items) && (*copy)->finish(page->revision));
  EXPECT_FALSE(bytes_of_file(backup).contains(treasure));
  const auto right = wrapping_.sealing();
  const auto checked = check_sqlite_file(backup, right.get());
  ASSERT_TRUE(checked) << checked.error().detail;
  EXPECT_EQ(checked->sealed, 1U);

  WrappingForTest strangers;
  strangers.keys.push_back(CipherKey::random(strangers.entropy));
  const auto wrong = strangers.sealing();
  const auto elsewhere = folder_.path("restored.db");
  const auto refused = restore_sqlite_file(backup, elsewhere, wrong.get());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().detail, HasSubstr("--encryption-key-file"));
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
  ASSERT_TRUE(restore_sqlite_file(backup, elsewhere, right.get()));
  const auto sealing = wrapping_.sealing();
  const auto restored = open_sqlite_store(elsewhere, {.sealing = sealing.get()}, clock_);
  ASSERT_TRUE(restored);
  EXPECT_THAT(*(*restored)->present().get("secret/a")->value, HasSubstr(treasure));
}

// The power goes at every sync of a migration and two rotations; nothing that was acknowledged is
// lost, and whatever was under way is finished afterwards.
TEST(KeyKeepingOverPowerCuts, LosesNothing) {
  const SystemClock clock;
  std::size_t cuts = 0;
  for (std::size_t syncs = 0; syncs < 200; ++syncs) {
    FaultyDisk disk(syncs + 1);
    WrappingForTest wrapping;
    const SqliteLog::Place place{.path = "store.db", .vfs = disk.name(), .log_pages_max = 20};
    {
      auto plain = SqliteStore::open(place, {}, clock);
      ASSERT_TRUE(plain);
      for (int number = 0; number < 40; ++number) {
        ASSERT_TRUE(
            commit_and_wait(**plain, {format("secret/{}", number), secret_value("plain"), 0}));
      }
    }
    const auto run = [&](int rotations, bool whole) -> Result<void> {
      const auto sealing = wrapping.sealing();
      auto store = SqliteStore::open(place, {.sealing = sealing.get()}, clock);
      if (!store) return fail(store.error());
      KeyKeeper keys(**store, *sealing, clock);
      if (auto begun = keys.begin(); !begun) return begun;
      for (int rotation = 0; rotation <= rotations; ++rotation) {
        if (rotation > 0) {
          if (auto made = keys.rotate(); !made) return made;
        }
        for (Result<bool> more = true; *more;) {
          more = keys.step();
          if (!more) return fail(more.error());
        }
      }
      if (!whole) return {};
      for (int number = 0; number < 40; ++number) {
        const auto item = (*store)->present().get(format("secret/{}", number));
        const auto value = item ? *item->value : "not there";
        EXPECT_EQ(value, stamped(secret_value("plain"), item ? item->revision : 0));
      }
      EXPECT_EQ(keys.standing().waiting, 0U);
      EXPECT_EQ(keys.standing().keys, 1U);
      return {};
    };
    disk.cut_power_after(syncs);
    const auto first = run(2, false);
    const bool struck = disk.is_off();
    if (struck) disk.power_on();
    if (!struck) {
      EXPECT_TRUE(first);
      break;
    }
    ++cuts;
    const auto again = run(0, true);
    ASSERT_TRUE(again) << syncs << ": " << again.error().detail;
    EXPECT_FALSE(disk.read("store.db").contains(treasure)) << syncs;
    EXPECT_FALSE(disk.read("store.db-wal").contains(treasure)) << syncs;
  }
  EXPECT_GT(cuts, 10U);
}

#ifdef TELLTALE_WITH_ETCD

class KeyKeepingInEtcd : public testing::Test {
 protected:
  void SetUp() override {
    if (!etcd_.missing().empty()) GTEST_SKIP() << etcd_.missing();
  }
  Result<Keeping> try_to_open(WrappingForTest& wrapping) {
    Keeping made;
    made.sealing = wrapping.sealing();
    auto store = open_etcd_store(etcd_.endpoint(), {.sealing = made.sealing.get()}, clock_);
    if (!store) return fail(store.error());
    made.store = *std::move(store);
    made.keys = std::make_unique<KeyKeeper>(*made.store, *made.sealing, clock_);
    if (auto begun = made.keys->begin(); !begun) return fail(begun.error());
    return made;
  }
  Keeping open() {
    auto made = try_to_open(wrapping_);
    EXPECT_TRUE(made) << made.error().detail;
    return made ? *std::move(made) : Keeping{};
  }
  std::string at_rest(const std::string& key) {
    const std::vector<std::string> endpoints{etcd_.endpoint()};
    EtcdClient client(endpoints, std::chrono::seconds(10));
    const auto range =
        client.range({.from = "/telltale/" + key, .to = {}}, EtcdClient::Connecting::Wait);
    return range && !range->entries.empty() ? range->entries.front().value : "not there";
  }

  EtcdForTest etcd_;
  SystemClock clock_;
  WrappingForTest wrapping_;
};

TEST_F(KeyKeepingInEtcd, SealsWhatGoesThereAndWhatIsThere) {
  {
    const auto plain = open_etcd_store(etcd_.endpoint(), {}, clock_);
    ASSERT_TRUE(plain);
    ASSERT_TRUE(commit_and_wait(**plain, {"secret/old", secret_value(), 0}));
  }
  auto keeping = open();
  const auto made = keeping.put("secret/new", secret_value());
  ASSERT_TRUE(made);
  EXPECT_EQ(keeping.value("secret/new"), stamped(secret_value(), *made));
  EXPECT_FALSE(at_rest("secret/new").contains(treasure));
  EXPECT_TRUE(at_rest("secret/old").contains(treasure));
  ASSERT_TRUE(keeping.work());
  EXPECT_TRUE(is_sealed(at_rest("secret/old")));
  EXPECT_THAT(keeping.value("secret/old"), HasSubstr(treasure));
}

TEST_F(KeyKeepingInEtcd, IsSharedByServersThatShareTheKeyAndByNoOther) {
  auto one = open();
  auto two = open();
  const auto made = one.put("secret/a", secret_value());
  ASSERT_TRUE(made);
  ASSERT_TRUE(two.store->catch_up());
  EXPECT_EQ(two.value("secret/a"), stamped(secret_value(), *made));
  ASSERT_TRUE(one.keys->rotate());
  // Two may not have heard of the new key yet; what it seals with the old one is fenced off.
  ASSERT_TRUE(two.put("secret/b", secret_value()));
  EXPECT_TRUE(at_rest("secret/b").starts_with("sealed-1:00000002:"));
  ASSERT_TRUE(one.work());
  EXPECT_EQ(one.keys->standing().keys, 1U);
  ASSERT_TRUE(two.put("secret/a", secret_value("more")));
  ASSERT_TRUE(one.store->catch_up());
  EXPECT_THAT(one.value("secret/a"), HasSubstr("staplemore"));

  WrappingForTest strangers;
  const auto refused = try_to_open(strangers);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().detail, HasSubstr("wrapped with the key named"));
  EXPECT_EQ(strangers.made, 0);
}

TEST_F(KeyKeepingInEtcd, SaysThatAnotherServerHasAKeyItLacksAndRecovers) {
  auto one = open();
  WrappingForTest late{.keys = wrapping_.keys};
  auto two = try_to_open(late);
  ASSERT_TRUE(two);
  ASSERT_TRUE(one.put("secret/a", secret_value()));
  wrapping_.keys.insert(wrapping_.keys.begin(), CipherKey::random(wrapping_.entropy));
  ASSERT_TRUE(one.keys->rotate());
  ASSERT_TRUE(two->store->catch_up());
  EXPECT_FALSE(two->store->health().writable);
  EXPECT_THAT(two->store->health().error, HasSubstr(wrapping_.keys.front().name()));
  EXPECT_THAT(two->value("secret/a"), HasSubstr(treasure)) << "what was read stays";
  EXPECT_FALSE(two->keys->step());
  late.keys = wrapping_.keys;
  const auto rotated = two->keys->rotate();
  ASSERT_TRUE(rotated) << rotated.error().detail;
  EXPECT_TRUE(two->store->health().writable);
  ASSERT_TRUE(two->put("secret/b", secret_value()));
}

#endif

}  // namespace
}  // namespace telltale::store
