// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the API server serves and what its definitions say, looked at again and again: a kind may
// come later, and a definition may change. Also which cluster it is. On the loop's thread.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/discovery.h"
#include "live/definitions.h"
#include "live/loop_parts.h"

namespace telltale::live {

// On the loop's thread.
struct ServerDiscoverySink {
  // What is served is not what it was.
  std::function<void(std::shared_ptr<const client::Served>)> on_served = {};
  // After every look: the definitions of what is served.
  std::function<void(const client::Served&, KnownDefinitions)> on_definitions = {};
  // Once: the UID of the kube-system namespace, by which clusters are told apart.
  std::function<void(const std::string& uid)> on_cluster_uid = {};
};

class ServerDiscovery {
 public:
  ServerDiscovery(const LoopParts& loop, std::chrono::milliseconds period, ServerDiscoverySink sink)
      : loop_(loop), period_(period), sink_(std::move(sink)) {}

  // Looks, if that is due and no look is under way.
  void keep_time(std::chrono::nanoseconds elapsed);
  bool has_served() const { return served_ != nullptr; }
  bool has_definitions() const { return has_definitions_; }

 private:
  void discover();
  void found(Result<client::Served> served, const std::vector<std::string>& errors);
  void defined(KnownDefinitions known);
  void read_cluster_uid();
  void cluster_uid_read(const Result<http::Response>& answer);
  void log_new(const std::vector<std::string>& errors, const std::vector<std::string>& before);

  const LoopParts& loop_;
  const std::chrono::milliseconds period_;
  const ServerDiscoverySink sink_;
  std::shared_ptr<const client::Served> served_;
  std::chrono::nanoseconds next_{};
  bool busy_ = false;
  bool has_definitions_ = false;
  bool asked_for_uid_ = false;
  // What was logged last, so that it is logged once.
  std::string logged_;
  std::string logged_about_uid_;
  std::vector<std::string> discovery_errors_;
  std::vector<std::string> definition_errors_;
};

}  // namespace telltale::live
