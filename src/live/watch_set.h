// SPDX-License-Identifier: Apache-2.0
#pragma once

// The watches of the management cluster: one Reflector for each kind, in one namespace or in all.
// What they bring goes into the trees; when a kind was listed whole, the trees know that, too. On
// the loop's thread, which the Reflectors reach by the inbox.

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/watch/reflector.h"
#include "live/loop_parts.h"
#include "live/loop_status.h"
#include "reconcile/reconciler.h"

namespace telltale::live {

class WatchSet {
 public:
  WatchSet(const LoopParts& loop, Reconciler& reconciler) : loop_(loop), reconciler_(reconciler) {}

  // A kind that is watched already goes on being watched in the version it was found in, as long as
  // the server has that.
  void watch(const client::ReflectorOptions& options);
  // Stops waiting for the first list of a kind that cannot be read for too long.
  void give_up_late(std::chrono::nanoseconds elapsed);
  // Each kind was listed, or its first list was given up.
  bool is_settled() const;
  void add_checks(std::vector<ReadinessCheck>& checks) const;
  WatchRestarts restarts() const;
  // When it returns nothing is called any more. After the loop's thread, and with the inbox closed:
  // a Reflector that waits for room in there would never end.
  void stop();

 private:
  // One kind, in one namespace or in all.
  struct Watched {
    client::ReflectorOptions options;
    std::unique_ptr<client::Reflector> reflector;
    bool synced = false;
    bool given_up = false;  // its first list is not waited for any more
    bool retired = false;   // another one has taken its place
    std::string error = {};
    std::chrono::nanoseconds failing_since{};
  };
  // Kept until no task in the inbox can mean it.
  struct Retired {
    std::unique_ptr<Watched> watched;
    std::unique_ptr<client::ScheduledCall> ending;
  };

  client::ReflectorSink sink_of(Watched& watched);
  void retire(std::unique_ptr<Watched> watched);
  void listed(Watched& watched);
  void failed(Watched& watched, const Error& error);
  void cover_if_complete(const Watched& watched);

  const LoopParts& loop_;
  Reconciler& reconciler_;
  std::vector<std::unique_ptr<Watched>> watched_;
  std::deque<Retired> retired_;
  std::uint64_t reflectors_ = 0;  // made so far
};

}  // namespace telltale::live
