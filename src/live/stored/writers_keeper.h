// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shares with other replicas what the Reconciler knows about other writers: one entry of the
// ConfigMap `telltale-writers` in telltale's namespace. It is read before anything is judged and
// once a minute, and stored when something was learned. Only where missing conditions are written
// does that knowledge matter. On the loop's thread.

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "live/loop_parts.h"
#include "live/stored/own_namespace.h"
#include "reconcile/reconciler.h"

namespace telltale::live {

inline constexpr std::string_view writers_map = "telltale-writers";

struct WritersKeeperParts {
  OwnNamespace& home;
  std::string namespace_name = {};
  Reconciler& reconciler;
  WritePolicy policy = WritePolicy::Missing;
  std::function<bool()> may_write = {};
};

class WritersKeeper {
 public:
  WritersKeeper(const LoopParts& loop, WritersKeeperParts parts)
      : loop_(loop), parts_(std::move(parts)) {}

  // Reads what is stored, unless that is done or under way.
  void begin();
  bool is_loaded() const { return loaded_; }
  // Once a second, after begin(): reads or stores what is due.
  void keep(std::chrono::nanoseconds elapsed);

 private:
  struct Stored {
    std::string document = {};  // empty: nothing is stored yet
    std::string resource_version = {};
  };

  static Result<Stored> stored_in(Result<http::Response> answer);
  void load();
  void on_loaded(const Result<Stored>& stored);
  void store(const std::string& document, std::uint64_t changes);
  void on_stored(const Result<Stored>& stored, std::uint64_t changes);

  const LoopParts& loop_;
  const WritersKeeperParts parts_;
  Stored last_ = {};           // as it was read or written last
  std::uint64_t changes_ = 0;  // of the Writers that are stored
  bool loaded_ = false;
  bool busy_ = false;  // a request is under way
  bool said_trouble_ = false;
  std::chrono::nanoseconds next_{};
  std::chrono::nanoseconds next_load_{};
};

}  // namespace telltale::live
