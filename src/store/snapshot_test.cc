// SPDX-License-Identifier: Apache-2.0
#include "store/snapshot.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "store/stores.h"

namespace telltale::store {
namespace {

std::unique_ptr<Store> store_of(int count, std::size_t bytes) {
  auto store = open_memory_store();
  for (int number = 0; number < count; ++number) {
    EXPECT_TRUE(commit_and_wait(*store, {format("/k/{:04}", number), std::string(bytes, 'v'), 0}));
  }
  return store;
}

std::vector<std::string> keys_of(const Page& page) {
  std::vector<std::string> keys;
  for (const Item& item : page.items) keys.push_back(item.key);
  return keys;
}

TEST(StoreSnapshot, ComesBackFromItsBytes) {
  const auto store = store_of(3, 10);
  const auto page = snapshot_page(store->present(), {});
  ASSERT_TRUE(page);
  const auto read = page_from_bytes(to_bytes(*page));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->revision, store->present().revision());
  EXPECT_EQ(read->remaining, 0U);
  EXPECT_EQ(keys_of(*read), (std::vector<std::string>{"/k/0000", "/k/0001", "/k/0002"}));
  EXPECT_EQ(*read->items[1].value, std::string(10, 'v'));
  EXPECT_EQ(read->items[1].revision, page->items[1].revision);
}

TEST(StoreSnapshot, OfAnEmptyStoreIsOneEmptyPage) {
  const auto read = page_from_bytes(to_bytes(*snapshot_page(open_memory_store()->present(), {})));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->revision, first_revision);
  EXPECT_TRUE(read->items.empty());
}

// Pages are bounded by bytes, however large values are, and show one revision together.
TEST(StoreSnapshot, ShowsOneRevisionWhateverHappensBetweenItsPages) {
  const auto store = store_of(12, 1 << 20);
  SnapshotCursor cursor;
  std::vector<std::string> keys;
  std::size_t pages = 0;
  for (std::size_t remaining = 1; remaining > 0; ++pages) {
    const auto page = snapshot_page(store->present(), cursor);
    ASSERT_TRUE(page);
    ASSERT_FALSE(page->items.empty());
    EXPECT_LE(page->items.size(), 5U);
    remaining = page->remaining;
    cursor = {.at = page->revision, .after = page->items.back().key};
    for (const auto& key : keys_of(*page)) keys.push_back(key);
    const auto gone = store->present().get("/k/0011");
    if (gone) {
      ASSERT_TRUE(commit_and_wait(*store, {"/k/0011", std::nullopt, gone->revision}));
    }
    ASSERT_TRUE(commit_and_wait(*store, {format("/new/{}", pages), "v", 0}));
  }
  EXPECT_EQ(pages, 3U);
  EXPECT_EQ(keys.size(), 12U);
  EXPECT_EQ(keys.back(), "/k/0011");
}

TEST(StoreSnapshot, IsGoneWhenItsRevisionIsForgotten) {
  const auto store = store_of(3, 10);
  ASSERT_TRUE(store->compact(store->present().revision()));
  EXPECT_EQ(snapshot_page(store->present(), {.at = 2}).error().kind, Error::Kind::Gone);
}

TEST(StoreSnapshot, IsRefusedWhenAnyByteWasDamagedOrIsMissing) {
  const auto store = store_of(2, 20);
  const auto whole = to_bytes(*snapshot_page(store->present(), {}));
  ASSERT_TRUE(page_from_bytes(whole));
  for (std::size_t place = 0; place < whole.size(); ++place) {
    auto damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    EXPECT_FALSE(page_from_bytes(damaged)) << "byte " << place;
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(page_from_bytes(std::string_view(whole).substr(0, size))) << size << " bytes";
  }
  EXPECT_FALSE(page_from_bytes(whole + "x"));
}

}  // namespace
}  // namespace telltale::store
