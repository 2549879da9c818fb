// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a part of the loop works with (loop_parts.h), in the hands of a test: virtual time, a server
// that says what the test tells it to, and an inbox that is emptied on the test's own thread.
//
//   LoopForTest loop;
//   WatchSet watches(loop.parts, loop.reconciler);
//   loop.advance(1s);   // time passes, and what arrives for the loop is done

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/transport/transport_for_test.h"
#include "live/inbox.h"
#include "live/leases/shares.h"
#include "live/loop_parts.h"
#include "live/loop_status.h"
#include "reconcile/reconciler.h"

namespace telltale::live {

struct LoopForTest {
  LoopForTest()
      : reconciler({}, ReconcilerSink{.on_log = [this](std::string_view line) { say(line); }}),
        status({.clock = time.clock(), .api = api, .shares = shares, .journal = Journal()}),
        parts{.api = api,
              .scheduler = time,
              .clock = time.clock(),
              .seed = 1,
              .inbox = inbox,
              .log = [this](std::string_view line) { say(line); },
              .put = [this](std::string_view document,
                            const Home& home) { reconciler.trees().put(document, home); },
              .on_progress = [this] { ++progress; }} {}

  // Does what waits for the loop, and what follows from it at the same instant.
  void settle() {
    std::vector<Inbox::Task> tasks;
    do {
      time.advance({});
      tasks = inbox.take({});
      for (const Inbox::Task& task : tasks) task();
    } while (!tasks.empty());
  }
  void advance(std::chrono::milliseconds by) {
    constexpr std::chrono::milliseconds slice{100};
    for (settle(); by > slice; by -= slice) {
      time.advance(slice);
      settle();
    }
    time.advance(by);
    settle();
  }
  const TreeIndex::Entry* find(const Key& key) const { return reconciler.trees().find(key); }
  // How many lines of the log have this part.
  std::size_t logged(std::string_view part) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(log, [&](const std::string& line) { return line.contains(part); }));
  }

  client::ManualScheduler time;
  client::ScriptedTransport transport;
  client::Api api{transport, time, time.clock(), 1, {.qps = 0, .attempts = 1}};
  Inbox inbox;
  std::vector<std::string> log;
  int progress = 0;  // how often something came that the first judgement waits for
  Reconciler reconciler;
  const LeaseOptions alone = {};
  Shares shares{alone};
  LoopStatus status;
  const LoopParts parts;

 private:
  void say(std::string_view line) { log.emplace_back(line); }
};

}  // namespace telltale::live
