// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the requests of a LeaseClaimant: asks an API server for its Leases, writes them, and tells
// when what is held changes.
//
//   LeaseKeeper keeper({api, scheduler, clock}, {.namespace_name = "telltale"},
//                      std::make_unique<LeaseHolder>("telltale-leader", identity, rules, seed),
//                      {.on_change = [&](const auto& held) { ... }});
//
// The Api should be one of its own: behind a hundred thousand status writes a renewal comes late.
// Safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "reconcile/leases/lease.h"

namespace telltale::live {

struct LeaseOptions {
  enum class Mode : std::uint8_t { None, Leader, Shards };
  Mode mode = Mode::None;
  std::size_t shards = 1;
  std::string namespace_name = "telltale-system";
  std::string identity = "telltale";
  LeaseRules rules = {};
  // The rules of the Lease telltale-writer: this telltale writes while it holds it, and looks on
  // while another one does. Nothing: there can be no other telltale.
  std::optional<LeaseRules> writer = {};
  std::string writer_identity = {};  // its holder, where there is one process; empty: as above
};

struct LeaseKeeperParts {
  client::Api& api;
  client::Scheduler& scheduler;
  const Clock& clock;
};

struct LeaseKeeperOptions {
  std::string namespace_name = {};
  std::string set = {};  // of Shards: their count, which is the value of their label; else empty
  LeaseRules rules = {};
  std::string write = {};  // of the Lease of writers: what its holder writes
};

// Called one at a time, on threads of the api or the scheduler; must not block.
struct LeaseSink {
  // Everything that is held from now on, in ascending order; of a single Lease {} or {0}. What is
  // given up was told here before the Lease says so, what was lost by time at that time.
  std::function<void(const std::vector<std::size_t>& held)> on_change = {};
  // What keeps the Leases from being read or written; told when it changes, not at every attempt.
  std::function<void(const Error& trouble)> on_error = {};
};

class LeaseKeeper {
 public:
  LeaseKeeper(const LeaseKeeperParts& parts, LeaseKeeperOptions options,
              std::unique_ptr<LeaseClaimant> claimant, LeaseSink sink);
  ~LeaseKeeper();  // gives nothing back; when it returns nothing is called any more
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

  // At this moment: to be asked before every write, since a process may have slept meanwhile.
  std::vector<std::size_t> held() const;
  // Gives everything back in good order; `then` is called once when that is done, which may be
  // never if the server does not answer.
  void resign(std::function<void()> then);
  // The same, waited for. False when patience ran out. Not on a thread of the api or scheduler.
  [[nodiscard]] bool resign_and_wait(std::chrono::milliseconds patience);

 private:
  class Session;
  std::shared_ptr<Session> session_;
};

// This machine's name; empty where it has none.
std::string host_name();
// "<host name>_<uuid>", as controller-runtime calls itself.
std::string lease_identity(Entropy& entropy);

}  // namespace telltale::live
