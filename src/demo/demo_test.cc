// SPDX-License-Identifier: Apache-2.0
#include "demo/demo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "demo/stories.h"

namespace telltale::demo {
namespace {

using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;

// A server that takes everything. Requests are carried by a thread, as in life, but time is the
// test's own: steps fall due when it says so.
class DemoStage : public testing::Test {
 protected:
  DemoStage() {
    transport.always([this](const client::Outgoing& request) -> Result<http::Response> {
      if (refuses) return client::refusal(422, "Invalid", "not this one");
      return client::json_answer(200, request.method == "PATCH" ? with_uid(request.body) : "{}");
    });
  }

  // As a server would answer: the object, with an identity.
  static std::string with_uid(const std::string& body) {
    return R"({"metadata":{"uid":"u","resourceVersion":"1"},"is":)" + body + "}";
  }

  Result<std::unique_ptr<Demo>> start() {
    return Demo::start({.api = api,
                        .scheduler = time,
                        .clock = time.clock(),
                        .on_log = [this](std::string_view line) { note(line); }});
  }

  void note(std::string_view line) {
    const std::lock_guard lock(mutex);
    told.emplace_back(line);
    changed.notify_all();
  }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex);
    return told;
  }
  bool hears(std::string_view part) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, 60s, [&] {
      return std::ranges::any_of(told, [&](const auto& line) { return line.contains(part); });
    });
  }
  // Whatever was sent before has been answered; that is one request more.
  std::size_t requests() {
    EXPECT_TRUE(api.ask({.target = "/barrier"}));
    return transport.size();
  }

  std::atomic<bool> refuses = false;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> told;
  client::ManualScheduler time;
  SystemClock clock;
  client::ScriptedTransport transport;
  std::unique_ptr<client::Scheduler> threads = client::make_thread_scheduler();
  client::Api api{transport, *threads, clock, 1, {.qps = 0}};
};

TEST_F(DemoStage, WritesTheFleetBeforeItReturns) {
  const auto demo = start();
  ASSERT_TRUE(demo) << demo.error().detail;
  EXPECT_GT(transport.size(), 200U);
  EXPECT_TRUE(lines().empty()) << "nothing has happened yet";
  EXPECT_EQ((*demo)->figures().machines, 23U);
}

TEST_F(DemoStage, SaysWhatTheServerRefused) {
  refuses = true;
  const auto demo = start();
  ASSERT_FALSE(demo);
  EXPECT_TRUE(demo.error().detail.contains("not this one")) << demo.error().detail;
}

TEST_F(DemoStage, TellsEveryBeatOnceInOrderAndThenAgain) {
  const auto demo = start();
  ASSERT_TRUE(demo);
  time.advance(5s + round_length);
  std::vector<std::string> expected;
  for (const StoryStep& step : all_steps()) expected.emplace_back(step.says);
  EXPECT_EQ(lines(), expected);
  time.advance(round_length);
  for (const StoryStep& step : all_steps()) expected.emplace_back(step.says);
  EXPECT_EQ(lines(), expected);
}

TEST_F(DemoStage, WritesWhatABeatSaysWhenItIsDue) {
  const auto demo = start();
  ASSERT_TRUE(demo);
  const std::size_t before = requests();
  time.advance(5s + 3s - 1ms);
  EXPECT_EQ(requests(), before + 1);
  time.advance(1ms);
  ASSERT_GT(requests(), before + 2);
  EXPECT_TRUE(transport.at(before + 1).target().contains("/machinedeployments/np-gpu"));
}

TEST_F(DemoStage, GoesOnWhenTheServerRefuses) {
  const auto demo = start();
  ASSERT_TRUE(demo);
  refuses = true;
  time.advance(10s);
  EXPECT_TRUE(hears("not this one"));
  refuses = false;
  time.advance(10s);
  EXPECT_TRUE(hears("a kubelet of prod-us falls silent"));
}

TEST_F(DemoStage, DoesNothingAfterItsEnd) {
  auto demo = start();
  ASSERT_TRUE(demo);
  time.advance(20s);
  demo->reset();
  const std::vector<std::string> before = lines();
  const std::size_t asked = requests();
  time.advance(2 * round_length);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(requests(), asked + 1);
}

}  // namespace
}  // namespace telltale::demo
