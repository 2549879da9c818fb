// SPDX-License-Identifier: Apache-2.0
#include "live/inbox.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

TEST(Inbox, HandsOutEverythingInOrder) {
  Inbox inbox;
  std::string done;
  inbox.post([&] { done += 'a'; }, 1);
  inbox.post_now([&] { done += 'b'; });
  EXPECT_EQ(inbox.waiting(), 2U);
  for (const Inbox::Task& task : inbox.take(0ms)) task();
  EXPECT_EQ(done, "ab");
  EXPECT_TRUE(inbox.take(0ms).empty());
}

TEST(Inbox, LetsWhoeverBringsTooMuchWaitUntilThereIsRoom) {
  Inbox inbox;
  inbox.post([] {}, Inbox::bytes_max);
  std::atomic<bool> posted = false;
  std::thread poster([&] {
    inbox.post([] {}, 1);
    posted = true;
  });
  EXPECT_FALSE(posted);
  std::size_t taken = 0;
  while (taken < 2) taken += inbox.take(1s).size();
  poster.join();
  EXPECT_TRUE(posted);
}

TEST(Inbox, TakesWhatIsSmallAndMustNotWaitEvenWhenItIsFull) {
  Inbox inbox;
  inbox.post([] {}, Inbox::bytes_max);
  inbox.post_now([] {});
  EXPECT_EQ(inbox.waiting(), 2U);
}

TEST(Inbox, LetsNobodyWaitOnceItIsClosed) {
  Inbox inbox;
  inbox.post([] {}, Inbox::bytes_max);
  std::thread poster([&] { inbox.post([] {}, 1); });
  std::thread taker([&] {
    while (!inbox.take(10s).empty()) {
    }
  });
  inbox.close();
  poster.join();
  taker.join();
  inbox.post_now([] {});
  EXPECT_EQ(inbox.waiting(), 0U);
}

}  // namespace
}  // namespace telltale::live
