// SPDX-License-Identifier: Apache-2.0
// The store of simulations and tests: a CurrentState and nothing behind it.

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "store/commit_rules.h"
#include "store/stores.h"

namespace telltale::store {
namespace {

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(const StoreOptions& options) : present_(options.history) {}

  void commit(Write write, Done done) override { done(make(std::move(write))); }
  CurrentState& present() override { return present_; }
  Result<Revision> catch_up() override { return present_.revision(); }
  Result<void> compact(Revision revision) override {
    if (auto known = compactable(present_, revision); !known) return known;
    present_.compact(revision);
    return {};
  }
  Health health() const override { return {}; }
  CommitFigures figures() const override {
    const std::lock_guard held(mutex_);
    return figures_;
  }

 private:
  Result<Revision> make(Write write) {
    const std::lock_guard held(mutex_);
    auto result = admit(write);
    if (result) {
      const auto found = present_.get(write.key);
      result = compare(write, found ? found->revision : 0);
    }
    if (!result) {
      ++figures_.refused;
      return fail(std::move(result).error());
    }
    const auto revision = present_.revision() + 1;
    std::vector<Change> changes;
    changes.push_back(change_of(std::move(write), revision));
    present_.apply(std::move(changes));
    ++figures_.commits;
    ++figures_.writes;
    return revision;
  }

  CurrentState present_;
  mutable std::mutex mutex_;  // one write at a time
  CommitFigures figures_;
};

}  // namespace

std::unique_ptr<Store> open_memory_store(const StoreOptions& options) {
  return std::make_unique<MemoryStore>(options);
}

}  // namespace telltale::store
