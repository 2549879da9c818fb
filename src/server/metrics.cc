// SPDX-License-Identifier: Apache-2.0
#include "server/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

#include "base/text.h"

namespace telltale::server {
namespace {

const prometheus::Histogram::BucketBoundaries latency_buckets{
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60};

constexpr std::array<std::string_view, 13> known_verbs{
    "create", "delete", "deletecollection", "get",  "head", "list", "options", "patch", "post",
    "put",    "trace",  "update",           "watch"};

// Of paths that are not about objects the verb is the method, and clients make methods up.
std::string bounded_verb(std::string_view verb) {
  const bool known = std::ranges::find(known_verbs, verb) != known_verbs.end();
  return known ? std::string(verb) : "other";
}

// Named as Kubernetes names them, where they mean the same. Levels only: users are too many.
void add_flows(prometheus::Registry& registry, const FlowControl::Figures& flows) {
  const auto family = [&](auto builder, const char* name, const char* help) -> auto& {
    return builder.Name(name).Help(help).Register(registry);
  };
  auto& waiting = family(prometheus::BuildGauge(), "apiserver_flowcontrol_current_inqueue_requests",
                         "Requests that wait for their turn.");
  auto& running =
      family(prometheus::BuildGauge(), "apiserver_flowcontrol_current_executing_requests",
             "Requests that are being worked on.");
  auto& seats = family(prometheus::BuildGauge(), "apiserver_flowcontrol_current_executing_seats",
                       "Seats that those requests take.");
  auto& begun =
      family(prometheus::BuildCounter(), "apiserver_flowcontrol_dispatched_requests_total",
             "Requests whose turn came.");
  auto& refused =
      family(prometheus::BuildCounter(), "apiserver_flowcontrol_rejected_requests_total",
             "Requests refused with 429: no room to wait, or waited too long.");
  for (const Level level : every_level) {
    const FairQueue::Figures& figures = flows[static_cast<std::size_t>(level)];
    const prometheus::Labels labels{{"priority_level", std::string(name_of(level))}};
    waiting.Add(labels).Set(static_cast<double>(figures.waiting));
    running.Add(labels).Set(static_cast<double>(figures.running));
    seats.Add(labels).Set(static_cast<double>(figures.seats));
    begun.Add(labels).Increment(static_cast<double>(figures.begun));
    for (const Refused why : every_refusal) {
      auto with_reason = labels;
      with_reason.emplace("reason", name_of(why));
      refused.Add(with_reason)
          .Increment(static_cast<double>(figures.refused[static_cast<std::size_t>(why)]));
    }
  }
}

void tell_audit(const AuditLog::Figures& audit, prometheus::Registry& now) {
  auto& events = prometheus::BuildCounter()
                     .Name("telltale_audit_events_total")
                     .Help("Audit events written, by level.")
                     .Register(now);
  for (const AuditLevel level :
       {AuditLevel::Metadata, AuditLevel::Request, AuditLevel::RequestResponse}) {
    events.Add({{"level", std::string(to_text(level))}})
        .Increment(static_cast<double>(audit.events[static_cast<std::size_t>(level)]));
  }
  auto& lost = prometheus::BuildCounter()
                   .Name("telltale_audit_lost_total")
                   .Help(
                       "Audit events that are in no file: the queue was full, the disk refused "
                       "them, or there were too many of one client.")
                   .Register(now);
  lost.Add({{"why", "queue"}}).Increment(static_cast<double>(audit.lost_to_queue));
  lost.Add({{"why", "disk"}}).Increment(static_cast<double>(audit.lost_to_disk));
  lost.Add({{"why", "client"}}).Increment(static_cast<double>(audit.left_out));
  prometheus::BuildCounter()
      .Name("telltale_audit_rotations_total")
      .Help("How often the audit log was moved aside because it was full.")
      .Register(now)
      .Add({})
      .Increment(static_cast<double>(audit.rotations));
  prometheus::BuildGauge()
      .Name("telltale_audit_queue_bytes")
      .Help("Audit events that are not written yet.")
      .Register(now)
      .Add({})
      .Set(static_cast<double>(audit.queue_bytes));
  prometheus::BuildGauge()
      .Name("telltale_audit_writable")
      .Help("1 unless the last audit events could not be written.")
      .Register(now)
      .Add({})
      .Set(audit.writable ? 1 : 0);
}

}  // namespace

struct Metrics::Series {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests =
      prometheus::BuildCounter()
          .Name("telltale_apiserver_requests_total")
          .Help("Requests answered, by verb, resource and HTTP code.")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& latency =
      prometheus::BuildHistogram()
          .Name("telltale_apiserver_request_duration_seconds")
          .Help("From the last byte of a request to its answer, by verb; watches until they began.")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& waits =
      prometheus::BuildHistogram()
          .Name("apiserver_flowcontrol_request_wait_duration_seconds")
          .Help("How long requests waited for their turn, by level.")
          .Register(registry);
  std::mutex mutex;
  std::set<std::string, std::less<>> resources;

  // A client that asks for made-up resources must not grow the series.
  std::string bounded(std::string_view resource) {
    const std::lock_guard lock(mutex);
    if (resources.contains(resource)) return std::string(resource);
    if (resources.size() >= resource_labels_max) return "other";
    resources.emplace(resource);
    return std::string(resource);
  }
};

Metrics::Metrics() : series_(std::make_unique<Series>()) {}
Metrics::~Metrics() = default;

void Metrics::request(std::string_view verb, std::string_view resource, int code, double seconds) {
  const std::string known = bounded_verb(verb);
  series_->requests
      .Add(
          {{"verb", known}, {"resource", series_->bounded(resource)}, {"code", format("{}", code)}})
      .Increment();
  series_->latency.Add({{"verb", known}}, latency_buckets).Observe(seconds);
}

void Metrics::waited(std::string_view level, double seconds) {
  series_->waits.Add({{"priority_level", std::string(level)}}, latency_buckets).Observe(seconds);
}

namespace {

void add_budget(prometheus::Registry& now, const http::Budget::Figures& figures) {
  constexpr std::array<const char*, http::Budget::uses> holders{"connections", "requests",
                                                                "answers"};
  constexpr std::array<const char*, http::Budget::limits> limits{"strangers", "client", "all",
                                                                 "stream"};
  auto& held = prometheus::BuildGauge()
                   .Name("telltale_http_bytes")
                   .Help("Bytes held for clients, by what for.")
                   .Register(now);
  for (std::size_t i = 0; i < holders.size(); ++i) {
    held.Add({{"held_by", holders[i]}}).Set(static_cast<double>(figures.held[i]));
  }
  auto& refused = prometheus::BuildCounter()
                      .Name("telltale_http_refused_total")
                      .Help("What found no room, by the limit that it would have passed.")
                      .Register(now);
  for (std::size_t i = 0; i < limits.size(); ++i) {
    refused.Add({{"why", limits[i]}}).Increment(static_cast<double>(figures.refused[i]));
  }
}

}  // namespace

std::string Metrics::text(const Gauges& gauges) const {
  prometheus::Registry now;
  const auto gauge = [&](const char* name, const char* help, double value) {
    prometheus::BuildGauge().Name(name).Help(help).Register(now).Add({}).Set(value);
  };
  const auto counter = [&](const char* name, const char* help, double value) {
    prometheus::BuildCounter().Name(name).Help(help).Register(now).Add({}).Increment(value);
  };
  gauge("telltale_apiserver_watchers", "Watches that are open.",
        static_cast<double>(gauges.watchers));
  gauge("telltale_apiserver_watch_unsent_bytes",
        "Lines that watches still have to send, each counted once.",
        static_cast<double>(gauges.watch_bytes));
  gauge("telltale_apiserver_connections", "Connections that are open.",
        static_cast<double>(gauges.connections));
  gauge("telltale_store_objects", "Objects in the store.", static_cast<double>(gauges.objects));
  gauge("telltale_store_revision", "Revision of the newest change.",
        static_cast<double>(gauges.revision));
  counter("telltale_store_commits_total", "Batches of writes made durable.",
          static_cast<double>(gauges.commits.commits));
  counter("telltale_store_writes_total", "Writes made durable.",
          static_cast<double>(gauges.commits.writes));
  counter("telltale_store_refused_total", "Writes refused, conflicts included.",
          static_cast<double>(gauges.commits.refused));
  counter("telltale_store_commit_seconds_total", "Time spent making batches durable.",
          gauges.commits.seconds);
  if (gauges.disk) {
    gauge("telltale_store_file_bytes", "Size of the store's file.",
          static_cast<double>(gauges.disk->file_bytes));
    gauge("telltale_store_file_unused_bytes", "How much of the store's file holds nothing.",
          static_cast<double>(gauges.disk->unused_bytes));
    gauge("telltale_store_wal_bytes", "Size of the log written ahead of the store's file.",
          static_cast<double>(gauges.disk->log_bytes));
    counter("telltale_store_checkpoints_total", "How often that log was moved into the file.",
            static_cast<double>(gauges.disk->checkpoints));
    gauge("telltale_store_checkpoint_age_seconds",
          "Time since that log was last moved into the file; grows while nothing is written.",
          gauges.disk->checkpoint_age_seconds);
  }
  if (!gauges.expiries.empty()) {
    auto& family = prometheus::BuildGauge()
                       .Name("telltale_certificate_expiry_seconds")
                       .Help("How long the newest certificate or token of that name lasts.")
                       .Register(now);
    for (const ExpiryFigure& one : gauges.expiries)
      family.Add({{"name", one.name}}).Set(one.seconds);
  }
  tell_audit(gauges.audit, now);
  counter("telltale_apiserver_exceptions_total", "Requests and other work ended by an exception.",
          static_cast<double>(gauges.exceptions));
  counter("telltale_apiserver_conversion_reviews_answered_total",
          "Reviews that conversion webhooks answered.",
          static_cast<double>(gauges.reviews.answered));
  counter("telltale_apiserver_conversion_reviews_unanswered_total",
          "Reviews that conversion webhooks did not answer in time.",
          static_cast<double>(gauges.reviews.unanswered));
  counter("telltale_apiserver_conversion_reviews_not_asked_total",
          "Reviews not sent: the webhook was silent lately, or too many were under way.",
          static_cast<double>(gauges.reviews.not_asked));
  add_flows(now, gauges.flows);
  if (gauges.budget) add_budget(now, *gauges.budget);
  const prometheus::TextSerializer serializer;
  return serializer.Serialize(series_->registry.Collect()) + serializer.Serialize(now.Collect());
}

}  // namespace telltale::server
