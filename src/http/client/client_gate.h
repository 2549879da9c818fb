// SPDX-License-Identifier: Apache-2.0
#pragma once

// Between the loop and the threads that may cancel a call: what is told is told with the gate
// locked, so that a cancel from elsewhere waits for it, and one from within passes.

#include <mutex>
#include <utility>

#include "base/result.h"
#include "http/client/client_call.h"

namespace telltale::http {

class CallGate {
 public:
  explicit CallGate(CallSink sink) : sink_(std::move(sink)) {}

  // False once it is closed.
  template <class Tell>
  bool tell(const Tell& tell_it) {
    CallSink dropped;  // outside of the lock: what callbacks hold may have a say of its own
    const std::scoped_lock lock(mutex_);
    if (!open_) return false;
    inside_ = true;
    tell_it(sink_);
    inside_ = false;
    if (!open_) std::swap(dropped, sink_);
    return open_;
  }
  // Tells for the last time.
  void end(Result<void> outcome) {
    tell([&](const CallSink& sink) {
      open_ = false;
      if (sink.on_end) sink.on_end(std::move(outcome));
    });
  }
  void close() {
    CallSink dropped;
    const std::scoped_lock lock(mutex_);
    open_ = false;
    if (!inside_) std::swap(dropped, sink_);
  }

 private:
  std::recursive_mutex mutex_;
  CallSink sink_;
  bool open_ = true;
  bool inside_ = false;
};

}  // namespace telltale::http
