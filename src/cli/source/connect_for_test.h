// SPDX-License-Identifier: Apache-2.0
#pragma once

// An API server that exists in a test only: kinds, objects and refusals as the test says, behind a
// scripted transport. Nothing listens.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/source/connect.h"
#include "client/transport/transport_for_test.h"
#include "http/target.h"
#include "report/settings_document.h"

namespace telltale::cli {

class FakeServer final : public Dialer {
 public:
  FakeServer() {
    add_kind("cluster.x-k8s.io", "Cluster", "clusters");
    add_kind("cluster.x-k8s.io", "Machine", "machines");
  }

  void add_kind(std::string group, std::string kind, std::string plural, bool namespaced = true) {
    kinds_.push_back({std::move(group), std::move(kind), std::move(plural), namespaced});
  }
  // An object of a kind, as JSON without apiVersion and kind.
  void add(std::string plural, std::string document) {
    objects_[std::move(plural)].push_back(std::move(document));
  }
  void clear(const std::string& plural) { objects_[plural].clear(); }
  // Whoever asks for a path with this in it is refused.
  void refuse(std::string part, int code, std::string message) {
    refusals_.emplace_back(std::move(part), std::pair(code, std::move(message)));
  }
  // Who runs telltale here, and which cluster it judges; nobody does where it is empty.
  std::string running = "u-here";
  // What the kubeconfig says.
  std::string token = {};
  std::string telltale_url = {};
  // What a running telltale answers to a path with this in it, or the server itself.
  void answer(std::string part, std::string body) {
    answers_.emplace_back(std::move(part), std::move(body));
  }

  Result<std::unique_ptr<Connection>> dial(const ConnectOptions&, const Streams& streams) override {
    auto connection = connected(streams);
    connection->server = "https://api.test";
    connection->namespace_name = "default";
    connection->token = token;
    connection->telltale_url = telltale_url;
    return connection;
  }
  Result<std::unique_ptr<Connection>> dial_url(const std::string& url, const std::string& shown,
                                               const Streams& streams) override {
    dialled.push_back(format("{} {}", url, shown));
    if (std::ranges::find(silent, url) != silent.end()) {
      return fail(Error::Kind::Unreachable, "connection refused");
    }
    auto connection = connected(streams);
    connection->server = url;
    return connection;
  }

  // Addresses nobody answers at.
  std::vector<std::string> silent = {};
  // Where a telltale was looked for, each with the token it was shown.
  std::vector<std::string> dialled = {};
  // Everything that was asked, in order.
  std::vector<std::string> asked = {};

 private:
  struct Kind {
    std::string group;
    std::string kind;
    std::string plural;
    bool namespaced;
  };

  std::unique_ptr<Connection> connected(const Streams& streams) {
    auto connection = std::make_unique<Connection>();
    auto transport = std::make_unique<client::ScriptedTransport>();
    transport->always([this](const client::Outgoing& request) { return respond(request.target); });
    connection->transport = std::move(transport);
    connection->scheduler = client::make_thread_scheduler();
    connection->api = std::make_unique<client::Api>(
        *connection->transport, *connection->scheduler, streams.clock, 1,
        client::ApiLimits{.qps = 1e6, .burst = 1'000'000, .attempts = 1});
    return connection;
  }

  Result<http::Response> respond(const std::string& target) {
    asked.push_back(target);
    for (const auto& [part, refusal] : refusals_) {
      if (!target.contains(part)) continue;
      if (refusal.first == 0) return fail(Error::Kind::Unreachable, refusal.second);
      return client::refusal(refusal.first, "Refused", refusal.second);
    }
    for (const auto& [part, body] : answers_) {
      if (target.contains(part)) return client::json_answer(200, body);
    }
    const std::string path = target.substr(0, target.find('?'));
    if (path == "/api/v1/namespaces/kube-system") {
      return client::json_answer(200, R"({"metadata":{"name":"kube-system","uid":"u-here"}})");
    }
    if (path.starts_with("/telltale/v1/") && running.empty()) {
      return fail(Error::Kind::Unreachable, "connection refused");
    }
    if (path == "/telltale/v1/settings") {
      return client::json_answer(200, write_settings({.cluster_uid = running}));
    }
    if (path == "/telltale/v1/connections" || path == "/telltale/v1/memory") {
      return client::json_answer(200, R"({"items":[]})");
    }
    if (path == "/api") return client::json_answer(200, R"({"kind":"APIVersions","versions":[]})");
    if (path == "/apis") return client::json_answer(200, groups());
    for (const Kind& kind : kinds_) {
      const std::string base = format("/apis/{}/v1beta2", kind.group);
      if (path == base) return client::json_answer(200, resources(kind.group));
      if (path.starts_with(base) && path.ends_with("/" + kind.plural)) {
        return client::json_answer(200, list(kind, path, target));
      }
    }
    return client::refusal(404, "NotFound", "the server could not find the requested resource");
  }

  std::string groups() const {
    std::vector<std::string> names;
    for (const Kind& kind : kinds_) {
      if (std::ranges::find(names, kind.group) == names.end()) names.push_back(kind.group);
    }
    std::vector<std::string> texts;
    for (const std::string& name : names) {
      const std::string version =
          format(R"({{"groupVersion":"{}/v1beta2","version":"v1beta2"}})", name);
      texts.push_back(format(R"({{"name":"{}","versions":[{}],"preferredVersion":{}}})", name,
                             version, version));
    }
    return format(R"({{"kind":"APIGroupList","apiVersion":"v1","groups":[{}]}})",
                  join(std::span<const std::string>(texts), ","));
  }

  std::string resources(std::string_view group) const {
    std::vector<std::string> texts;
    for (const Kind& kind : kinds_) {
      if (kind.group != group) continue;
      texts.push_back(format(R"({{"name":"{}","singularName":"","namespaced":{},"kind":"{}",)"
                             R"("verbs":["get","list","watch"]}})",
                             kind.plural, kind.namespaced, kind.kind));
    }
    return format(R"({{"kind":"APIResourceList","groupVersion":"{}/v1beta2","resources":[{}]}})",
                  group, join(std::span<const std::string>(texts), ","));
  }

  // Of one namespace, and of one name where the target says so.
  std::string list(const Kind& kind, std::string_view path, const std::string& target) const {
    std::string name;
    if (const Result<http::Target> parts = http::parse_target(target)) {
      const std::string_view fields = parts->parameter("fieldSelector");
      if (fields.starts_with("metadata.name=")) name = fields.substr(14);
    }
    std::vector<std::string> items;
    const auto found = objects_.find(kind.plural);
    for (const std::string& object :
         found == objects_.end() ? std::vector<std::string>() : found->second) {
      const std::size_t start = path.find("/namespaces/");
      const std::string space(start == std::string_view::npos
                                  ? std::string_view()
                                  : path.substr(start + 12, path.rfind('/') - start - 12));
      if (!space.empty() && !object.contains(format(R"("namespace":"{}")", space))) continue;
      if (!name.empty() && !object.contains(format(R"("name":"{}")", name))) continue;
      items.push_back(object);
    }
    return format(R"({{"kind":"{}List","apiVersion":"{}/v1beta2","metadata":)"
                  R"({{"resourceVersion":"7"}},"items":[{}]}})",
                  kind.kind, kind.group, join(std::span<const std::string>(items), ","));
  }

  std::vector<Kind> kinds_;
  std::map<std::string, std::vector<std::string>> objects_;
  std::vector<std::pair<std::string, std::pair<int, std::string>>> refusals_;
  std::vector<std::pair<std::string, std::string>> answers_;
};

// A Machine with one condition.
inline std::string machine_document(std::string_view name, std::string_view ready,
                                    std::string_view namespace_name = "default") {
  return format(
      R"({{"metadata":{{"namespace":"{}","name":"{}","uid":"u-{}","generation":1}},)"
      R"("spec":{{"clusterName":"c1"}},"status":{{"conditions":[{{"type":"Ready","status":"{}",)"
      R"("reason":"Because","message":"so","lastTransitionTime":"2026-01-01T10:00:00Z"}}]}}}})",
      namespace_name, name, name, ready);
}

}  // namespace telltale::cli
