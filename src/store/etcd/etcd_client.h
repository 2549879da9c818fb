// SPDX-License-Identifier: Apache-2.0
#pragma once

// etcd's protocol as plain values: ranges, compare-and-set, compaction, one watch. Talks to one of
// the endpoints at a time and goes on to the next when that one does not answer.
//
// Safe to share between threads; `watch` is for one thread at a time.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/sealing/stamp.h"

namespace telltale::store {

struct EtcdEntry {
  std::string key;
  std::string value;
  Revision revision = 0;
};

enum class EtcdWants { Values, Keys, Count };

struct EtcdQuery {
  std::string from;
  std::string to;
  Revision at = 0;         // 0: now, agreed with the other members
  Revision changed = 0;    // only keys changed at this revision or later
  std::int64_t limit = 0;  // 0: all
  EtcdWants wants = EtcdWants::Values;
};

struct EtcdRange {
  Revision revision = 0;  // of the whole etcd
  std::vector<EtcdEntry> entries;
  std::int64_t count = 0;
  bool more = false;
};

struct EtcdWrite {
  std::string key;
  std::optional<std::string> value;  // nothing: delete
  Revision expected = 0;
  // Another key that must be at that revision, too; empty: none.
  std::string fence = {};
  Revision fence_expected = 0;
};

struct EtcdOutcome {
  bool written = false;
  Revision revision = 0;  // of the whole etcd
  Revision found = 0;     // when not written: the key's, 0: it is not there
  Revision fence = 0;     // when not written: that of the other key
};

struct EtcdEvent {
  std::string key;
  std::optional<std::string> value;  // nothing: deleted
  Revision revision = 0;
};

// One step of a watch. Without events: everything up to `revision` was told.
struct EtcdNews {
  std::vector<EtcdEvent> events;
  Revision revision = 0;
};

struct EtcdWatch {
  std::string from;
  std::string to;
  Revision start = 0;
  std::function<void()> begun;
  std::function<void(EtcdNews)> news;
};

// How etcd knows who we are, and we that it is etcd.
struct EtcdLogin {
  enum class Wire : std::uint8_t { Plain, Tls } wire = Wire::Plain;
  std::string ca_pem = {};           // of TLS; empty: the system's authorities
  std::string certificate_pem = {};  // with its key, or neither
  std::string key_pem = {};
  std::string user = {};  // empty: nobody in particular, or whom the certificate names
  std::string password = {};
};

class EtcdClient {
 public:
  // Whether to fail at once while there is no connection, or to wait for one.
  enum class Connecting { Fail, Wait };

  EtcdClient(std::span<const std::string> endpoints, std::chrono::milliseconds patience,
             const EtcdLogin& login = {});
  // Waits until every commit was answered.
  ~EtcdClient();

  [[nodiscard]] Result<EtcdRange> range(const EtcdQuery& query,
                                        Connecting connecting = Connecting::Fail);
  // Calls `done` once, from a thread of the client.
  void commit(EtcdWrite write, std::function<void(Result<EtcdOutcome>)> done);
  [[nodiscard]] Result<void> compact(Revision revision);

  // Tells what changes until something breaks or end_watch is called, and says why it ended: Gone
  // when the changes asked for are compacted.
  Error watch(const EtcdWatch& watch);
  void end_watch();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace telltale::store
