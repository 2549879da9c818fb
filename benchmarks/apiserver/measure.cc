// SPDX-License-Identifier: Apache-2.0
#include "apiserver/measure.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <deque>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "apiserver/load_client.h"
#include "base/check.h"
#include "base/rng.h"
#include "base/text.h"

namespace telltale::apiserver {
namespace {

using namespace std::chrono_literals;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t clients = 16;
constexpr std::size_t lists = 9;
constexpr int updates_per_second = 200;
constexpr std::size_t updates = 1'600;
constexpr std::size_t updates_not_counted = 200;  // while buffers and caches get warm
constexpr std::size_t sampled_watchers = 32;
constexpr std::chrono::seconds settling{2};
constexpr std::chrono::seconds patience{60};

constexpr std::string_view collection = "/apis/bench.telltale.dev/v1/namespaces/default/probes";

constexpr std::string_view definition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "probes.bench.telltale.dev"},
  "spec": {"group": "bench.telltale.dev", "scope": "Namespaced",
    "names": {"plural": "probes", "singular": "probe", "kind": "Probe", "listKind": "ProbeList"},
    "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
          "clusterName": {"type": "string", "minLength": 1}, "replicas": {"type": "integer"},
          "version": {"type": "string"}, "paused": {"type": "boolean"},
          "zones": {"type": "array", "items": {"type": "string"}}}},
        "status": {"type": "object", "properties": {
          "phase": {"type": "string"}, "sentAt": {"type": "integer"},
          "conditions": {"type": "array", "items": {"type": "object", "properties": {
            "type": {"type": "string"}, "status": {"type": "string"},
            "reason": {"type": "string"}, "message": {"type": "string"},
            "lastTransitionTime": {"type": "string", "format": "date-time"}}}}}}}}}}]}})json";

std::string name_of(std::size_t index) { return format("probe-{:06}", index); }

std::string object_text(std::size_t index) {
  return format(
      R"({{"apiVersion":"bench.telltale.dev/v1","kind":"Probe","metadata":{{"name":"{}","labels":)"
      R"({{"app":"bench","shard":"{}"}}}},"spec":{{"clusterName":"cluster-{}","replicas":{},)"
      R"("version":"v1.26.0","paused":false,"zones":["zone-a","zone-b"]}}}})",
      name_of(index), index % 16, index % 100, index % 7);
}

std::string patch_text(std::size_t index, std::int64_t sent) {
  return format(R"({{"status":{{"phase":"Running","sentAt":{},"conditions":[{{"type":"Ready",)"
                R"("status":"True","reason":"Healthy","message":"round {}",)"
                R"("lastTransitionTime":"2026-01-01T00:00:00Z"}}]}}}})",
                sent, index);
}

Pace pace_of(std::vector<double> milliseconds, double seconds) {
  if (milliseconds.empty()) return {};
  std::ranges::sort(milliseconds);
  const auto at = [&](double part) {
    return milliseconds[static_cast<std::size_t>(static_cast<double>(milliseconds.size() - 1) *
                                                 part)];
  };
  return {.per_second = static_cast<double>(milliseconds.size()) / seconds,
          .p50_ms = at(0.5),
          .p99_ms = at(0.99)};
}

double milliseconds_since(Watch::time_point start) {
  return Milliseconds(Watch::now() - start).count();
}

std::int64_t moment(Watch::time_point when) { return when.time_since_epoch().count(); }

class Bench {
 public:
  Bench(const ApiProcess& server, const Sizes& sizes)
      : server_(server), sizes_(sizes), target_(server.target()) {
    for (std::size_t i = 0; i < clients; ++i) {
      connections_.push_back(std::make_unique<Connection>(loop_, target_));
    }
  }

  Figures run() {
    const double cpu_before = server_.cpu_seconds();
    figures_.syncs_per_second = syncs_per_second(server_.folder());
    define();
    figures_.empty_mib = settled_mib();
    figures_.creates = create(0, sizes_.objects);
    figures_.filled_mib = settled_mib();
    figures_.patches = patch_all();
    figures_.patched_mib = settled_mib();
    figures_.gets = get_any();
    server_.forget_peak();
    figures_.list = list(collection);
    figures_.cached_list = list(format("{}?resourceVersion=0", collection));
    figures_.list_peak_mib = server_.peak_mib();
    figures_.one_watcher = watch(1);
    if (sizes_.many_watchers > 0) figures_.many_watchers = watch(sizes_.many_watchers);
    if (sizes_.many_objects > 0) {
      create(sizes_.objects, sizes_.many_objects - sizes_.objects);
      figures_.large_mib = settled_mib();
    }
    figures_.cpu_seconds = server_.cpu_seconds() - cpu_before;
    return figures_;
  }

 private:
  using MakeRequest = std::function<std::string(std::size_t index)>;

  Answer ask(const std::string& request) {
    std::optional<Answer> got;
    connections_.front()->ask(request, [&](const Answer& answer) { got = answer; });
    while (!got) loop_.turn(1s);
    return *got;
  }

  void define() {
    const Answer made =
        ask(request_text(target_, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                         "application/json", definition));
    check(made.status == 201, "the definition is taken");
    const auto end = Watch::now() + patience;
    while (ask(request_text(target_, "GET", collection)).status != 200) {
      check(Watch::now() < end, "the definition gets established");
      std::this_thread::sleep_for(50ms);
    }
  }

  double settled_mib() const {
    std::this_thread::sleep_for(settling);
    return server_.resident_mib();
  }

  // All clients ask, each again as soon as it is answered.
  Pace flood(std::size_t count, int expected, const MakeRequest& request) {
    std::vector<double> times;
    times.reserve(count);
    std::size_t next = 0;
    const std::function<void(Connection&)> go_on = [&](Connection& connection) {
      if (next == count) return;
      const auto start = Watch::now();
      connection.ask(request(next++), [&, start](const Answer& answer) {
        if (answer.status != expected) {
          std::fprintf(stderr, "%d: %.*s\n", answer.status, static_cast<int>(answer.body.size()),
                       answer.body.data());
        }
        check(answer.status == expected, "every request of a measurement is answered as expected");
        times.push_back(milliseconds_since(start));
        go_on(connection);
      });
    };
    const double cpu = server_.cpu_seconds();
    const auto start = Watch::now();
    for (const auto& connection : connections_) go_on(*connection);
    while (times.size() < count) loop_.turn(1s);
    Pace pace = pace_of(std::move(times), milliseconds_since(start) / 1000);
    pace.cpu_us = (server_.cpu_seconds() - cpu) * 1e6 / static_cast<double>(count);
    return pace;
  }

  Pace create(std::size_t first, std::size_t count) {
    return flood(count, 201, [&](std::size_t index) {
      return request_text(target_, "POST", collection, "application/json",
                          object_text(first + index));
    });
  }

  Pace patch_all() {
    return flood(sizes_.objects, 200, [&](std::size_t index) { return patch_request(index, 1); });
  }

  std::string patch_request(std::size_t index, std::int64_t sent) const {
    return request_text(target_, "PATCH",
                        format("{}/{}/status", collection, name_of(index % sizes_.objects)),
                        "application/merge-patch+json", patch_text(index, sent));
  }

  Pace get_any() {
    Rng rng(1);
    return flood(2 * sizes_.objects, 200, [&](std::size_t) {
      return request_text(target_, "GET",
                          format("{}/{}", collection, name_of(rng.below(sizes_.objects))));
    });
  }

  Pace list(std::string_view path) {
    const std::string request = request_text(target_, "GET", path);
    std::vector<double> times;
    const double cpu = server_.cpu_seconds();
    const auto start = Watch::now();
    for (std::size_t i = 0; i < lists; ++i) {
      const auto asked = Watch::now();
      const Answer answer = ask(request);
      check(answer.status == 200, "the list is answered");
      times.push_back(milliseconds_since(asked));
      figures_.list_mb = static_cast<double>(answer.body_bytes) / 1e6;
    }
    Pace pace = pace_of(std::move(times), milliseconds_since(start) / 1000);
    pace.cpu_us = (server_.cpu_seconds() - cpu) * 1e6 / static_cast<double>(lists);
    return pace;
  }

  struct Heard {
    std::size_t events = 0;
    std::string rest;  // the beginning of a line
    std::vector<double>* times = nullptr;
  };

  // From the moment that a patch was sent, which stands in it, to its event's arrival. Most
  // watchers only count, or the client would be what is measured.
  static void hear(Heard& heard, std::string_view bytes) {
    if (heard.times == nullptr) {
      for (auto at = bytes.find('\n'); at != std::string_view::npos;
           at = bytes.find('\n', at + 1)) {
        ++heard.events;
      }
      return;
    }
    const auto now = moment(Watch::now());
    heard.rest += bytes;
    const std::size_t end = heard.rest.rfind('\n') + 1;
    for (const std::string_view line : split(std::string_view(heard.rest).substr(0, end), '\n')) {
      constexpr std::string_view mark = "\"sentAt\":";
      const std::size_t at = line.rfind(mark);
      if (at == std::string_view::npos || ++heard.events <= updates_not_counted) continue;
      std::int64_t sent = 0;
      std::from_chars(line.data() + at + mark.size(), line.data() + line.size(), sent);
      heard.times->push_back(static_cast<double>(now - sent) / 1e6);
    }
    heard.rest.erase(0, end);
  }

  // Patches leave at their times, whether or not those before are answered; one that finds every
  // connection busy counts from when it was due.
  void update_steadily() {
    const auto begin = Watch::now();
    const auto interval = std::chrono::nanoseconds(1s) / updates_per_second;
    std::size_t sent = 0;
    while (sent < updates) {
      const auto due = begin + interval * static_cast<int>(sent);
      const auto now = Watch::now();
      const auto free =
          std::ranges::find_if(connections_, [](const auto& one) { return one->idle(); });
      if (now < due || free == connections_.end()) {
        loop_.turn(now < due ? due - now : 100ms);
        continue;
      }
      const bool late = now - due > 10 * interval;
      (*free)->ask(patch_request(sent, moment(late ? due : now)), [](const Answer& answer) {
        check(answer.status == 200, "every update is taken");
      });
      ++sent;
    }
  }

  Pace watch(std::size_t watchers) {
    std::vector<double> times;
    std::deque<Heard> heard(watchers);
    std::vector<std::unique_ptr<Connection>> watching;
    const std::string version = newest_version();
    for (std::size_t i = 0; i < watchers; ++i) {
      if (i % std::max<std::size_t>(1, watchers / sampled_watchers) == 0) heard[i].times = &times;
      watching.push_back(std::make_unique<Connection>(loop_, target_));
      watching.back()->follow(
          request_text(target_, "GET",
                       format("{}?watch=1&resourceVersion={}", collection, version)),
          [&one = heard[i]](std::string_view bytes) { hear(one, bytes); });
    }
    std::this_thread::sleep_for(settling);
    const double cpu = server_.cpu_seconds();
    const auto start = Watch::now();
    update_steadily();
    const auto end = Watch::now() + patience;
    const auto all_told = [&] {
      return std::ranges::all_of(heard, [](const Heard& one) { return one.events >= updates; });
    };
    while (!all_told()) {
      check(Watch::now() < end, "every watcher hears every update");
      loop_.turn(10ms);
    }
    Pace pace = pace_of(std::move(times), milliseconds_since(start) / 1000);
    pace.cpu_us = (server_.cpu_seconds() - cpu) * 1e6 / static_cast<double>(updates);
    return pace;
  }

  std::string newest_version() {
    const Answer answer = ask(request_text(target_, "GET", format("{}?limit=1", collection)));
    constexpr std::string_view mark = "\"resourceVersion\":\"";
    // That of the list, which may stand before or behind its only item: the larger one.
    std::uint64_t newest = 0;
    for (std::size_t at = answer.body.find(mark); at != std::string_view::npos;
         at = answer.body.find(mark, at + 1)) {
      std::uint64_t version = 0;
      const std::string_view digits = answer.body.substr(at + mark.size());
      std::from_chars(digits.data(), digits.data() + digits.size(), version);
      newest = std::max(newest, version);
    }
    return format("{}", newest);
  }

  const ApiProcess& server_;
  const Sizes sizes_;
  const Target target_;
  Loop loop_;
  std::vector<std::unique_ptr<Connection>> connections_;
  Figures figures_;
};

}  // namespace

Figures measure(const ApiProcess& server, const Sizes& sizes) { return Bench(server, sizes).run(); }

}  // namespace telltale::apiserver
