// SPDX-License-Identifier: Apache-2.0
#include "remote/connections.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/hash.h"
#include "remote/accessor.h"

namespace telltale::remote {

class Connections::Registry {
 public:
  using Held = std::shared_ptr<Accessor>;

  Registry(const ConnectionParts& parts, const ConnectionRules& rules, ConnectionSink sink)
      : seed_(parts.seed),
        shared_{.management = parts.management,
                .scheduler = parts.scheduler,
                .clock = parts.clock,
                .dial = parts.dial,
                .rules = rules,
                .sink = std::move(sink),
                .connecting = AsyncSemaphore(rules.connecting_max),
                .deferred = DeferredQueue(parts.scheduler)} {}
  ~Registry();

  void want(std::vector<ClusterName> clusters);
  std::optional<ConnectionState> state_of(const ClusterName& cluster) const;
  Figures figures() const;

 private:
  void drop_others(const std::vector<ClusterName>& sorted);
  void add_missing(std::vector<ClusterName> sorted);

  const std::uint64_t seed_;
  SharedParts shared_;
  mutable std::mutex mutex_;
  std::map<ClusterName, Held> accessors_;
  std::vector<Held> leaving_;  // let go, and perhaps still at something
};

Connections::Registry::~Registry() {
  want({});
  // No other thread calls any more, so this is the last look at the accessors that leave.
  for (const Held& accessor : leaving_) accessor->let_go();
  for (const Held& accessor : leaving_) accessor->wait();
}

// Accessors are started and let go later, on the scheduler's thread: both may end in the sink.
void Connections::Registry::want(std::vector<ClusterName> clusters) {
  std::ranges::sort(clusters);
  const auto repeated = std::ranges::unique(clusters);
  clusters.erase(repeated.begin(), repeated.end());
  const std::scoped_lock lock(mutex_);
  std::erase_if(leaving_, [](const Held& accessor) { return accessor->over(); });
  drop_others(clusters);
  add_missing(std::move(clusters));
}

void Connections::Registry::drop_others(const std::vector<ClusterName>& sorted) {
  for (auto at = accessors_.begin(); at != accessors_.end();) {
    if (std::ranges::binary_search(sorted, at->first)) {
      ++at;
      continue;
    }
    const Held accessor = at->second;
    at = accessors_.erase(at);
    leaving_.push_back(accessor);
    shared_.deferred.run([accessor] { accessor->let_go(); });
  }
}

void Connections::Registry::add_missing(std::vector<ClusterName> sorted) {
  for (ClusterName& cluster : sorted) {
    const auto [place, is_new] = accessors_.try_emplace(std::move(cluster));
    if (!is_new) continue;
    const std::uint64_t seed = seed_ ^ TextHash {}(to_text(place->first));
    const auto accessor = std::make_shared<Accessor>(shared_, place->first, seed);
    place->second = accessor;
    shared_.deferred.run([accessor] { accessor->start(); });
  }
}

std::optional<ConnectionState> Connections::Registry::state_of(const ClusterName& cluster) const {
  const std::scoped_lock lock(mutex_);
  const auto found = accessors_.find(cluster);
  if (found == accessors_.end()) return std::nullopt;
  return found->second->state();
}

Connections::Figures Connections::Registry::figures() const {
  const std::scoped_lock lock(mutex_);
  const auto connected = std::ranges::count_if(
      accessors_, [](const auto& entry) { return entry.second->state().connected; });
  return {.wanted = accessors_.size(),
          .connected = static_cast<std::size_t>(connected),
          .probes = shared_.probes,
          .failures = shared_.failures};
}

Connections::Connections(const ConnectionParts& parts, const ConnectionRules& rules,
                         ConnectionSink sink)
    : registry_(std::make_unique<Registry>(parts, rules, std::move(sink))) {}
Connections::~Connections() = default;

void Connections::want(std::vector<ClusterName> clusters) { registry_->want(std::move(clusters)); }

std::optional<ConnectionState> Connections::state_of(const ClusterName& cluster) const {
  return registry_->state_of(cluster);
}

Connections::Figures Connections::figures() const { return registry_->figures(); }

}  // namespace telltale::remote
