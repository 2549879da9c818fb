// SPDX-License-Identifier: Apache-2.0
#pragma once

// A management cluster with Secrets and as many workload clusters as a test wants, in virtual time.
// A server answers as its script says; what it says nothing about stays open until the test answers
// it. What the sink is told becomes lines: "state default/c1 connected failures=0".

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "remote/connections.h"

namespace telltale::remote {

using Answer = std::optional<Result<http::Response>>;

struct Server {
  client::ScriptedTransport wire = {};
  std::function<Answer(const client::Outgoing&)> script = {};
  int dialled = 0;
  int hung_up = 0;
};

// A transport that Connections may own, while the test keeps the server.
class Line final : public client::Transport {
 public:
  explicit Line(Server& server) : server_(server) { ++server_.dialled; }
  ~Line() override { ++server_.hung_up; }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  std::unique_ptr<client::PendingRequest> send(
      client::Outgoing request, std::function<void(Result<http::Response>)> then) override {
    Answer answer = server_.script ? server_.script(request) : std::nullopt;
    auto underway = server_.wire.send(std::move(request), std::move(then));
    if (answer) server_.wire.last().answer(std::move(*answer));
    return underway;
  }
  std::unique_ptr<client::PendingRequest> stream(client::Outgoing request,
                                                 client::StreamSink sink) override {
    return server_.wire.stream(std::move(request), std::move(sink));
  }

 private:
  Server& server_;
};

inline http::Response list_of(std::string_view kind, std::string_view items) {
  return client::json_answer(
      200, format(R"({{"kind":"{}List","apiVersion":"v1","metadata":{{"resourceVersion":"10"}},)"
                  R"("items":[{}]}})",
                  kind, items));
}

// One workload cluster that is well, with one Node; tests bend it.
struct SmallCluster {
  Server server = {};
  Answer alive = client::json_answer(200, "{}");  // to GET /
  Answer nodes = list_of("Node", R"({"metadata":{"name":"n1"}})");

  SmallCluster() {
    server.script = [this](const client::Outgoing& request) -> Answer {
      if (request.target == "/") return alive;
      if (request.target.starts_with("/api/v1/nodes?")) return nodes;
      if (request.target.contains("/pods?")) return list_of("Pod", "");
      return list_of("ConfigMap", "");
    };
  }
};

inline std::string kubeconfig_secret(std::string_view name, std::string_view kubeconfig) {
  return format(R"({{"apiVersion":"v1","kind":"Secret","metadata":{{"name":"{}-kubeconfig",)"
                R"("namespace":"default"}},"data":{{"value":"{}"}}}})",
                name, to_base64(kubeconfig));
}

class SmallClusters {
 public:
  explicit SmallClusters(const ConnectionRules& with = {}) : rules(with) {
    hub.script = [this](const client::Outgoing& request) { return answer_of_hub(request); };
  }

  // Its kubeconfig is the one in its Secret: its name and a number.
  SmallCluster& add(const std::string& name) {
    clusters[name] = std::make_unique<SmallCluster>();
    for (const std::string_view purpose : {"ca", "etcd", "sa", "proxy"}) {
      certificates.insert(format("{}-{}", name, purpose));
    }
    return *clusters[name];
  }

  void want(const std::vector<std::string>& names) {
    if (!connections) {
      connections = std::make_unique<Connections>(
          ConnectionParts{.management = management,
                          .scheduler = time,
                          .clock = time.clock(),
                          .dial = [this](std::string_view text) { return dial(text); },
                          .seed = 7},
          rules, sink());
    }
    std::vector<ClusterName> wanted;
    for (const std::string& name : names) wanted.push_back({"default", name});
    connections->want(std::move(wanted));
  }
  ConnectionState state(const std::string& name) const {
    return connections->state_of({"default", name}).value_or(ConnectionState{});
  }
  // What was told since the last time, of one sort or of all.
  std::vector<std::string> take(std::string_view sort = {}) {
    std::vector<std::string> taken;
    for (std::string& line : std::exchange(told, {})) {
      if (line.starts_with(sort)) taken.push_back(std::move(line));
    }
    return taken;
  }
  std::size_t asked_hub(std::string_view containing) const {
    const auto targets = hub.wire.targets();
    return static_cast<std::size_t>(std::ranges::count_if(
        targets, [&](const std::string& target) { return target.contains(containing); }));
  }

  ConnectionRules rules;
  client::ManualScheduler time = {};
  Server hub = {};
  Line hub_line{hub};
  client::Api management{hub_line, time, time.clock(), 1, {.qps = 1e6, .burst = 1'000'000}};
  std::map<std::string, std::unique_ptr<SmallCluster>> clusters = {};
  std::map<std::string, Answer> secrets = {};  // by cluster: instead of the calm one
  std::set<std::string> certificates = {};     // the Secrets that exist
  Answer certificate_answer = {};              // to all of them, instead
  std::string quoted = "s3cr3t-token";         // what is in every kubeconfig, and nowhere else
  std::vector<std::string> told = {};
  std::function<void()> during_state = {};  // while the sink is told a state
  std::unique_ptr<Connections> connections = {};

 private:
  Result<std::unique_ptr<client::Transport>> dial(std::string_view text) {
    const auto found = clusters.find(std::string(text.substr(0, text.find(' '))));
    if (found == clusters.end()) {
      return fail(Error::Kind::Invalid, format("what is '{}'", text));
    }
    return std::make_unique<Line>(found->second->server);
  }

  Answer answer_of_hub(const client::Outgoing& request) {
    const std::string_view target = request.target;
    const std::string name(target.substr(target.rfind('/') + 1));
    if (!name.ends_with("-kubeconfig")) return certificate(name);
    const std::string cluster = name.substr(0, name.rfind('-'));
    if (const auto found = secrets.find(cluster); found != secrets.end()) return found->second;
    return client::json_answer(200, kubeconfig_secret(cluster, format("{} {}", cluster, quoted)));
  }

  Answer certificate(const std::string& name) const {
    if (certificate_answer) return certificate_answer;
    if (!certificates.contains(name)) return client::refusal(404, "NotFound", "no such Secret");
    return client::json_answer(
        200, format(R"({{"kind":"PartialObjectMetadata","metadata":{{"name":"{}",)"
                    R"("namespace":"default","labels":{{"a":"b"}}}},"data":{{"tls.key":"{}"}}}})",
                    name, quoted));
  }

  ConnectionSink sink() {
    return {.on_state =
                [this](const ClusterName& cluster, const ConnectionState& state) {
                  told.push_back(format("state {} {} failures={} {}", to_text(cluster),
                                        state.connected ? "connected" : "away",
                                        state.consecutive_failures, state.lookup_error));
                  if (during_state) during_state();
                },
            .on_list = [this](const ClusterName& cluster,
                              std::string_view kind) { note("list", cluster, kind); },
            .on_object = [this](const ClusterName& cluster,
                                std::string_view text) { note("object", cluster, text); },
            .on_deleted = [this](const ClusterName& cluster,
                                 std::string_view text) { note("deleted", cluster, text); },
            .on_synced = [this](const ClusterName& cluster,
                                std::string_view kind) { note("synced", cluster, kind); },
            .on_forgotten = [this](const ClusterName& cluster) { note("forgotten", cluster, ""); },
            .on_certificate_secrets =
                [this](const ClusterName& cluster, const CertificateSecrets& found) {
                  note("certificates", cluster,
                       format("{}{}", found.complete ? "complete" : "incomplete",
                              join(found.documents, "")));
                },
            .on_log = [this](std::string_view line) { told.push_back(format("log {}", line)); }};
  }

  void note(std::string_view sort, const ClusterName& cluster, std::string_view what) {
    told.push_back(format("{} {} {}", sort, to_text(cluster), what));
  }
};

}  // namespace telltale::remote
