// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the server does by itself, in a thread of its own: collects what lost its owner, empties and
// removes namespaces and definitions that are being deleted, forgets old Events, and keeps the
// kubeconfigs of logical clusters. Level-based: it looks at what is there, not at what happened, so
// a crash in the middle of anything is continued at the next start.

#include <cstdint>
#include <memory>

#include "base/instant.h"
#include "server/lifecycle/tasks.h"

namespace telltale::server {

inline constexpr Seconds event_lifetime{3600};

class Lifecycle {
 public:
  explicit Lifecycle(Tasks::Parts parts);
  ~Lifecycle();

  void start();
  void stop();
  // Looks again now; changes of the store wake it by themselves.
  void wake();
  // The kubeconfigs of all logical clusters are to be looked at again.
  void serve_clusters();
  // One round, on the caller's thread: for tests, which have no thread.
  void run_once();
  // Pieces of work that threw; what they were about is looked at again when it changes.
  std::uint64_t thrown() const;

 private:
  class Rounds;
  std::unique_ptr<Rounds> rounds_;
};

}  // namespace telltale::server
