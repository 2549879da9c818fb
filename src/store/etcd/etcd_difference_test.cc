// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_difference.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/text.h"

namespace telltale::store {
namespace {

std::vector<Item> random_items(Rng& rng, Revision newest) {
  std::map<std::string, Revision> items;
  for (int number = 0; number < 20; ++number) {
    items[format("{}", rng.below(30))] = newest - static_cast<Revision>(rng.below(3));
  }
  std::vector<Item> list;
  for (const auto& [key, revision] : items) {
    list.push_back({key, std::make_shared<const std::string>(format("{}", revision)), revision});
  }
  return list;
}

TEST(StoreEtcdDifference, LeadsFromOneStateToTheOther) {
  Rng rng(5);
  for (int round = 0; round < 200; ++round) {
    const auto before = random_items(rng, 10);
    const auto after = random_items(rng, 20);
    CurrentState present;
    present.load(before, 10, 10);
    present.apply(difference(before, after, 20));
    const auto page = present.list({.prefix = ""});
    ASSERT_EQ(page->items.size(), after.size());
    for (std::size_t index = 0; index < after.size(); ++index) {
      ASSERT_EQ(page->items[index].key, after[index].key);
      ASSERT_EQ(page->items[index].revision, after[index].revision);
    }
  }
}

TEST(StoreEtcdDifference, IsEmptyBetweenEqualStates) {
  Rng rng(6);
  const auto items = random_items(rng, 10);
  EXPECT_TRUE(difference(items, items, 20).empty());
}

}  // namespace
}  // namespace telltale::store
