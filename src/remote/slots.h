// SPDX-License-Identifier: Apache-2.0
#pragma once

// So many may do something at the same time; the others wait in line. A slot is held as a value and
// given back when that is dropped, wherever that happens.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace telltale::remote {

// Safe to share between threads; slots may outlive it.
class Slots {
 public:
  struct Slot {
    virtual ~Slot() = default;
  };
  using Held = std::shared_ptr<const Slot>;
  // Called when it is one's turn, on the thread that asks or on one that gives back.
  using Take = std::function<void(Held)>;

  explicit Slots(std::size_t count);
  ~Slots();  // nobody gets a slot any more
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  void ask(Take take);

 private:
  class Line;
  class Ticket;
  std::shared_ptr<Line> line_;
};

}  // namespace telltale::remote
