// SPDX-License-Identifier: Apache-2.0
#include "live/lease_keeper.h"

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
#include "reconcile/lease_document.h"

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

std::string target_of(const LeaseErrand& errand, const LeaseKeeperOptions& options) {
  const std::string path = path_of_leases(options);
  if (errand.what == LeaseErrand::What::Create) return path;
  if (errand.what != LeaseErrand::What::List) return format("{}/{}", path, errand.name);
  return format("{}?labelSelector={}%3D{}", path, http::escape(lease_set_label),
                http::escape(options.set));
}

std::string_view method_of(LeaseErrand::What what) {
  switch (what) {
    case LeaseErrand::What::Create:
      return "POST";
    case LeaseErrand::What::Update:
      return "PUT";
    case LeaseErrand::What::Delete:
      return "DELETE";
    default:
      return "GET";
  }
}

std::string body_of(const LeaseErrand& errand, const LeaseKeeperOptions& options) {
  switch (errand.what) {
    case LeaseErrand::What::Create:
    case LeaseErrand::What::Update:
      return lease_document({.namespace_name = options.namespace_name,
                             .name = errand.name,
                             .set = options.set,
                             .write = options.write},
                            errand.record);
    case LeaseErrand::What::Delete: {
      const json::ValueString version(errand.record.resource_version);
      return json::print({{"apiVersion", "v1"},
                          {"kind", "DeleteOptions"},
                          {"preconditions", {{"resourceVersion", version}}}});
    }
    default:
      return {};
  }
}

client::Outgoing request_of(const LeaseErrand& errand, const LeaseKeeperOptions& options) {
  client::Outgoing request{.method = std::string(method_of(errand.what)),
                           .target = target_of(errand, options),
                           .headers = {{"Accept", "application/json"}},
                           .body = body_of(errand, options),
                           .timeout = answer_patience(options.rules)};
  if (!request.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  return request;
}

LeaseAnswer answer_of(const LeaseErrand& errand, Result<http::Response> response,
                      std::string_view target) {
  const auto body = client::accepted(std::move(response), target);
  const bool is_read = errand.what == LeaseErrand::What::Read;
  const bool is_delete = errand.what == LeaseErrand::What::Delete;
  if (!body) {
    if (is_read && body.error().kind == Error::Kind::NotFound) return std::vector<NamedLease>{};
    return fail(body.error());
  }
  if (is_delete) return std::vector<NamedLease>{};
  if (errand.what == LeaseErrand::What::List) return read_lease_list(body->body);
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
class LeaseKeeper::Desk : public std::enable_shared_from_this<Desk> {
 public:
  Desk(const LeaseKeeperParts& parts, LeaseKeeperOptions options,
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
    std::vector<LeaseErrand> errands = {};
    std::optional<std::vector<std::size_t>> news = {};
    std::function<void()> gone = {};
    std::unique_ptr<client::Appointment> old = {};
  };

  Turn take_turn();
  void make_appointment(Turn& turn, LeaseElapsed elapsed);
  void send(const LeaseErrand& errand);
  void answered(const LeaseErrand& errand, const LeaseAnswer& answer);
  void tell_trouble(const LeaseAnswer& answer);

  LeaseKeeperParts parts_;
  LeaseKeeperOptions options_;
  LeaseSink sink_;
  std::recursive_mutex telling_;
  mutable std::mutex mutex_;
  std::unique_ptr<LeaseClaimant> claimant_;
  std::unique_ptr<client::Appointment> appointment_;
  std::vector<std::size_t> told_;
  std::string trouble_;
  std::function<void()> gone_;
  bool closed_ = false;
};

LeaseKeeper::Desk::Turn LeaseKeeper::Desk::take_turn() {
  Turn turn;
  const std::lock_guard lock(mutex_);
  if (closed_) return turn;
  const LeaseElapsed elapsed = parts_.clock.elapsed();
  turn.errands = claimant_->next(elapsed, parts_.clock.now());
  auto now_held = claimant_->held(elapsed);
  if (now_held != told_) turn.news = told_ = std::move(now_held);
  if (claimant_->is_gone()) turn.gone = std::exchange(gone_, {});
  make_appointment(turn, elapsed);
  return turn;
}

void LeaseKeeper::Desk::make_appointment(Turn& turn, LeaseElapsed elapsed) {
  turn.old = std::move(appointment_);
  const LeaseElapsed wake = claimant_->wake();
  if (wake == LeaseElapsed::max()) return;
  const auto ahead = std::clamp<LeaseElapsed>(wake - elapsed, milliseconds(1), appointment_max);
  appointment_ =
      parts_.scheduler.after(std::chrono::ceil<milliseconds>(ahead), [self = weak_from_this()] {
        if (const auto desk = self.lock()) desk->step();
      });
}

void LeaseKeeper::Desk::step() {
  Turn turn;
  {
    const std::lock_guard lock(telling_);
    turn = take_turn();
    if (turn.news && sink_.on_change) sink_.on_change(*turn.news);
    if (turn.gone) turn.gone();
  }
  for (const LeaseErrand& errand : turn.errands) send(errand);
}

void LeaseKeeper::Desk::send(const LeaseErrand& errand) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
  }
  client::Outgoing request = request_of(errand, options_);
  const std::string target = request.target;
  parts_.api.send(std::move(request),
                  [self = weak_from_this(), errand, target](Result<http::Response> response) {
                    const auto desk = self.lock();
                    if (desk)
                      desk->answered(errand, answer_of(errand, std::move(response), target));
                  });
}

void LeaseKeeper::Desk::answered(const LeaseErrand& errand, const LeaseAnswer& answer) {
  tell_trouble(answer);
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    claimant_->answered(errand, answer, parts_.clock.elapsed());
  }
  step();
}

void LeaseKeeper::Desk::tell_trouble(const LeaseAnswer& answer) {
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

void LeaseKeeper::Desk::close() {
  std::unique_ptr<client::Appointment> last;
  {
    const std::lock_guard telling(telling_);
    const std::lock_guard lock(mutex_);
    closed_ = true;
    last = std::move(appointment_);
  }
}

std::vector<std::size_t> LeaseKeeper::Desk::held() const {
  const std::lock_guard lock(mutex_);
  return claimant_->held(parts_.clock.elapsed());
}

void LeaseKeeper::Desk::resign(std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    claimant_->resign();
    gone_ = std::move(then);
  }
  step();
}

LeaseKeeper::LeaseKeeper(const LeaseKeeperParts& parts, LeaseKeeperOptions options,
                         std::unique_ptr<LeaseClaimant> claimant, LeaseSink sink)
    : desk_(
          std::make_shared<Desk>(parts, std::move(options), std::move(claimant), std::move(sink))) {
  desk_->step();
}

LeaseKeeper::~LeaseKeeper() { desk_->close(); }

std::vector<std::size_t> LeaseKeeper::held() const { return desk_->held(); }

void LeaseKeeper::resign(std::function<void()> then) { desk_->resign(std::move(then)); }

bool LeaseKeeper::resign_and_wait(std::chrono::milliseconds patience) {
  const auto gone = std::make_shared<std::promise<void>>();
  auto done = gone->get_future();
  resign([gone] { gone->set_value(); });
  return done.wait_for(patience) == std::future_status::ready;
}

std::string lease_identity(Entropy& entropy) {
  std::array<char, host_name_bytes_max> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host.front() = '\0';
  return format("{}_{}", host.data(), random_uuid(entropy));
}

}  // namespace telltale::live
