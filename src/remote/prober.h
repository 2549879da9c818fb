// SPDX-License-Identifier: Apache-2.0
#pragma once

// When to connect to a workload cluster, when to probe it and when to let go of it (spec
// cluster-api 4.1). It is told what came of each attempt and says what comes next and when; it
// sends nothing and reads no clock.
//
//               succeeded: probe in 10 s                 ┌────────┐ succeeded, or failed
//   ┌──────────┐ ──────────────────────────────────────► │        │ less than 5 times in a row:
//   │   away   │                                         │ stands │ ◄─┐ probe in 10 s
//   │          │ ◄────────────────────────────────────── │        │ ──┘
//   └──────────┘  401: connect in 1 ms                   └────────┘
//     │      ▲    5th failure in a row: connect in 30 s
//     └──────┘    failed, 401 included: connect in 30 s
//
// An attempt to connect counts as a probe. Letting go keeps what is known: times and failures.

#include <chrono>
#include <cstdint>

#include "base/instant.h"
#include "remote/connection.h"

namespace telltale::remote {

enum class Probed : std::uint8_t { Succeeded, Failed, Unauthorized };

// Not safe to share between threads. The rules must outlive it.
class Prober {
 public:
  // Connect means that there is no connection, or that it is let go now.
  enum class Act : std::uint8_t { Connect, Probe };
  struct Plan {
    Act act = Act::Connect;
    std::chrono::milliseconds after{0};

    bool operator==(const Plan&) const = default;
  };

  explicit Prober(const ConnectionRules& rules) : rules_(rules) {}

  // The first thing to do.
  Plan begin() const { return {}; }
  Plan on_connect(Probed came, Instant now);
  Plan on_probe(Probed came, Instant now);
  // Something of what the cluster said was lost, so everything must be read anew.
  Plan on_lost();
  // Nodes cannot be read although the connection stands; empty: they can.
  void set_lookup_error(std::string text) { state_.lookup_error = std::move(text); }

  const ConnectionState& state() const { return state_; }

 private:
  void count(Probed came, Instant now);
  Plan let_go(std::chrono::milliseconds again);

  const ConnectionRules& rules_;
  ConnectionState state_;
};

// Whether the sink has to hear of it: a connection that merely goes on standing is no news.
bool is_news(const ConnectionState& before, const ConnectionState& after);

}  // namespace telltale::remote
