// SPDX-License-Identifier: Apache-2.0
#pragma once

// Carries writes out one after another: what request is next, and what its answer means. Does no
// I/O itself, so that the start can wait for answers and the actors need not. Owners are written
// before what they own; their UIDs are remembered and filled in.
//
//   Apply:  PATCH (apply) ──► PATCH status (apply) ──► done
//               │ list shared with telltale, and one value to the server
//               └──► PATCH status (merge, guarded) ──► done
//                          │ conflict ▲
//                          └──► GET ──┘

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "client/transport/transport.h"
#include "demo/document.h"

namespace telltale::demo {

// Not safe to share between threads.
class WriteSequence {
 public:
  static constexpr std::size_t waiting_max = 4096;
  static constexpr unsigned attempts_max = 20;  // of one write that others get in the way of

  // Refused as a whole when too much is waiting.
  [[nodiscard]] Result<void> add(Writes writes);
  // The next request; nothing when there is none, or until the last one was answered.
  std::optional<client::Outgoing> next();
  // An error says what was given up, and why; the next write goes on.
  [[nodiscard]] Result<void> take(const Result<http::Response>& answer);
  bool idle() const { return waiting_.empty(); }

 private:
  enum class Step { Main, Status, Read };

  client::Outgoing main_request(const Write& write) const;
  client::Outgoing status_request(const Write& write) const;
  Result<void> advance(json::Value answer);
  Result<void> give_up(Error error);
  void finish();
  void learn_uid(const Write& write, const json::Value& answer);
  void fill_in_owners(json::ValueMap& document) const;

  std::deque<Write> waiting_;
  Step step_ = Step::Main;
  bool under_way_ = false;
  unsigned attempts_ = 0;
  json::Value stored_;  // the object that a guarded write stands on
  std::map<std::string, std::string, std::less<>> uids_;
};

}  // namespace telltale::demo
