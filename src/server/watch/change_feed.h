// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changes that are told on a worker instead of the store's thread, since telling them may wait: in
// order, batch by batch, one batch at a time. A feed that falls too far behind is cut off: what
// waits has a limit. Safe to share between threads.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "store/current_state.h"

namespace telltale::server {

class ChangeFeed : public std::enable_shared_from_this<ChangeFeed> {
 public:
  static constexpr std::size_t batch_max = 250;
  static constexpr std::size_t waiting_max = 10'000;
  static constexpr std::size_t waiting_bytes_max = std::size_t{32} << 20;

  // False when the job cannot be taken now. Must not run it at once.
  using Post = std::function<bool(std::function<void()> job)>;
  using Tell = std::function<void(std::span<const store::Change>)>;

  ChangeFeed(Post post, Tell tell);

  // False when too much waits already; then nothing waits any more, and the watches that were to be
  // told must begin anew.
  [[nodiscard]] bool push(const store::Change& change);
  // Nothing waits and nothing is being told: what comes now may be told at once.
  bool idle() const;
  // Tries again to get a worker. To be called now and then.
  void nudge();
  // Everything up to here has been told, where everything up to `heard` was pushed.
  store::Revision told(store::Revision heard) const;

 private:
  void post_job();
  void work();
  std::vector<store::Change> take_batch();
  void end_batch();

  const Post post_;
  const Tell tell_;
  mutable std::mutex mutex_;
  std::deque<store::Change> waiting_;
  std::size_t waiting_bytes_ = 0;
  store::Revision telling_ = 0;  // the first of the batch under way; 0: there is none
  bool is_posted_ = false;
};

}  // namespace telltale::server
