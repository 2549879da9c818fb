// SPDX-License-Identifier: Apache-2.0
#include "store/current_state.h"

#include <atomic>
#include <map>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/text.h"

namespace telltale::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Change put(Revision revision, std::string key, std::string value) {
  return {.revision = revision,
          .key = std::move(key),
          .value = std::make_shared<const std::string>(std::move(value)),
          .before = {}};
}

Change deletion(Revision revision, std::string key) {
  return {.revision = revision, .key = std::move(key), .value = {}, .before = {}};
}

void apply_one(CurrentState& present, Change change) {
  std::vector<Change> changes;
  changes.push_back(std::move(change));
  present.apply(std::move(changes));
}

std::vector<std::string> shown(const Page& page) {
  std::vector<std::string> lines;
  for (const auto& item : page.items) {
    lines.push_back(format("{}={}@{}", item.key, *item.value, item.revision));
  }
  return lines;
}

std::vector<std::string> list(const CurrentState& present, const Range& range) {
  const auto page = present.list(range);
  return page ? shown(*page) : std::vector<std::string>{page.error().detail};
}

std::vector<Revision> revisions(const std::vector<Change>& changes) {
  std::vector<Revision> found;
  for (const auto& change : changes) found.push_back(change.revision);
  return found;
}

TEST(StorePresent, BeginsAtTheFirstRevision) {
  const CurrentState present;
  EXPECT_EQ(present.revision(), first_revision);
  EXPECT_EQ(present.list({.prefix = ""})->revision, first_revision);
  EXPECT_THAT(present.list({.prefix = "", .at = first_revision})->items, IsEmpty());
}

TEST(StorePresent, TellsEveryStateItRemembers) {
  CurrentState present;
  apply_one(present, put(2, "a", "1"));
  apply_one(present, put(3, "b", "1"));
  apply_one(present, put(4, "a", "2"));
  apply_one(present, deletion(5, "b"));
  apply_one(present, put(6, "c", "1"));
  EXPECT_THAT(list(present, {.prefix = "", .at = 2}), ElementsAre("a=1@2"));
  EXPECT_THAT(list(present, {.prefix = "", .at = 3}), ElementsAre("a=1@2", "b=1@3"));
  EXPECT_THAT(list(present, {.prefix = "", .at = 4}), ElementsAre("a=2@4", "b=1@3"));
  EXPECT_THAT(list(present, {.prefix = "", .at = 5}), ElementsAre("a=2@4"));
  EXPECT_THAT(list(present, {.prefix = "", .at = 6}), ElementsAre("a=2@4", "c=1@6"));
  EXPECT_THAT(list(present, {.prefix = "b", .at = 4}), ElementsAre("b=1@3"));
}

TEST(StorePresent, KnowsWhatWasThereBefore) {
  CurrentState present;
  apply_one(present, put(2, "a", "1"));
  apply_one(present, put(3, "a", "2"));
  apply_one(present, deletion(4, "a"));
  const auto changes = present.changes("", 0);
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 3U);
  EXPECT_EQ(changes->at(0).before, nullptr);
  EXPECT_EQ(*changes->at(1).before, "1");
  EXPECT_EQ(changes->at(1).before_revision, 2);
  EXPECT_EQ(*changes->at(2).before, "2");
  EXPECT_EQ(changes->at(2).value, nullptr);
}

TEST(StorePresent, ForgetsTheOldestWhenThereAreTooMany) {
  CurrentState present({.changes = 2, .bytes = 1 << 20});
  for (Revision revision = 2; revision <= 6; ++revision) {
    apply_one(present, put(revision, "a", format("{}", revision)));
  }
  EXPECT_EQ(present.compacted(), 4);
  EXPECT_EQ(present.list({.prefix = "", .at = 3}).error().kind, Error::Kind::Gone);
  EXPECT_THAT(list(present, {.prefix = "", .at = 4}), ElementsAre("a=4@4"));
  EXPECT_EQ(present.changes("", 3).error().kind, Error::Kind::Gone);
  EXPECT_THAT(revisions(*present.changes("", 4)), ElementsAre(5, 6));
}

TEST(StorePresent, ForgetsTheOldestWhenTheyWeighTooMuch) {
  CurrentState present({.changes = 1000, .bytes = 10'000});
  for (Revision revision = 2; revision <= 12; ++revision) {
    apply_one(present, put(revision, "a", std::string(3000, 'x')));
  }
  const auto kept = present.changes("", present.compacted());
  EXPECT_EQ(kept->size(), 3U);
  EXPECT_EQ(present.size(), 1U);
}

TEST(StorePresent, ForgetsChangesOfOneRevisionTogether) {
  CurrentState present({.changes = 3, .bytes = 1 << 20});
  present.apply({put(5, "a", "1"), put(5, "b", "1"), put(6, "c", "1")});
  apply_one(present, put(7, "d", "1"));
  EXPECT_EQ(present.compacted(), 5);
  EXPECT_THAT(revisions(*present.changes("", 5)), ElementsAre(6, 7));
}

TEST(StorePresent, CompactsNoFurtherThanThePresent) {
  CurrentState present;
  apply_one(present, put(2, "a", "1"));
  EXPECT_EQ(present.compact(100), 2);
  EXPECT_EQ(present.compact(1), 2);
  EXPECT_THAT(list(present, {.prefix = "", .at = 2}), ElementsAre("a=1@2"));
}

TEST(StorePresent, RefusesTheFuture) {
  CurrentState present;
  EXPECT_EQ(present.list({.prefix = "", .at = 2}).error().kind, Error::Kind::Invalid);
  EXPECT_EQ(present.list({.prefix = "", .at = -1}).error().kind, Error::Kind::Invalid);
  EXPECT_THAT(*present.changes("", 50), IsEmpty());
}

TEST(StorePresent, AdvancesWithoutAChange) {
  CurrentState present;
  present.advance(9);
  present.advance(4);
  EXPECT_EQ(present.revision(), 9);
  EXPECT_THAT(list(present, {.prefix = "", .at = 5}), IsEmpty());
}

TEST(StorePresent, MakesNoChangeOfADeletionOfNothing) {
  CurrentState present;
  int told = 0;
  const auto subscription =
      present.subscribe([&](std::span<const Change> changes) { told += int(changes.size()); });
  apply_one(present, deletion(2, "a"));
  EXPECT_EQ(present.revision(), 2);
  EXPECT_EQ(told, 0);
  EXPECT_THAT(*present.changes("", 0), IsEmpty());
}

TEST(StorePresent, LoadsItemsAndTheirHistory) {
  CurrentState present;
  const auto old = std::make_shared<const std::string>("old");
  const auto value = std::make_shared<const std::string>("new");
  present.load({{"b", value, 8}, {"a", value, 3}}, 9, 7);
  std::vector<Change> history;
  history.push_back({8, "b", value, old, 4});
  present.load_history(std::move(history));
  EXPECT_THAT(list(present, {.prefix = ""}), ElementsAre("a=new@3", "b=new@8"));
  EXPECT_THAT(list(present, {.prefix = "", .at = 7}), ElementsAre("a=new@3", "b=old@4"));
  EXPECT_EQ(present.revision(), 9);
  EXPECT_EQ(present.compacted(), 7);
}

TEST(StorePresent, WaitsUntilARevisionIsThere) {
  CurrentState present;
  EXPECT_FALSE(present.wait_for(2, std::chrono::milliseconds(1)));
  std::jthread writer([&] { apply_one(present, put(2, "a", "1")); });
  EXPECT_TRUE(present.wait_for(2, std::chrono::minutes(1)));
  EXPECT_TRUE(present.wait_for(1, std::chrono::milliseconds(0)));
}

TEST(StorePresent, MayBeReadInsideASubscription) {
  CurrentState present;
  apply_one(present, put(2, "a", "1"));
  std::size_t seen = 0;
  const auto subscription = present.subscribe(
      [](std::span<const Change>) {},
      [&] { seen = present.list({.prefix = ""})->items.size() + present.size(); });
  EXPECT_EQ(seen, 2U);
}

TEST(StorePresent, EndsASubscriptionThatIsLetGo) {
  CurrentState present;
  int told = 0;
  CurrentState::Subscription subscription;
  subscription = present.subscribe([&](std::span<const Change>) {
    ++told;
    subscription.reset();
  });
  apply_one(present, put(2, "a", "1"));
  apply_one(present, put(3, "a", "2"));
  EXPECT_EQ(told, 1);
}

TEST(StorePresent, OutlivesNoSubscriptionBadly) {
  auto present = std::make_unique<CurrentState>();
  auto subscription = present->subscribe([](std::span<const Change>) {});
  present.reset();
  subscription.reset();
}

// Writers on one thread, subscribers coming and going on others: each must see every change from
// the one it started at, once and in order.
TEST(StorePresent, TellsSubscribersWithoutGapOrDuplicate) {
  CurrentState present;
  std::atomic<bool> over = false;
  std::vector<std::jthread> watchers;
  std::atomic<int> followed = 0;
  for (int watcher = 0; watcher < 3; ++watcher) {
    watchers.emplace_back([&] {
      while (!over || followed == 0) {
        std::atomic<Revision> last = 0;
        std::atomic<bool> broken = false;
        auto subscription = present.subscribe(
            [&](std::span<const Change> changes) {
              for (const auto& change : changes) {
                if (change.revision != last + 1) broken = true;
                last = change.revision;
              }
            },
            [&] { last = present.revision(); });
        const auto target = std::min<Revision>(last + 50, 4000);
        while (last < target) std::this_thread::yield();
        subscription.reset();
        EXPECT_FALSE(broken);
        ++followed;
      }
    });
  }
  for (Revision revision = 2; revision <= 4000; ++revision) {
    apply_one(present, put(revision, format("{}", revision % 100), "v"));
  }
  over = true;
  watchers.clear();
  EXPECT_GT(followed, 0);
}

TEST(StorePresent, PagesThroughAMillionKeysWithExactRemainders) {
  CurrentState present;
  std::vector<Item> items;
  const auto value = std::make_shared<const std::string>("v");
  for (int number = 0; number < 1'000'000; ++number) {
    items.push_back({format("/pods/{:07}", number), value, number + 2});
  }
  present.load(std::move(items), 1'000'002, 1'000'002);
  apply_one(present, deletion(1'000'003, "/pods/0999999"));
  Range range{.prefix = "/pods/", .limit = 10'000, .at = 1'000'002};
  std::size_t seen = 0;
  for (int pages = 0; pages < 101; ++pages) {
    const auto page = present.list(range);
    ASSERT_TRUE(page);
    seen += page->items.size();
    ASSERT_EQ(page->remaining, 1'000'000 - seen);
    if (page->remaining == 0) break;
    range.after = page->items.back().key;
  }
  EXPECT_EQ(seen, 1'000'000U);
  EXPECT_EQ(present.list({.prefix = "/pods/", .limit = 1})->remaining, 999'998U);
}

}  // namespace
}  // namespace telltale::store
