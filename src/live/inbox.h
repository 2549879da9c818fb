// SPDX-License-Identifier: Apache-2.0
#pragma once

// What other threads have for the loop's thread, in order. Full is a matter of bytes: a thread
// that posts more then waits, which is how a fast API server is slowed down to our pace. As much
// again may be in the hands of the loop: what is kept is a tenth of the text it came in, so a large
// inbox would be most of the memory of a telltale that just started.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace telltale::live {

class Inbox {
 public:
  using Task = std::function<void()>;
  static constexpr std::size_t bytes_max = std::size_t{4} << 20;

  // Waits while it is full. Refused, and gone, once it is closed.
  void post(Task task, std::size_t bytes = 0);
  // Never waits: for what must not hold up its thread, and is small.
  void post_now(Task task);
  // Everything that is there, or that arrives within the time.
  std::vector<Task> take(std::chrono::milliseconds patience);
  void close();
  std::size_t waiting() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable room_;
  std::vector<Task> tasks_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};

}  // namespace telltale::live
