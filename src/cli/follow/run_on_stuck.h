// SPDX-License-Identifier: Apache-2.0
#pragma once

// `check -w --exec CMD`: a command of the user's, run by `sh -c` when something becomes Stuck. One
// at a time, with a time limit, and only so many wait. Nothing of a cluster becomes part of the
// command line: what it is about stands in the environment, and in full on its standard input.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "catalog/judged.h"
#include "observe/world.h"

namespace telltale::cli {

// What one run is about.
struct StuckCall {
  std::string subject = {};                   // "NodePool clusters/np-gpu", for messages
  std::vector<std::string> environment = {};  // "TELLTALE_KIND=NodePool" and so on
  std::string document = {};                  // the item of the Report, one line of JSON
};

// TELLTALE_VERDICT, _KIND, _GROUP, _NAMESPACE, _NAME, _CONDITION, _REASON, _SINCE, _MESSAGE, _STEP
// and _RUNBOOK, each on one line and of bounded length.
StuckCall stuck_call(const World& world, const Judged& judged);

struct RunLimits {
  std::chrono::milliseconds patience{30'000};  // then it is killed, with all it started
  std::chrono::milliseconds parting{2'000};    // for the one that runs when we end
  std::size_t waiting_max = 100;               // more are dropped, and counted
};

class RunOnStuck {
 public:
  static constexpr std::size_t news_max = 100;  // kept until somebody takes them

  // What the command prints goes to `output_fd`; -1: nowhere. `on_news` is called on another thread
  // and must not block.
  RunOnStuck(std::string command, int output_fd, std::function<void()> on_news,
             const RunLimits& limits = {});
  ~RunOnStuck();
  RunOnStuck(const RunOnStuck&) = delete;
  RunOnStuck& operator=(const RunOnStuck&) = delete;

  void add(StuckCall call);
  // What is worth telling since the last time: runs that failed or were killed, and how many were
  // dropped. A sentence each.
  std::vector<std::string> take_news();
  // Nothing more is started; the one that runs gets a moment. Then the last news.
  std::vector<std::string> finish();

 private:
  void work();
  std::string run(const StuckCall& call);
  void tell(std::string sentence);

  const std::string command_;
  const int output_fd_;
  const std::function<void()> on_news_;
  const RunLimits limits_;
  int stop_fd_ = -1;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<StuckCall> waiting_;
  std::vector<std::string> news_;
  std::size_t dropped_ = 0;
  bool stopping_ = false;
  std::thread worker_;  // begins with the first call
};

}  // namespace telltale::cli
