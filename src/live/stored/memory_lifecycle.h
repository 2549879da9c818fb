// SPDX-License-Identifier: Apache-2.0
#pragma once

// Memory from its loading to its end: read before anything is judged, and again when this replica
// looks after other trees than before; told by the pages; dropped with the object it is about.
// The MemoryKeeper knows where it is stored. On the loop's thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "live/leases/shares.h"
#include "live/loop_parts.h"
#include "live/loop_status.h"
#include "live/stored/memory_keeper.h"
#include "reconcile/tree_index.h"

namespace telltale::live {

struct MemoryLifecycleParts {
  MemoryKeeper& keeper;
  TreeIndex& trees;
  Shares& shares;
  LoopStatus& status;
  std::function<bool()> may_write = {};
};

class MemoryLifecycle {
 public:
  MemoryLifecycle(const LoopParts& loop, MemoryLifecycleParts parts)
      : loop_(loop), parts_(std::move(parts)) {}

  // Reads everything that is stored, until it is there.
  void load();
  // Other trees are looked after from now on: what is stored about them is read first.
  void load_for_new_share();
  bool is_loaded() const { return loaded_; }
  // A Memory is believed from now on.
  void note(const std::string& document);
  // The object is gone, and what is remembered about it goes with it.
  void forget(const Object& object);
  // Once a second: tries again to store what could not be stored.
  void keep_time(std::chrono::nanoseconds elapsed);
  // After the loop's thread.
  void stop() { retry_.reset(); }

 private:
  void on_loaded(const Result<MemoryKeeper::Documents>& documents,
                 const std::vector<std::size_t>& held);
  void take(const MemoryKeeper::Documents& documents);

  const LoopParts& loop_;
  const MemoryLifecycleParts parts_;
  bool loaded_ = false;
  bool said_trouble_ = false;
  std::uint64_t loads_ = 0;  // begun so far; answers to earlier ones are ignored
  std::unique_ptr<client::ScheduledCall> retry_;
  std::chrono::nanoseconds next_store_{};
};

}  // namespace telltale::live
