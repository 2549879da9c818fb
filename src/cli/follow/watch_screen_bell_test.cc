// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen_bell.h"

#include <signal.h>

#include <thread>

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;

TEST(Bell, RingsOnceForAllThatNobodyHeard) {
  Bell bell(Bell::Signals::Unheard);
  EXPECT_EQ(bell.wait(milliseconds(0)), Bell::Rang::Timeout);
  bell.ring();
  bell.ring();
  EXPECT_EQ(bell.wait(milliseconds(-1)), Bell::Rang::Change);
  EXPECT_EQ(bell.wait(milliseconds(0)), Bell::Rang::Timeout);
}

TEST(Bell, IsHeardFromOtherThreads) {
  Bell bell(Bell::Signals::Unheard);
  std::thread other([&] { bell.ring(); });
  EXPECT_EQ(bell.wait(milliseconds(-1)), Bell::Rang::Change);
  other.join();
}

TEST(Bell, HearsSignalsInsteadOfDyingFromThem) {
  Bell bell(Bell::Signals::Heard);
  bell.ring();
  raise(SIGINT);
  EXPECT_EQ(bell.wait(milliseconds(-1)), Bell::Rang::Interrupt);
  EXPECT_EQ(bell.wait(milliseconds(-1)), Bell::Rang::Change);
}

TEST(Bell, HearsThatTheTerminalHasAnotherSize) {
  Bell bell(Bell::Signals::Heard);
  raise(SIGWINCH);
  EXPECT_EQ(bell.wait(milliseconds(-1)), Bell::Rang::Resize);
  EXPECT_EQ(bell.wait(milliseconds(0)), Bell::Rang::Timeout);
}

}  // namespace
}  // namespace telltale::cli
