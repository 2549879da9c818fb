// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether this telltale may write: of several on one server only the one that holds the Lease
// `telltale-writer` does (writer_lease.h), and the others go on as with --write=none.
//
//   Undecided ──► Ours ◄──► Lapsed
//       │          ▲ │
//       │          │ ▼
//       ├───────► Anothers
//       └───────► WithoutLease: it can be neither read nor written, or nobody asks for it

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "live/leases/lease_keeper.h"
#include "live/leases/writer_lease.h"
#include "live/loop_parts.h"
#include "live/stored/own_namespace.h"
#include "reconcile/reconciler.h"

namespace telltale::live {

struct WritePermissionParts {
  LeaseKeeperParts leases;  // its Api is not the one that writes: a renewal must not wait for that
  const LeaseOptions& options;
  WritePolicy policy = WritePolicy::Missing;
  OwnNamespace& home;
  Reconciler& reconciler;                    // is told to be silent while another one writes
  std::function<void()> on_taken_over = {};  // another one wrote until now; the loop's thread
};

class WritePermission {
 public:
  WritePermission(const LoopParts& loop, WritePermissionParts parts)
      : loop_(loop), parts_(std::move(parts)) {}

  // Any thread. Whether the Lease was last seen to be ours; when it lapses, its keeper says so.
  bool is_granted() const { return writing_ == Writing::WithoutLease || writing_ == Writing::Ours; }
  // No news of the Lease is listened to from now on.
  void close() { closed_ = true; }

  // The loop's thread, or while that does not run. Asks for the Lease, if that was not done yet and
  // somebody else could be there.
  void claim();
  bool is_decided() const { return writing_ != Writing::Undecided; }
  // Goes on without the Lease where the server leaves us waiting for it.
  void keep_time(std::chrono::nanoseconds elapsed);
  // Lets another telltale write at once. After the loop's thread.
  void give_back(std::chrono::milliseconds patience);

 private:
  enum class Writing : std::uint8_t { Undecided, Ours, Anothers, Lapsed, WithoutLease };

  void observed(const WriterClaim::Observation& seen);
  void lapsed();
  void go_on_without(std::string_view why);
  std::string identity() const;

  const LoopParts& loop_;
  const WritePermissionParts parts_;
  std::unique_ptr<LeaseKeeper> lease_;  // of the loop's thread; after its end, of stop()
  // Changed on the loop's thread, and by stop() after its end.
  std::atomic<Writing> writing_ = Writing::WithoutLease;
  std::atomic<bool> closed_ = false;
  std::chrono::nanoseconds claimed_at_{};
  bool said_no_lease_ = false;
};

}  // namespace telltale::live
