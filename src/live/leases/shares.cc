// SPDX-License-Identifier: Apache-2.0
#include "live/leases/shares.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reconcile/leases/lease_holder.h"
#include "reconcile/leases/shards.h"

namespace telltale::live {

void Shares::start(const LeaseKeeperParts& parts, std::uint64_t seed, LeaseSink sink) {
  std::unique_ptr<LeaseClaimant> claimant;
  if (is_sharded()) {
    claimant = std::make_unique<Shards>(options_.identity, options_.shards, options_.rules);
  } else {
    claimant =
        std::make_unique<LeaseHolder>("telltale-leader", options_.identity, options_.rules, seed);
  }
  leases_ = std::make_unique<LeaseKeeper>(
      parts,
      LeaseKeeperOptions{.namespace_name = options_.namespace_name,
                         .set = is_sharded() ? format("{}", options_.shards) : std::string(),
                         .rules = options_.rules},
      std::move(claimant), std::move(sink));
}

bool Shares::give_back(std::chrono::milliseconds patience) {
  return !leases_ || leases_->resign_and_wait(patience);
}

std::size_t Shares::shard(std::string_view tree) const {
  return is_sharded() ? shard_of(tree, options_.shards) : 0;
}

bool Shares::is_ours(std::string_view tree) const {
  return !leases_ || std::ranges::binary_search(leases_->held(), shard(tree));
}

std::function<bool(std::string_view)> Shares::ours_now() const {
  if (!leases_) return [](std::string_view) { return true; };
  return [this, held = leases_->held()](std::string_view tree) {
    return std::ranges::binary_search(held, shard(tree));
  };
}

bool Shares::take(const std::vector<std::size_t>& held) {
  const bool lost = held.size() < held_.size();
  held_ = held;
  std::erase_if(remembered_,
                [&](std::size_t one) { return !std::ranges::binary_search(held_, one); });
  return lost;
}

bool Shares::was_ours(std::string_view tree) const {
  return std::ranges::binary_search(held_, shard(tree));
}

std::string Shares::text() const {
  if (is_sharded()) return format("holding {} of {} shards", held_.size(), options_.shards);
  return held_.empty() ? "not leading" : "leading";
}

bool Shares::is_remembered(std::string_view tree) const {
  return !leases_ || std::ranges::binary_search(remembered_, shard(tree));
}

}  // namespace telltale::live
