// SPDX-License-Identifier: Apache-2.0
#include "server/watch/change_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A worker that works when it is told to.
class ChangeFeedTest : public testing::Test {
 protected:
  std::shared_ptr<ChangeFeed> feed = std::make_shared<ChangeFeed>(
      [this](std::function<void()> job) {
        if (has_workers) jobs.push_back(std::move(job));
        return has_workers;
      },
      [this](std::span<const store::Change> batch) {
        batches.push_back(batch.size());
        for (const store::Change& change : batch) told.push_back(change.revision);
        if (while_telling) while_telling();
        if (fails) throw std::runtime_error("telling failed");
      });

  static store::Change change(store::Revision revision, std::size_t bytes = 1) {
    return {.revision = revision,
            .key = "k",
            .value = std::make_shared<const std::string>(bytes, 'x'),
            .before = nullptr};
  }
  void work() {
    while (!jobs.empty()) {
      const auto job = std::move(jobs.front());
      jobs.pop_front();
      job();
    }
  }

  std::deque<std::function<void()>> jobs;
  std::vector<store::Revision> told;
  std::vector<std::size_t> batches;
  std::function<void()> while_telling;
  bool has_workers = true;
  bool fails = false;
};

TEST_F(ChangeFeedTest, TellsInOrderWhatCameMeanwhileTogether) {
  for (store::Revision revision = 1; revision <= 3; ++revision) {
    EXPECT_TRUE(feed->push(change(revision)));
  }
  EXPECT_THAT(told, IsEmpty());  // not on the thread that pushes
  EXPECT_EQ(jobs.size(), 1U);
  work();
  EXPECT_THAT(told, ElementsAre(1, 2, 3));
  EXPECT_THAT(batches, ElementsAre(3U));
}

TEST_F(ChangeFeedTest, TellsOneBatchForEachJob) {
  for (std::size_t i = 1; i <= ChangeFeed::batch_max + 1; ++i) {
    ASSERT_TRUE(feed->push(change(static_cast<store::Revision>(i))));
  }
  work();
  EXPECT_THAT(batches, ElementsAre(ChangeFeed::batch_max, 1U));
}

TEST_F(ChangeFeedTest, SaysUpToWhereEverythingWasTold) {
  EXPECT_EQ(feed->told(7), 7);
  EXPECT_TRUE(feed->idle());
  ASSERT_TRUE(feed->push(change(8)));
  EXPECT_EQ(feed->told(9), 7);
  EXPECT_FALSE(feed->idle());
  while_telling = [&] {
    EXPECT_EQ(feed->told(9), 7);
    EXPECT_FALSE(feed->idle());
  };
  work();
  EXPECT_EQ(feed->told(9), 9);
  EXPECT_TRUE(feed->idle());
}

TEST_F(ChangeFeedTest, KeepsNoMoreThanItsLimits) {
  for (std::size_t i = 1; i <= ChangeFeed::waiting_max; ++i) {
    ASSERT_TRUE(feed->push(change(static_cast<store::Revision>(i))));
  }
  EXPECT_FALSE(feed->push(change(ChangeFeed::waiting_max + 1)));
  work();
  EXPECT_THAT(told, IsEmpty());
  EXPECT_TRUE(feed->push(change(20'000)));
  EXPECT_FALSE(feed->push(change(20'001, ChangeFeed::waiting_bytes_max)));
}

TEST_F(ChangeFeedTest, WaitsForAWorkerWhereNoneIsFree) {
  has_workers = false;
  ASSERT_TRUE(feed->push(change(1)));
  has_workers = true;
  feed->nudge();
  feed->nudge();
  EXPECT_EQ(jobs.size(), 1U);
  work();
  EXPECT_THAT(told, ElementsAre(1));
}

TEST_F(ChangeFeedTest, GoesOnAfterATellingThatFailed) {
  fails = true;
  ASSERT_TRUE(feed->push(change(1)));
  EXPECT_THROW(work(), std::runtime_error);
  fails = false;
  ASSERT_TRUE(feed->push(change(2)));
  work();
  EXPECT_THAT(told, ElementsAre(1, 2));
}

}  // namespace
}  // namespace telltale::server
