// SPDX-License-Identifier: Apache-2.0
#include "live/measure.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <thread>
#include <unordered_map>

#include "base/check.h"
#include "base/text.h"

namespace telltale::bench {
namespace {

using namespace std::chrono_literals;
using apiserver::Answer;
using apiserver::Watch;

constexpr std::chrono::seconds start_patience{1800};
constexpr std::chrono::milliseconds look_every{100};
constexpr std::chrono::seconds quiet{4};  // so long nothing must have been written
constexpr std::size_t changes_max = 10'000;
constexpr std::chrono::seconds change_patience{60};
constexpr std::string_view mark = "sent=";

double seconds_since(Watch::time_point begun) {
  return std::chrono::duration<double>(Watch::now() - begun).count();
}

double milliseconds_between(std::int64_t from, std::int64_t to) {
  return static_cast<double>(to - from) / 1e6;
}

std::int64_t moment() { return Watch::now().time_since_epoch().count(); }

bool is_idle(std::string_view page) {
  return !page.empty() && sample(page, "telltale_judged_trees_total") > 0 &&
         sample(page, "workqueue_depth") == 0 && sample(page, "telltale_writes_in_flight") == 0;
}

}  // namespace

RunProcess::RunProcess(const std::string& program, const std::string& kubeconfig) {
  spawn({program, "run", "--kubeconfig", kubeconfig, "--data-dir", folder() + "/run", "--http",
         "127.0.0.1:0", "--insecure-diagnostics", "--no-remote", "--kube-api-qps", "50000",
         "--kube-api-burst", "50000"});
}

int health_port(const apiserver::Processes& started) {
  constexpr std::string_view before = "health http://127.0.0.1:";
  std::string text;
  const bool told = apiserver::wait_for(60s, [&] {
    text = apiserver::read_text(started.folder() + "/log-0");
    const std::size_t at = text.find(before);
    return at != std::string::npos && text.find('/', at + before.size()) != std::string::npos;
  });
  check(told, "telltale says where it answers");
  return std::atoi(text.c_str() + text.find(before) + before.size());
}

Start watch_start(Clients& clients, const apiserver::Processes& measured, Watch::time_point begun,
                  std::uint64_t writes_before, const std::function<std::string()>& metrics) {
  Start start;
  const auto end = begun + start_patience;
  Watch::time_point changed = Watch::now();
  bool was_idle = false;
  while (true) {
    check(Watch::now() < end, "telltale comes to rest");
    std::this_thread::sleep_for(look_every);
    const std::uint64_t writes = clients.durable_writes() - writes_before;
    const std::string page = metrics();
    const bool idle = is_idle(page);
    if (writes != start.writes || (idle && !was_idle && writes == 0)) {
      changed = Watch::now();
      start.seconds = seconds_since(begun);
    }
    start.writes = writes;
    was_idle = idle;
    if (!idle || Watch::now() - changed < quiet) continue;
    start.cpu_seconds = measured.cpu_seconds();
    start.resident_mib = measured.resident_mib();
    start.peak_mib = measured.peak_mib();
    start.requests = static_cast<std::uint64_t>(sample(page, "rest_client_requests_total"));
    start.judged = sample(page, "telltale_judged_objects_total");
    return start;
  }
}

Latency latency_of(std::vector<double> milliseconds) {
  if (milliseconds.empty()) return {};
  std::ranges::sort(milliseconds);
  const auto at = [&](double part) {
    return milliseconds[static_cast<std::size_t>(static_cast<double>(milliseconds.size() - 1) *
                                                 part)];
  };
  return {.p50_ms = at(0.5), .p99_ms = at(0.99)};
}

namespace {

class Changes {
 public:
  Changes(Clients& clients, const LoadedFleet& fleet, int per_second)
      : clients_(clients),
        fleet_(fleet),
        per_second_(per_second),
        changes_(std::min<std::size_t>(changes_max, fleet.infrastructure.size())),
        not_counted_(changes_ / 10) {}

  ChangeFigures run(const apiserver::Processes& measured) {
    apiserver::Connection watching(clients_.loop(), clients_.target());
    watching.follow(request_text(clients_.target(), "GET",
                                 format("/apis/cluster.x-k8s.io/v1beta2/machines?watch=1&"
                                        "resourceVersion={}",
                                        clients_.revision())),
                    [this](std::string_view bytes) { hear(bytes); });
    std::this_thread::sleep_for(1s);
    const double cpu = measured.cpu_seconds();
    const auto begun = Watch::now();
    send_steadily();
    const double sending = seconds_since(begun);
    const auto end = Watch::now() + change_patience;
    while (heard_.size() < changes_ || answered_.size() < changes_) {
      check(Watch::now() < end, "every change ends in a condition");
      clients_.loop().turn(10ms);
    }
    ChangeFigures figures = figures_now();
    figures.per_second = static_cast<double>(changes_) / sending;
    figures.cpu_us = (measured.cpu_seconds() - cpu) * 1e6 / static_cast<double>(changes_);
    return figures;
  }

 private:
  // Neighbours in the list are Machines of one Cluster; those of one second are of many.
  std::size_t spread(std::size_t index) const {
    constexpr std::size_t stride = 7919;  // a prime
    return index * stride % fleet_.infrastructure.size();
  }

  std::string request(std::size_t index, std::int64_t sent) const {
    return request_text(
        clients_.target(), "PATCH", fleet_.infrastructure[spread(index)] + "/status",
        "application/merge-patch+json",
        format(R"({{"status":{{"conditions":[{{"type":"Ready","status":"True","reason":"Ready",)"
               R"("message":"{}{}","lastTransitionTime":"2026-01-01T00:00:00Z"}}]}}}})",
               mark, sent));
  }

  // At their times, whether or not those before are answered; one that finds every connection busy
  // counts from when it was due.
  void send_steadily() {
    const auto begin = Watch::now();
    const auto interval = std::chrono::nanoseconds(1s) / per_second_;
    std::size_t index = 0;
    while (index < changes_) {
      const auto due = begin + interval * static_cast<int>(index);
      auto& connections = clients_.connections();
      const auto free =
          std::ranges::find_if(connections, [](const auto& one) { return one->idle(); });
      const auto now = Watch::now();
      if (now < due || free == connections.end()) {
        clients_.loop().turn(now < due ? due - now : 10ms);
        continue;
      }
      const std::int64_t sent = due.time_since_epoch().count();
      order_[sent] = index;
      (*free)->ask(request(index, sent), [this, sent](const Answer& answer) {
        check(answer.status == 200, "every change is taken");
        answered_[sent] = moment();
      });
      ++index;
    }
  }

  void hear(std::string_view bytes) {
    const std::int64_t now = moment();
    rest_ += bytes;
    const std::size_t end = rest_.rfind('\n') + 1;
    for (const std::string_view line : split(std::string_view(rest_).substr(0, end), '\n')) {
      const std::size_t at = line.find(mark);
      if (at == std::string_view::npos) continue;
      std::int64_t sent = 0;
      std::from_chars(line.data() + at + mark.size(), line.data() + line.size(), sent);
      if (order_.contains(sent)) heard_.try_emplace(sent, now);
    }
    rest_.erase(0, end);
  }

  ChangeFigures figures_now() const {
    std::vector<double> change;
    std::vector<double> written;
    std::vector<double> whole;
    for (const auto& [sent, heard] : heard_) {
      if (order_.at(sent) < not_counted_) continue;
      const std::int64_t answered = answered_.at(sent);
      change.push_back(milliseconds_between(sent, answered));
      written.push_back(std::max(0.0, milliseconds_between(answered, heard)));
      whole.push_back(milliseconds_between(sent, heard));
    }
    return {.changes = whole.size(),
            .change = latency_of(std::move(change)),
            .written = latency_of(std::move(written)),
            .whole = latency_of(std::move(whole))};
  }

  Clients& clients_;
  const LoadedFleet& fleet_;
  const int per_second_;
  const std::size_t changes_;
  const std::size_t not_counted_;  // while buffers and caches get warm
  std::unordered_map<std::int64_t, std::size_t> order_;
  std::unordered_map<std::int64_t, std::int64_t> answered_;
  std::unordered_map<std::int64_t, std::int64_t> heard_;
  std::string rest_;
};

}  // namespace

ChangeFigures measure_changes(Clients& clients, const apiserver::Processes& measured,
                              const LoadedFleet& fleet, int per_second) {
  return Changes(clients, fleet, per_second).run(measured);
}

}  // namespace telltale::bench
