// SPDX-License-Identifier: Apache-2.0
// Others who write on the same server: another telltale, by the Lease of writers; and everybody
// else, as far as it is shared with other replicas.

#include <utility>

#include "base/text.h"
#include "live/control_loop.h"

namespace telltale::live {
namespace {

constexpr std::chrono::seconds writers_pause{5};
constexpr std::chrono::seconds writers_look{60};
constexpr std::chrono::seconds memory_retry{5};
// A server that answers everything but this is gone on without it.
constexpr std::chrono::seconds decide_patience{30};

}  // namespace

void Controller::ControlLoop::claim_writing() {
  const LeaseOptions& lease = options_.lease;
  const WritePolicy policy = options_.reconcile.rules.policy;
  if (!lease.writer || policy == WritePolicy::None) return;
  if (writer_lease_) return;
  writing_ = Writing::Undecided;
  claimed_at_ = parts_.clock.elapsed();
  if (reconciler_.begun()) {
    reconciler_.set_silent(format("waiting for the Lease {}", writer_lease));
  }
  // Members of a sharded fleet write all at once, and agree by other Leases on who writes what.
  std::string who = lease.identity;
  if (lease.mode == LeaseOptions::Mode::Shards) who = format("telltale-shards-{}", lease.shards);
  const bool alone = lease.mode == LeaseOptions::Mode::None;
  if (alone && !lease.writer_identity.empty()) who = lease.writer_identity;
  auto claim = std::make_unique<WriterClaim>(
      who, *lease.writer, parts_.seed + 4, [this](WriterClaim::Sight sight) {
        inbox_.post_now([this, sight = std::move(sight)] { writer_seen(sight); });
      });
  auto keeper = std::make_unique<LeaseKeeper>(
      LeaseKeeperParts{.api = lease_api_, .scheduler = parts_.scheduler, .clock = parts_.clock},
      LeaseKeeperOptions{.namespace_name = lease.namespace_name,
                         .rules = *lease.writer,
                         .write = std::string(to_text(policy))},
      std::move(claim), LeaseSink{.on_change = [this](const std::vector<std::size_t>& held) {
        if (held.empty()) inbox_.post_now([this] { writer_lapsed(); });
      }});
  const std::lock_guard lock(writer_mutex_);
  writer_lease_ = std::move(keeper);
}

void Controller::ControlLoop::writer_seen(const WriterClaim::Sight& sight) {
  if (stopping_) return;
  if (sight.no_namespace) home_.make([](bool) {});
  if (!sight.trouble.empty()) {
    if (writing_ == Writing::Undecided) write_without_lease(sight.trouble);
    return;
  }
  if (!sight.is_ours) {
    writing_ = Writing::Anothers;
    reconciler_.set_silent(format("{} holds the Lease {} and writes here (--write={})",
                                  sight.holder, writer_lease, sight.write));
  } else if (writing_ != Writing::Ours) {
    const bool was_anothers = writing_ == Writing::Anothers;
    writing_ = Writing::Ours;
    reconciler_.set_silent({});
    // Whoever wrote before remembered more than we saw.
    if (was_anothers && reconciler_.begun()) load_memory();
  }
  begin_if_complete();
}

// Members of a sharded fleet renew one Lease and are in each other's way; that each of them is
// alive their shards tell.
void Controller::ControlLoop::writer_lapsed() {
  const bool sharded = options_.lease.mode == LeaseOptions::Mode::Shards;
  if (stopping_ || sharded || writing_ != Writing::Ours) return;
  writing_ = Writing::Lapsed;
  reconciler_.set_silent(format("the Lease {} could not be renewed in time", writer_lease));
}

void Controller::ControlLoop::write_without_lease(std::string_view why) {
  writing_ = Writing::WithoutLease;
  reconciler_.set_silent({});
  if (!std::exchange(said_no_lease_, true)) {
    log(format("the Lease {} cannot be held; another telltale would be known by its writes: {}",
               writer_lease, why));
  }
  begin_if_complete();
}

bool Controller::ControlLoop::is_writing_decided() const { return writing_ != Writing::Undecided; }

// Whether the Lease was last seen to be ours. That it lapsed is heard of (writer_lapsed); whoever
// asked its keeper here, too, stayed silent when the two disagreed after a storm.
bool Controller::ControlLoop::may_write() const {
  return writing_ == Writing::WithoutLease || writing_ == Writing::Ours;
}

void Controller::ControlLoop::begin_with_writers() {
  if (writers_loaded_ || writers_busy_) return;
  if (options_.reconcile.rules.policy != WritePolicy::Missing) {
    writers_loaded_ = true;
    return;
  }
  load_writers();
}

void Controller::ControlLoop::load_writers() {
  writers_busy_ = true;
  writers_.load([this](Result<WritersKeeper::Stored> stored) {
    inbox_.post_now([this, stored = std::move(stored)] { writers_loaded(stored); });
  });
}

// What cannot be read is learned anew, in this process.
void Controller::ControlLoop::writers_loaded(const Result<WritersKeeper::Stored>& stored) {
  writers_busy_ = false;
  next_writers_look_ = parts_.clock.elapsed() + writers_look;
  if (!stored && stored.error().kind == Error::Kind::Unreachable && !writers_loaded_) return;
  if (!stored) {
    if (!std::exchange(writers_trouble_, true)) home_.lacks(writers_map, stored.error().detail);
  } else {
    writers_trouble_ = false;
    writers_stored_ = *stored;
    const bool has_some = !stored->document.empty();
    const Result<void> merged =
        has_some ? reconciler_.writers().merge(stored->document) : Result<void>();
    if (!merged) log(format("{} cannot be read: {}", writers_map, merged.error().detail));
  }
  writers_loaded_ = true;
  begin_if_complete();
}

void Controller::ControlLoop::keep_writers(std::chrono::nanoseconds elapsed) {
  if (writing_ == Writing::Undecided && elapsed - claimed_at_ > decide_patience) {
    write_without_lease("the server does not answer");
  }
  if (elapsed >= next_memory_retry_) {
    next_memory_retry_ = elapsed + memory_retry;
    if (may_write()) memory_.retry_kept();
  }
  if (!definitions_read_ || writers_busy_ || elapsed < next_writers_) return;
  if (!writers_loaded_) return begin_with_writers();
  if (options_.reconcile.rules.policy != WritePolicy::Missing) return;
  if (elapsed >= next_writers_look_) return load_writers();
  const std::uint64_t changes = reconciler_.writers().changes();
  if (changes == writers_changes_ || !may_write() || !reconciler_.begun()) return;
  const std::string document = reconciler_.writers().document();
  if (document == writers_stored_.document) {
    writers_changes_ = changes;
    return;
  }
  writers_busy_ = true;
  next_writers_ = elapsed + writers_pause;
  writers_.store({.document = document, .resource_version = writers_stored_.resource_version},
                 [this, changes](Result<WritersKeeper::Stored> stored) {
                   inbox_.post_now([this, changes, stored = std::move(stored)] {
                     writers_stored(stored, changes);
                   });
                 });
}

void Controller::ControlLoop::writers_stored(const Result<WritersKeeper::Stored>& stored,
                                             std::uint64_t changes) {
  writers_busy_ = false;
  if (stored) {
    writers_stored_ = *stored;
    writers_changes_ = changes;
    writers_trouble_ = false;
    return;
  }
  // Another replica was faster: what it knows is added first.
  if (stored.error().kind == Error::Kind::Conflict) return load_writers();
  if (!std::exchange(writers_trouble_, true)) home_.lacks(writers_map, stored.error().detail);
  next_writers_ = parts_.clock.elapsed() + writers_look;
}

}  // namespace telltale::live
