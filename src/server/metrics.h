// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the server tells about itself in Prometheus' text format: requests by verb, their latency,
// watchers, and how long the store takes to make writes durable. The number of series is bounded:
// labels are verbs, codes and the resources that are served, and past a limit they are "other".
// Safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/budget.h"
#include "server/access/audit/audit.h"
#include "server/conversion/webhook_calls.h"
#include "server/flow/flow_control.h"
#include "store/store.h"

namespace telltale::server {

inline constexpr std::size_t resource_labels_max = 200;

// How long a credential lasts: "ca", "serving", "admin".
struct ExpiryFigure {
  std::string name;
  double seconds = 0;
};

class Metrics {
 public:
  Metrics();
  ~Metrics();

  void request(std::string_view verb, std::string_view resource, int code, double seconds);
  // How long a request waited for its turn.
  void waited(std::string_view level, double seconds);

  // What is counted elsewhere, at the moment of the question.
  struct Gauges {
    std::size_t watchers = 0;
    std::size_t watch_bytes = 0;
    std::size_t connections = 0;
    std::size_t objects = 0;
    std::int64_t revision = 0;
    AuditLog::Figures audit = {};
    std::uint64_t exceptions = 0;
    FlowControl::Figures flows = {};
    WebhookCalls::Figures reviews = {};
    std::vector<ExpiryFigure> expiries = {};
    store::CommitFigures commits = {};
    std::optional<store::DiskFigures> disk = {};
    std::optional<http::Budget::Figures> budget = {};
  };
  std::string text(const Gauges& gauges) const;

 private:
  struct Series;
  std::unique_ptr<Series> series_;
};

}  // namespace telltale::server
