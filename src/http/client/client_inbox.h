// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where other threads leave what the loop is to do, and how it is woken for that. Outlives the loop
// for those who still hold a call of it. Safe to share between threads.

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "http/client/client_call.h"
#include "http/client/client_gate.h"

namespace telltale::http {

using CallNumber = std::uint64_t;

struct IncomingCall {
  CallNumber number = 0;
  Call call = {};
  std::shared_ptr<CallGate> gate = {};
};

class CallInbox {
 public:
  struct Letters {
    std::vector<IncomingCall> calls = {};
    std::vector<CallNumber> cancelled = {};
    bool stopping = false;
    bool quitting = false;
  };

  // libcurl's CURLM*, which is woken when there is something new.
  explicit CallInbox(void* multi) : multi_(multi) {}

  CallNumber add(Call call, std::shared_ptr<CallGate> gate);
  void cancel(CallNumber number);
  void stop();
  void quit();
  // Nobody can be woken any more.
  void disconnect();

  // The loop's side. Stopping and quitting stay said.
  Letters take();
  void say_stopped();
  void wait_until_stopped();

 private:
  void ring();

  std::mutex mutex_;
  std::condition_variable stopping_;
  void* multi_;
  Letters letters_;
  CallNumber last_ = 0;
  bool rung_ = false;  // since the letters were last taken
  bool stopped_ = false;
};

}  // namespace telltale::http
