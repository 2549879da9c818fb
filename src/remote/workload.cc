// SPDX-License-Identifier: Apache-2.0
#include "remote/workload.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "base/text.h"

namespace telltale::remote {
namespace {

constexpr std::size_t probe_bytes_max = std::size_t{4} << 20;

// What tables need of a workload cluster, and nothing else.
struct Watched {
  std::string_view kind = {};
  std::string_view plural = {};
  std::string_view namespace_name = {};
  std::string_view label_selector = {};
  std::string_view field_selector = {};
};
constexpr std::array watched{
    Watched{.kind = "Node", .plural = "nodes"},
    Watched{.kind = "Pod",
            .plural = "pods",
            .namespace_name = "kube-system",
            .label_selector = "tier=control-plane"},
    Watched{.kind = "ConfigMap",
            .plural = "configmaps",
            .namespace_name = "kube-system",
            .field_selector = "metadata.name=kubeadm-config"},
};

client::ReflectorOptions options_of(const Watched& what) {
  return {.resource = {.version = "v1",
                       .kind = std::string(what.kind),
                       .plural = std::string(what.plural),
                       .namespaced = !what.namespace_name.empty(),
                       .can_list = true,
                       .can_watch = true},
          .namespace_name = std::string(what.namespace_name),
          .label_selector = std::string(what.label_selector),
          .field_selector = std::string(what.field_selector)};
}

client::ReflectorSink sink_of(std::string_view kind, std::shared_ptr<const WorkloadSink> sink) {
  return {.on_list = [sink, kind] { sink->on_list(kind); },
          .on_object = [sink, kind](std::string_view text) { sink->on_object(kind, text); },
          .on_deleted = [sink, kind](std::string_view text) { sink->on_deleted(kind, text); },
          .on_synced = [sink, kind] { sink->on_synced(kind); },
          .on_error = [sink, kind](const Error& error) { sink->on_error(kind, error); }};
}

}  // namespace

Workload::Workload(std::unique_ptr<client::Transport> transport, const WorkloadParts& parts)
    : parts_(parts), transport_(std::move(transport)) {
  check(transport_ != nullptr, "who dials without an error has a transport");
}
Workload::~Workload() = default;

void Workload::probe(std::chrono::milliseconds timeout,
                     std::function<void(Result<http::Response>)> then) {
  // Letting go of a request waits for its callback, which is no thing to do in a callback.
  if (probe_)
    parts_.deferred.run(
        [over = std::shared_ptr<const client::PendingRequest>(std::move(probe_))] {});
  probe_ = transport_->send(
      {.target = "/", .timeout = timeout, .answer_bytes_max = probe_bytes_max}, std::move(then));
}

void Workload::watch(WorkloadSink sink) {
  check(reflectors_.empty(), "a connection begins to watch once");
  Rng seeds(parts_.seed);
  api_ = std::make_unique<client::Api>(
      *transport_, parts_.scheduler, parts_.clock, seeds.next(),
      client::ApiLimits{.qps = parts_.rules.qps, .burst = parts_.rules.burst});
  const auto shared = std::make_shared<const WorkloadSink>(std::move(sink));
  for (const Watched& what : watched) {
    reflectors_.push_back(std::make_unique<client::Reflector>(
        *api_, parts_.scheduler, seeds.next(), options_of(what), sink_of(what.kind, shared)));
  }
}

void Workload::stop_watching() {
  if (reflectors_.empty()) return;
  // They stand on the Api, which stays.
  using Reflectors = std::vector<std::unique_ptr<client::Reflector>>;
  parts_.deferred.run([over = std::make_shared<const Reflectors>(std::move(reflectors_))] {});
  reflectors_.clear();
}

std::string lookup_error_text(const Error& trouble) {
  constexpr std::string_view answered = " answered ";
  const std::size_t found = trouble.detail.find(answered);
  const std::string code =
      found == std::string::npos ? "" : trouble.detail.substr(found + answered.size(), 3);
  const bool is_code = code.size() == 3 && std::ranges::all_of(code, [](char digit) {
                         return digit >= '0' && digit <= '9';
                       });
  if (is_code) return format("the API server answered {} to a list of Nodes", code);
  if (trouble.kind == Error::Kind::Unreachable) return "no answer to a list of Nodes";
  return "the list of Nodes cannot be read";
}

}  // namespace telltale::remote
