// SPDX-License-Identifier: Apache-2.0
#include "http/budget.h"

#include <atomic>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace telltale::http {
namespace {

using Use = Budget::Use;
using Limit = Budget::Limit;

std::uint64_t refused(const Budget& budget, Limit limit) {
  return budget.figures().refused[static_cast<std::size_t>(limit)];
}

std::size_t held(const Budget& budget, Use use) {
  return budget.figures().held[static_cast<std::size_t>(use)];
}

TEST(HttpBudget, GivesNobodyMoreThanAPart) {
  Budget budget({.all = 100, .strangers = 10, .client = 30});
  Hold stranger(budget.strangers(), Use::Requests);
  EXPECT_TRUE(stranger.resize(10));
  EXPECT_FALSE(stranger.grow(1));
  Hold first(budget.client("a"), Use::Answers);
  EXPECT_TRUE(first.resize(30));
  EXPECT_FALSE(first.grow(1));
  EXPECT_EQ(first.bytes(), 30U);
  EXPECT_EQ(refused(budget, Limit::Strangers), 1U);
  EXPECT_EQ(refused(budget, Limit::Client), 1U);
  EXPECT_EQ(held(budget, Use::Requests), 10U);
  EXPECT_EQ(held(budget, Use::Answers), 30U);
}

TEST(HttpBudget, HoldsNoMoreThanAllForEverybodyTogether) {
  Budget budget({.all = 50, .strangers = 10, .client = 30});
  Hold first(budget.client("a"), Use::Answers);
  Hold second(budget.client("b"), Use::Answers);
  EXPECT_TRUE(first.resize(30));
  EXPECT_FALSE(second.resize(21));
  EXPECT_EQ(refused(budget, Limit::All), 1U);
  EXPECT_TRUE(second.resize(20));
  first.release();
  EXPECT_TRUE(second.resize(30));
}

TEST(HttpBudget, KnowsAClientByItsNameAndForgetsIt) {
  Budget budget({.all = 1000, .strangers = 10, .client = 30});
  Hold one(budget.client("a"), Use::Answers);
  EXPECT_TRUE(one.resize(20));
  Hold other(budget.client("a"), Use::Requests);
  EXPECT_FALSE(other.resize(11));
  EXPECT_EQ(budget.client("a")->left(), 10U);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(budget.client(std::to_string(i))->left(), 30U);
  EXPECT_EQ(budget.client("a")->left(), 10U);
}

TEST(HttpBudget, GetsEverythingBackHoweverItMoved) {
  Budget budget({.all = 100, .strangers = 50, .client = 30});
  {
    Hold hold(budget.strangers(), Use::Requests);
    EXPECT_TRUE(hold.resize(40));
    hold.move_to(budget.client("a"));  // more than it may have, and no less counted
    EXPECT_EQ(budget.strangers()->left(), 50U);
    EXPECT_EQ(budget.figures().all, 40U);
    Hold moved = std::move(hold);
    hold = Hold(budget.client("b"), Use::Answers);
    hold.resize_anyway(90);
    EXPECT_EQ(budget.figures().all, 130U);
    EXPECT_FALSE(moved.grow(1));
    EXPECT_TRUE(moved.resize(5));
  }
  EXPECT_EQ(budget.figures().all, 0U);
  EXPECT_EQ(held(budget, Use::Requests), 0U);
  EXPECT_EQ(held(budget, Use::Answers), 0U);
}

TEST(HttpBudget, HoldsMayOutliveIt) {
  auto budget = std::make_unique<Budget>();
  Hold hold(budget->client("a"), Use::Answers);
  EXPECT_TRUE(hold.resize(7));
  budget.reset();
  EXPECT_TRUE(hold.grow(7));
}

TEST(HttpBudget, IsNeverExceededByManyAtOnce) {
  Budget budget({.all = 1000, .strangers = 10, .client = 400});
  std::atomic<std::size_t> most = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      Hold hold(budget.client(std::to_string(thread)), Use::Answers);
      for (std::size_t i = 0; i < 5000; ++i) {
        if (!hold.grow(i % 97)) hold.release();
        const std::size_t all = budget.figures().all;
        for (std::size_t now = most; all > now && !most.compare_exchange_weak(now, all);) {
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 1000U);
  EXPECT_EQ(budget.figures().all, 0U);
}

TEST(HttpBudget, SharesFollowFromTheWhole) {
  const auto small = Budget::shares_of(std::size_t{8} << 20);
  EXPECT_EQ(small.strangers, std::size_t{2} << 20);
  EXPECT_EQ(small.client, std::size_t{2} << 20);
  const auto large = Budget::shares_of(std::size_t{512} << 20);
  EXPECT_EQ(large.strangers, Budget::Shares{}.strangers);
  EXPECT_EQ(large.client, Budget::Shares{}.client);
}

}  // namespace
}  // namespace telltale::http
