// SPDX-License-Identifier: Apache-2.0
#pragma once

// A semaphore that calls back instead of blocking: so many hold a permit at the same time, the
// others wait in line. A permit is a value, and is given back when it is dropped.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace telltale::remote {

// Safe to share between threads; permits may outlive it.
class AsyncSemaphore {
 public:
  struct Held {
    virtual ~Held() = default;
  };
  using Permit = std::shared_ptr<const Held>;
  // Called when it is one's turn, on the thread that asks or on one that gives back.
  using Take = std::function<void(Permit)>;

  explicit AsyncSemaphore(std::size_t count);
  ~AsyncSemaphore();  // no callback gets a permit any more
  AsyncSemaphore(const AsyncSemaphore&) = delete;
  AsyncSemaphore& operator=(const AsyncSemaphore&) = delete;

  void acquire(Take take);

 private:
  class Line;
  class Ticket;
  std::shared_ptr<Line> line_;
};

}  // namespace telltale::remote
