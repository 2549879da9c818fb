// SPDX-License-Identifier: Apache-2.0
#include "remote/accessor.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::remote {
namespace {

constexpr std::size_t logged_bytes_max = 1024;

// A probe is well when it gets what it asks for; an API server that answers in another way cannot
// be worked with.
Probed judge_answer(const Result<http::Response>& answer) {
  if (!answer) return Probed::Failed;
  if (answer->status == 401) return Probed::Unauthorized;
  return answer->status >= 200 && answer->status < 300 ? Probed::Succeeded : Probed::Failed;
}

std::string trouble_of(const Result<http::Response>& answer) {
  if (!answer) return answer.error().detail;
  return format("GET / answered {}", answer->status);
}

}  // namespace

Accessor::Accessor(SharedParts& shared, ClusterName cluster, std::uint64_t seed)
    : shared_(shared),
      cluster_(std::move(cluster)),
      prober_(shared.rules),
      rng_(seed),
      quota_(shared.rules.quota) {}

ConnectionState Accessor::state() const {
  const std::scoped_lock lock(mutex_);
  return published_;
}

void Accessor::start() { in_turn(&Accessor::begin, 0)(); }

void Accessor::let_go() {
  executor_.close([this] { dismantle(); });
}

void Accessor::dismantle() {
  timer_.reset();
  look_timer_.reset();
  let_go_of_workload();
  permit_.reset();
}

void Accessor::begin(std::uint64_t) {
  tell_state();
  follow(prober_.begin());
}

void Accessor::follow(const Prober::Plan& plan) {
  next_ = plan.act;
  timer_ = shared_.scheduler.after(plan.after, in_turn(&Accessor::on_time, attempt_));
}

void Accessor::on_time(std::uint64_t attempt) {
  if (attempt != attempt_) return;
  if (next_ == Prober::Act::Connect)
    return shared_.connecting.acquire(in_turn(&Accessor::connect, 0));
  workload_->probe(shared_.rules.probe_timeout, in_turn(&Accessor::on_probed, attempt_));
}

void Accessor::connect(std::uint64_t, AsyncSemaphore::Permit permit) {
  permit_ = std::move(permit);
  ++attempt_;
  shared_.management.send(kubeconfig_request(cluster_, shared_.rules.client_timeout),
                          in_turn(&Accessor::on_secret, attempt_));
}

void Accessor::on_secret(std::uint64_t attempt, Result<http::Response> answer) {
  if (attempt != attempt_) return;
  Result<std::unique_ptr<client::Transport>> transport = dial(answer);
  if (!transport) return finish_connecting(Probed::Failed, transport.error().detail);
  const WorkloadParts parts{.scheduler = shared_.scheduler,
                            .deferred = shared_.deferred,
                            .clock = shared_.clock,
                            .rules = shared_.rules,
                            .seed = rng_.next()};
  workload_ = std::make_unique<Workload>(std::move(*transport), parts);
  workload_->probe(shared_.rules.client_timeout, in_turn(&Accessor::on_connected, attempt_));
}

Result<std::unique_ptr<client::Transport>> Accessor::dial(const Result<http::Response>& secret) {
  const Result<std::string> kubeconfig = kubeconfig_of(secret, cluster_);
  if (!kubeconfig) return fail(kubeconfig.error());
  auto transport = shared_.dial(*kubeconfig);
  if (transport && *transport) return transport;
  // The error may quote the kubeconfig, and this ends in a log.
  return fail(Error::Kind::Invalid,
              format("the kubeconfig in Secret {}-kubeconfig cannot be used", to_text(cluster_)));
}

void Accessor::on_connected(std::uint64_t attempt, Result<http::Response> answer) {
  if (attempt != attempt_) return;
  finish_connecting(judge_answer(answer), trouble_of(answer));
}

void Accessor::finish_connecting(Probed came, std::string_view trouble) {
  count(came);
  const ConnectionState before = prober_.state();
  Prober::Plan plan = prober_.on_connect(came, shared_.clock.now());
  if (plan.act == Prober::Act::Connect) {
    log_trouble("cannot connect", trouble);
    let_go_of_workload();
  } else {
    logged_.clear();
    log("connected");
    // Clusters that connect together would be probed together for ever.
    plan.after = std::chrono::milliseconds{
        1 + static_cast<std::int64_t>(rng_.below(
                static_cast<std::uint64_t>(std::max<std::int64_t>(plan.after.count(), 1))))};
  }
  publish(before);
  if (workload_) watch();
  follow(plan);
  permit_.reset();
}

void Accessor::on_probed(std::uint64_t attempt, Result<http::Response> answer) {
  if (attempt != attempt_) return;
  const Probed came = judge_answer(answer);
  count(came);
  const ConnectionState before = prober_.state();
  Prober::Plan plan = prober_.on_probe(came, shared_.clock.now());
  if (came != Probed::Succeeded) log_trouble("probe failed", trouble_of(answer));
  if (came == Probed::Succeeded) {
    logged_.clear();
    // That Nodes cannot be listed for a moment, just after connecting, is no news yet.
    prober_.set_lookup_error(nodes_known_ ? std::string() : nodes_trouble_);
    const bool is_looked_at_anew = is_set(cut_off_since_) && shared_.clock.now() - cut_off_since_ >=
                                                                 shared_.rules.cut_off_again;
    if (lost_.exchange(false) || is_looked_at_anew) plan = prober_.on_lost();
  }
  if (plan.act == Prober::Act::Connect) {
    log("disconnected");
    let_go_of_workload();
  }
  publish(before);
  follow(plan);
}

void Accessor::count(Probed came) {
  ++shared_.probes;
  if (came != Probed::Succeeded) ++shared_.failures;
}

void Accessor::let_go_of_workload() {
  ++attempt_;
  if (!workload_) return;
  // It may be one of its own callbacks that has led here, so nothing of it may stay here.
  shared_.deferred.run([dead = std::shared_ptr<const Workload>(std::move(workload_))] {});
}

void Accessor::publish(const ConnectionState& before) {
  {
    const std::scoped_lock lock(mutex_);
    published_ = prober_.state();
  }
  if (is_news(before, prober_.state())) tell_state();
}

void Accessor::tell_state() {
  if (shared_.sink.on_state) shared_.sink.on_state(cluster_, prober_.state());
}

void Accessor::log(std::string_view text) {
  if (shared_.sink.on_log) shared_.sink.on_log(format("Cluster {}: {}", to_text(cluster_), text));
}

// The same trouble every thirty seconds is one line.
void Accessor::log_trouble(std::string_view doing, std::string_view trouble) {
  std::string text = format("{}: {}", doing, truncate_utf8(printable(trouble), logged_bytes_max));
  if (text == logged_) return;
  log(text);
  logged_ = std::move(text);
}

}  // namespace telltale::remote
