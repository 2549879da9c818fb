// SPDX-License-Identifier: Apache-2.0
#pragma once

// One connection to one workload cluster, from its kubeconfig to its end: it can be probed, and of
// its objects those are watched that tables need. When it fails it is thrown away and a new one is
// made; it repairs nothing by itself.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"
#include "client/watch/reflector.h"
#include "remote/connection.h"
#include "remote/deferred_queue.h"

namespace telltale::remote {

// What the watched objects do. Called on threads of the transport or the scheduler, one at a time
// per kind ("Node", "Pod", "ConfigMap", which are constants).
struct WorkloadSink {
  std::function<void(std::string_view kind)> on_list = {};
  std::function<void(std::string_view kind, std::string_view document)> on_object = {};
  std::function<void(std::string_view kind, std::string_view document)> on_deleted = {};
  std::function<void(std::string_view kind)> on_synced = {};
  std::function<void(std::string_view kind, const Error& trouble)> on_error = {};
};

struct WorkloadParts {
  client::Scheduler& scheduler;
  DeferredQueue& deferred;
  const Clock& clock;
  const ConnectionRules& rules;
  std::uint64_t seed = 0;
};

// Not safe to share between threads.
class Workload {
 public:
  Workload(std::unique_ptr<client::Transport> transport, const WorkloadParts& parts);
  ~Workload();  // when it returns nothing is called any more
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;

  // GET /, once: a probe that is repeated would tell too late.
  void probe(std::chrono::milliseconds timeout, std::function<void(Result<http::Response>)> then);
  // All callbacks of the sink must be set.
  void watch(WorkloadSink sink);
  // May be called by what the sink hears; a little may still be on its way to it.
  void stop_watching();

 private:
  WorkloadParts parts_;
  // Each stands on those above it.
  std::unique_ptr<client::Transport> transport_;
  std::unique_ptr<client::PendingRequest> probe_;
  std::unique_ptr<client::Api> api_;  // not before something is watched
  std::vector<std::unique_ptr<client::Reflector>> reflectors_;
};

// Why Nodes cannot be listed, in words that stay the same as long as the reason does: they end in a
// condition's message.
std::string lookup_error_text(const Error& trouble);

}  // namespace telltale::remote
