// SPDX-License-Identifier: Apache-2.0
#include "live/leases/write_permission.h"

#include <utility>

#include "base/text.h"

namespace telltale::live {
namespace {

// A server that answers everything but this is gone on without it.
constexpr std::chrono::seconds decide_patience{30};

}  // namespace

// Members of a sharded fleet write all at once, and agree by other Leases on who writes what.
std::string WritePermission::identity() const {
  const LeaseOptions& lease = parts_.options;
  if (lease.mode == LeaseOptions::Mode::Shards) return format("telltale-shards-{}", lease.shards);
  const bool alone = lease.mode == LeaseOptions::Mode::None;
  return alone && !lease.writer_identity.empty() ? lease.writer_identity : lease.identity;
}

void WritePermission::claim() {
  const LeaseOptions& lease = parts_.options;
  if (!lease.writer || parts_.policy == WritePolicy::None || lease_) return;
  writing_ = Writing::Undecided;
  claimed_at_ = loop_.clock.elapsed();
  if (parts_.reconciler.begun()) {
    parts_.reconciler.set_silent(format("waiting for the Lease {}", writer_lease));
  }
  auto claim = std::make_unique<WriterClaim>(
      identity(), *lease.writer, loop_.seed + 4, [this](WriterClaim::Observation seen) {
        loop_.inbox.post_now([this, seen = std::move(seen)] { observed(seen); });
      });
  lease_ = std::make_unique<LeaseKeeper>(
      parts_.leases,
      LeaseKeeperOptions{.namespace_name = lease.namespace_name,
                         .rules = *lease.writer,
                         .write = std::string(to_text(parts_.policy))},
      std::move(claim), LeaseSink{.on_change = [this](const std::vector<std::size_t>& held) {
        if (held.empty()) loop_.inbox.post_now([this] { lapsed(); });
      }});
}

void WritePermission::observed(const WriterClaim::Observation& seen) {
  if (closed_) return;
  if (seen.no_namespace) parts_.home.make([](bool) {});
  if (!seen.trouble.empty()) {
    if (writing_ == Writing::Undecided) go_on_without(seen.trouble);
    return;
  }
  if (!seen.is_ours) {
    writing_ = Writing::Anothers;
    parts_.reconciler.set_silent(format("{} holds the Lease {} and writes here (--write={})",
                                        seen.holder, writer_lease, seen.write));
  } else if (writing_ != Writing::Ours) {
    const bool was_anothers = writing_ == Writing::Anothers;
    writing_ = Writing::Ours;
    parts_.reconciler.set_silent({});
    if (was_anothers && parts_.reconciler.begun()) parts_.on_taken_over();
  }
  loop_.on_progress();
}

// Members of a sharded fleet renew one Lease and are in each other's way; that each of them is
// alive their shards tell.
void WritePermission::lapsed() {
  const bool sharded = parts_.options.mode == LeaseOptions::Mode::Shards;
  if (closed_ || sharded || writing_ != Writing::Ours) return;
  writing_ = Writing::Lapsed;
  parts_.reconciler.set_silent(format("the Lease {} could not be renewed in time", writer_lease));
}

void WritePermission::go_on_without(std::string_view why) {
  writing_ = Writing::WithoutLease;
  parts_.reconciler.set_silent({});
  if (!std::exchange(said_no_lease_, true)) {
    loop_.log(
        format("the Lease {} cannot be held; another telltale would be known by its writes: {}",
               writer_lease, why));
  }
  loop_.on_progress();
}

void WritePermission::keep_time(std::chrono::nanoseconds elapsed) {
  if (writing_ == Writing::Undecided && elapsed - claimed_at_ > decide_patience) {
    go_on_without("the server does not answer");
  }
}

// Shards hold the Lease together: it runs out when the last of them is gone.
void WritePermission::give_back(std::chrono::milliseconds patience) {
  const bool gives_back = writing_.exchange(Writing::Lapsed) == Writing::Ours &&
                          parts_.options.mode != LeaseOptions::Mode::Shards;
  if (lease_ && gives_back && !lease_->resign_and_wait(patience)) {
    loop_.log(format("the Lease {} could not be given back", writer_lease));
  }
  lease_.reset();
}

}  // namespace telltale::live
