// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which trees this replica looks after, among several: all of them while it leads, or those of the
// shards that it holds; all of them, always, where it is alone. Leases decide (lease_keeper.h).

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "live/leases/lease_keeper.h"

namespace telltale::live {

class Shares {
 public:
  // The options outlive it.
  explicit Shares(const LeaseOptions& options) : options_(options) {}

  // Asks for the Leases from now on; the sink hears of them on any thread. Before anybody else
  // uses this, and not at all where the replica is alone.
  void start(const LeaseKeeperParts& parts, std::uint64_t seed, LeaseSink sink);
  // Gives the Leases back; false when patience ran out. After the loop's thread.
  [[nodiscard]] bool give_back(std::chrono::milliseconds patience);

  // Any thread.
  bool is_alone() const { return options_.mode == LeaseOptions::Mode::None; }
  bool is_sharded() const { return options_.mode == LeaseOptions::Mode::Shards; }
  // By the Leases at this moment; asked before every write, since a process may have slept.
  bool is_ours(std::string_view tree) const;
  // The same for many trees, with one look at the Leases.
  std::function<bool(std::string_view tree)> ours_now() const;

  // The loop's thread. What the Leases said last; returns whether something was lost by it.
  bool take(const std::vector<std::size_t>& held);
  const std::vector<std::size_t>& held() const { return held_; }
  bool was_ours(std::string_view tree) const;
  // "holding 2 of 4 shards", "leading".
  std::string text() const;
  // Whether Memory was read since the tree is ours. The replica that held it before may have
  // remembered something: judged without that, clocks would begin anew, and be stored that way.
  bool is_remembered(std::string_view tree) const;
  void remember(const std::vector<std::size_t>& held) { remembered_ = held; }

 private:
  std::size_t shard(std::string_view tree) const;

  const LeaseOptions& options_;
  std::unique_ptr<LeaseKeeper> leases_;
  std::vector<std::size_t> held_;        // in ascending order, as the next
  std::vector<std::size_t> remembered_;  // those whose Memory was read since they are held
};

}  // namespace telltale::live
