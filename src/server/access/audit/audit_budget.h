// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much each client may have written down: one that floods the server must not fill the log and
// push out what others did. Every client has a store of events and bytes that fills again with
// time. Looks stop at half of it, so that what was refused to them is still told; allowed changes
// are always told. What is left out is counted, and told as a sum. The number of clients that are
// told apart is bounded; beyond it they share one store. Not safe to share between threads.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.h"
#include "server/access/audit/audit_event.h"

namespace telltale::server {

// What may be left out first.
enum class AuditWeight : std::uint8_t {
  Look,     // reads, reviews, dry runs
  Refusal,  // what was denied or failed
  Change,   // never
};
AuditWeight weight_of(const AuditEvent& event);

struct AuditRate {
  double events = 0;  // a second; 0: no limit
  double bytes = 0;
};

struct AuditClientLimits {
  AuditRate known{.events = 200, .bytes = 512 << 10};      // of each user
  AuditRate unknown{.events = 20, .bytes = 32 << 10};      // of each address without a user
  AuditRate strangers{.events = 100, .bytes = 128 << 10};  // of all those addresses together
  int burst_seconds = 10;                                  // how much may come at once
  std::size_t clients_max = 1024;
  std::chrono::seconds summary_every{10};
};

class AuditBudget {
 public:
  explicit AuditBudget(const AuditClientLimits& limits) : limits_(limits) {}

  // Whether the event may be written, which then counts; else it is left out. `line_bytes`: how
  // long it is.
  bool spend(const AuditEvent& event, AuditWeight weight, std::size_t line_bytes,
             std::chrono::nanoseconds now);
  // Counts one that was not written for a reason of the caller's.
  void leave_out(const AuditEvent& event, std::chrono::nanoseconds now);
  // What was left out and is due to be told: of each client the newest event, with the number as an
  // annotation.
  std::vector<AuditEvent> take_summaries(std::chrono::nanoseconds now);

  std::size_t clients() const { return clients_.size(); }

 private:
  struct Purse {
    double events = 0;
    double bytes = 0;
    std::chrono::nanoseconds at{};
  };
  struct Client {
    Purse purse = {};
    std::uint64_t left_out = 0;
    std::chrono::nanoseconds left_out_since{};
    std::optional<AuditEvent> newest = {};
  };

  Client& client_of(const AuditEvent& event, std::chrono::nanoseconds now);
  void forget_idle(std::chrono::nanoseconds now);
  Purse full(const AuditRate& rate, std::chrono::nanoseconds now) const;
  void refill(Purse& purse, const AuditRate& rate, std::chrono::nanoseconds now) const;
  bool has(const Purse& purse, const AuditRate& rate, double part) const;

  AuditClientLimits limits_;
  absl::flat_hash_map<std::string, Client, TextHash, std::equal_to<>> clients_;
  std::optional<Purse> strangers_;
  std::chrono::nanoseconds swept_{};
};

}  // namespace telltale::server
