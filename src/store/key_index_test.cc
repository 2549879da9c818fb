// SPDX-License-Identifier: Apache-2.0
#include "store/key_index.h"

#include <map>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"

namespace telltale::store {
namespace {

Item item(std::string key, Revision revision) { return {std::move(key), nullptr, revision}; }

using KeyModel = std::map<std::string, Revision>;

void expect_same(const KeyIndex& index, const KeyModel& model) {
  ASSERT_EQ(index.size(), model.size());
  auto cursor = index.seek("");
  std::size_t rank = 0;
  for (const auto& [key, revision] : model) {
    const Item* found = index.at(cursor);
    ASSERT_NE(found, nullptr);
    ASSERT_EQ(found->key, key);
    ASSERT_EQ(found->revision, revision);
    ASSERT_EQ(index.rank(key), rank++);
    cursor = index.next(cursor);
  }
  EXPECT_EQ(index.at(cursor), nullptr);
}

void change(Rng& rng, KeyIndex& index, KeyModel& model) {
  const auto key = format("{}", rng.below(3000));
  if (rng.below(3) == 0) {
    ASSERT_EQ(index.erase(key), model.erase(key) == 1);
    return;
  }
  const auto revision = static_cast<Revision>(rng.below(1000));
  index.put(item(key, revision));
  model[key] = revision;
}

TEST(StoreKeyIndex, AgreesWithAPlainMapOverRandomChanges) {
  Rng rng(7);
  KeyIndex index;
  KeyModel model;
  for (int step = 0; step < 20'000; ++step) change(rng, index, model);
  expect_same(index, model);
}

TEST(StoreKeyIndex, AgreesWithAPlainMapWhileItEmpties) {
  Rng rng(8);
  KeyIndex index;
  KeyModel model;
  for (int step = 0; step < 5'000; ++step) change(rng, index, model);
  while (!model.empty()) {
    const auto key = std::next(model.begin(), static_cast<long>(rng.below(model.size())))->first;
    ASSERT_TRUE(index.erase(key));
    model.erase(key);
    if (model.size() % 100 == 0) expect_same(index, model);
  }
  EXPECT_EQ(index.at(index.seek("")), nullptr);
}

TEST(StoreKeyIndex, TakesKeysInAnyOrder) {
  for (const bool ascending : {true, false}) {
    KeyIndex index;
    KeyModel model;
    for (int number = 0; number < 2000; ++number) {
      const auto key = format("{:05}", ascending ? number : 9999 - number);
      index.put(item(key, number));
      model[key] = number;
    }
    expect_same(index, model);
  }
}

TEST(StoreKeyIndex, SeeksBetweenAndBehindKeys) {
  KeyIndex index;
  EXPECT_EQ(index.at(index.seek("a")), nullptr);
  EXPECT_EQ(index.rank("a"), 0U);
  index.put(item("b", 1));
  index.put(item("d", 2));
  EXPECT_EQ(index.at(index.seek("c"))->key, "d");
  EXPECT_EQ(index.at(index.seek("e")), nullptr);
  EXPECT_EQ(index.rank("c"), 1U);
  EXPECT_EQ(index.rank("e"), 2U);
  EXPECT_EQ(index.find("c"), nullptr);
  EXPECT_FALSE(index.erase("c"));
}

RC_GTEST_PROP(StoreKeyIndex, OrdersBytesAsUnsigned, (const std::map<std::string, int>& keys)) {
  KeyIndex index;
  KeyModel model;
  for (const auto& [key, number] : keys) {
    index.put(item(key, number));
    model[key] = number;
  }
  expect_same(index, model);
}

}  // namespace
}  // namespace telltale::store
