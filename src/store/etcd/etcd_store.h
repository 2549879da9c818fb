// SPDX-License-Identifier: Apache-2.0
#pragma once

// The store that several API servers share. etcd decides every write (compare-and-set on the key's
// revision) and numbers it; the CurrentState is fed by one watch and by nothing else, so it sees
// the writes of all servers in etcd's order. Our own write is answered when it has come back that
// way.
//
//   commit ─► etcd ─► watch ─► CurrentState ─► done
//
// Values lie in etcd without a stamp: their revision is etcd's to give. A sealed one is only
// written while the keyring is the one it was sealed with (a fence), so that no server, however
// late, brings back a data key that another has dropped. Without etcd, reading goes on from what
// was seen last. Safe to share between threads.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "store/etcd/etcd_client.h"
#include "store/etcd/etcd_target.h"
#include "store/store.h"
#include "store/stores.h"

namespace telltale::store {

class EtcdStore final : public Store {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Store>> open(const EtcdTarget& target,
                                                           const StoreOptions& options,
                                                           const Clock& clock);
  EtcdStore(const EtcdTarget& target, const StoreOptions& options, const Clock& clock);
  ~EtcdStore() override;

  void commit(Write write, Done done) override;
  CurrentState& present() override { return present_; }
  [[nodiscard]] Result<Revision> catch_up() override;
  [[nodiscard]] Result<void> compact(Revision revision) override;
  Health health() const override;
  CommitFigures figures() const override;

 private:
  struct Waiting {
    Write write;
    Done done;
    int fenced_off = 0;  // how often it was sealed with a keyring that was no longer the newest
  };
  // Something to say once the CurrentState has reached a revision, or, too late, that it has not.
  struct Expected {
    std::chrono::nanoseconds until{};
    std::function<void(Result<void>)> said;
  };
  struct Loaded {
    std::vector<Item> items;
    Revision revision = 0;
  };

  EtcdQuery everything() const;
  [[nodiscard]] Result<Loaded> load(EtcdClient::Connecting connecting);
  [[nodiscard]] Result<void> begin(EtcdClient::Connecting connecting);
  Item item_of(const EtcdEntry& entry) const;
  Bytes value_of(const std::string& key, const std::string& at_rest, Revision revision);

  void send(Waiting waiting);
  [[nodiscard]] Result<EtcdWrite> wire_form(const Write& write);
  void answered(const Write& write, const Done& done, const Result<EtcdOutcome>& outcome);
  bool sent_again(Waiting& waiting, const Result<EtcdOutcome>& outcome, Revision keyring);
  void send_next();
  void when_visible(Revision revision, std::function<void(Result<void>)> said);
  void say_what_is_visible();
  void give_up_on_late();
  [[nodiscard]] Result<bool> nothing_changed_until(Revision revision);

  // On the watcher's thread.
  void follow();
  void take(EtcdNews news);
  [[nodiscard]] Result<void> reload();
  bool pause();

  void record_error(const Error& error);
  void note_written();
  void note_reached();
  void count(const Result<void>& outcome);

  const StoreOptions options_;
  const Clock& clock_;
  EtcdClient client_;
  CurrentState present_;

  mutable std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::deque<Waiting> queue_;
  std::size_t in_flight_ = 0;
  std::multimap<Revision, Expected> expected_;
  Revision equal_until_ = 0;  // etcd's state is known to be ours up to here
  std::string error_;
  bool unreached_ = false;  // error_ says so: an answer of any kind clears it
  CommitFigures figures_;
  bool stopping_ = false;

  std::thread watcher_;  // last: everything it uses is there
};

}  // namespace telltale::store
