// SPDX-License-Identifier: Apache-2.0
#include "live/leases/lease_keeper.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "http/target.h"
#include "json/print.h"
#include "json/value.h"
#include "reconcile/leases/lease_document.h"

namespace telltale::live {
namespace {

using std::chrono::milliseconds;

// Nobody looks further ahead, and no sum overflows.
constexpr milliseconds appointment_max{3'600'000};
constexpr std::size_t host_name_bytes_max = 256;

std::string path_of_leases(const LeaseKeeperOptions& options) {
  return format("/apis/coordination.k8s.io/v1/namespaces/{}/leases",
                http::escape(options.namespace_name));
}

std::string target_of(const LeaseRequest& request, const LeaseKeeperOptions& options) {
  const std::string path = path_of_leases(options);
  if (request.what == LeaseRequest::What::Create) return path;
  if (request.what != LeaseRequest::What::List) return format("{}/{}", path, request.name);
  return format("{}?labelSelector={}%3D{}", path, http::escape(lease_set_label),
                http::escape(options.set));
}

std::string_view method_of(LeaseRequest::What what) {
  switch (what) {
    case LeaseRequest::What::Create:
      return "POST";
    case LeaseRequest::What::Update:
      return "PUT";
    case LeaseRequest::What::Delete:
      return "DELETE";
    default:
      return "GET";
  }
}

std::string body_of(const LeaseRequest& request, const LeaseKeeperOptions& options) {
  switch (request.what) {
    case LeaseRequest::What::Create:
    case LeaseRequest::What::Update:
      return lease_document({.namespace_name = options.namespace_name,
                             .name = request.name,
                             .set = options.set,
                             .write = options.write},
                            request.record);
    case LeaseRequest::What::Delete: {
      const json::ValueString version(request.record.resource_version);
      return json::print({{"apiVersion", "v1"},
                          {"kind", "DeleteOptions"},
                          {"preconditions", {{"resourceVersion", version}}}});
    }
    default:
      return {};
  }
}

client::Outgoing outgoing_of(const LeaseRequest& request, const LeaseKeeperOptions& options) {
  client::Outgoing outgoing{.method = std::string(method_of(request.what)),
                            .target = target_of(request, options),
                            .headers = {{"Accept", "application/json"}},
                            .body = body_of(request, options),
                            .timeout = answer_patience(options.rules)};
  if (!outgoing.body.empty()) outgoing.headers.push_back({"Content-Type", "application/json"});
  return outgoing;
}

LeaseAnswer answer_of(const LeaseRequest& request, Result<http::Response> response,
                      std::string_view target) {
  const auto body = client::accepted(std::move(response), target);
  const bool is_read = request.what == LeaseRequest::What::Read;
  const bool is_delete = request.what == LeaseRequest::What::Delete;
  if (!body) {
    if (is_read && body.error().kind == Error::Kind::NotFound) return std::vector<NamedLease>{};
    return fail(body.error());
  }
  if (is_delete) return std::vector<NamedLease>{};
  if (request.what == LeaseRequest::What::List) return read_lease_list(body->body);
  auto lease = read_lease(body->body);
  if (!lease) return fail(lease.error());
  return std::vector<NamedLease>{std::move(*lease)};
}

// Somebody was faster: that is how elections go.
bool is_trouble(const LeaseAnswer& answer) {
  return !answer && answer.error().kind != Error::Kind::Conflict &&
         answer.error().kind != Error::Kind::NotFound;
}

}  // namespace

// Two locks: `mutex_` guards what is here and is held for moments; `telling_` makes calls to the
// sink one at a time, and is never taken while `mutex_` is held. A sink may therefore ask what is
// held, and may even end the keeper. Nothing is sent, and no appointment dropped, under a lock.
class LeaseKeeper::Session : public std::enable_shared_from_this<Session> {
 public:
  Session(const LeaseKeeperParts& parts, LeaseKeeperOptions options,
          std::unique_ptr<LeaseClaimant> claimant, LeaseSink sink)
      : parts_(parts),
        options_(std::move(options)),
        sink_(std::move(sink)),
        claimant_(std::move(claimant)) {}

  void step();
  void close();
  std::vector<std::size_t> held() const;
  void resign(std::function<void()> then);

 private:
  struct Turn {
    std::vector<LeaseRequest> requests = {};
    std::optional<std::vector<std::size_t>> news = {};
    std::function<void()> gone = {};
    std::unique_ptr<client::ScheduledCall> old = {};
  };

  Turn take_turn();
  void make_appointment(Turn& turn, LeaseElapsed elapsed);
  void send(const LeaseRequest& request);
  void answered(const LeaseRequest& request, const LeaseAnswer& answer);
  void tell_trouble(const LeaseAnswer& answer);

  LeaseKeeperParts parts_;
  LeaseKeeperOptions options_;
  LeaseSink sink_;
  std::recursive_mutex telling_;
  mutable std::mutex mutex_;
  std::unique_ptr<LeaseClaimant> claimant_;
  std::unique_ptr<client::ScheduledCall> appointment_;
  std::vector<std::size_t> told_;
  std::string trouble_;
  std::function<void()> gone_;
  bool closed_ = false;
};

LeaseKeeper::Session::Turn LeaseKeeper::Session::take_turn() {
  Turn turn;
  const std::lock_guard lock(mutex_);
  if (closed_) return turn;
  const LeaseElapsed elapsed = parts_.clock.elapsed();
  turn.requests = claimant_->next(elapsed, parts_.clock.now());
  auto now_held = claimant_->held(elapsed);
  if (now_held != told_) turn.news = told_ = std::move(now_held);
  if (claimant_->is_gone()) turn.gone = std::exchange(gone_, {});
  make_appointment(turn, elapsed);
  return turn;
}

void LeaseKeeper::Session::make_appointment(Turn& turn, LeaseElapsed elapsed) {
  turn.old = std::move(appointment_);
  const LeaseElapsed wake = claimant_->wake();
  if (wake == LeaseElapsed::max()) return;
  const auto ahead = std::clamp<LeaseElapsed>(wake - elapsed, milliseconds(1), appointment_max);
  appointment_ =
      parts_.scheduler.after(std::chrono::ceil<milliseconds>(ahead), [self = weak_from_this()] {
        if (const auto session = self.lock()) session->step();
      });
}

void LeaseKeeper::Session::step() {
  Turn turn;
  {
    const std::lock_guard lock(telling_);
    turn = take_turn();
    if (turn.news && sink_.on_change) sink_.on_change(*turn.news);
    if (turn.gone) turn.gone();
  }
  for (const LeaseRequest& request : turn.requests) send(request);
}

void LeaseKeeper::Session::send(const LeaseRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
  }
  client::Outgoing outgoing = outgoing_of(request, options_);
  const std::string target = outgoing.target;
  parts_.api.send(std::move(outgoing),
                  [self = weak_from_this(), request, target](Result<http::Response> response) {
                    const auto session = self.lock();
                    if (session)
                      session->answered(request, answer_of(request, std::move(response), target));
                  });
}

void LeaseKeeper::Session::answered(const LeaseRequest& request, const LeaseAnswer& answer) {
  tell_trouble(answer);
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    claimant_->answered(request, answer, parts_.clock.elapsed());
  }
  step();
}

void LeaseKeeper::Session::tell_trouble(const LeaseAnswer& answer) {
  const std::lock_guard telling(telling_);
  {
    const std::lock_guard lock(mutex_);
    const std::string now = is_trouble(answer) ? answer.error().detail : std::string();
    if (closed_ || now == trouble_) return;
    trouble_ = now;
    if (now.empty()) return;
  }
  if (sink_.on_error) sink_.on_error(answer.error());
}

void LeaseKeeper::Session::close() {
  std::unique_ptr<client::ScheduledCall> last;
  {
    const std::lock_guard telling(telling_);
    const std::lock_guard lock(mutex_);
    closed_ = true;
    last = std::move(appointment_);
  }
}

std::vector<std::size_t> LeaseKeeper::Session::held() const {
  const std::lock_guard lock(mutex_);
  return claimant_->held(parts_.clock.elapsed());
}

void LeaseKeeper::Session::resign(std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    claimant_->resign();
    gone_ = std::move(then);
  }
  step();
}

LeaseKeeper::LeaseKeeper(const LeaseKeeperParts& parts, LeaseKeeperOptions options,
                         std::unique_ptr<LeaseClaimant> claimant, LeaseSink sink)
    : session_(std::make_shared<Session>(parts, std::move(options), std::move(claimant),
                                         std::move(sink))) {
  session_->step();
}

LeaseKeeper::~LeaseKeeper() { session_->close(); }

std::vector<std::size_t> LeaseKeeper::held() const { return session_->held(); }

void LeaseKeeper::resign(std::function<void()> then) { session_->resign(std::move(then)); }

bool LeaseKeeper::resign_and_wait(std::chrono::milliseconds patience) {
  const auto gone = std::make_shared<std::promise<void>>();
  auto done = gone->get_future();
  resign([gone] { gone->set_value(); });
  return done.wait_for(patience) == std::future_status::ready;
}

std::string host_name() {
  std::array<char, host_name_bytes_max> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) return {};
  return host.data();
}

std::string lease_identity(Entropy& entropy) {
  return format("{}_{}", host_name(), random_uuid(entropy));
}

}  // namespace telltale::live
