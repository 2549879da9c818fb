// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Controller on an API server in the same process, and a test that looks on: every request is
// seen and may be answered by the test instead, watches can be cut, and whoever waits is woken by
// what happens.
//
//   ControllerForTest world(handler_of(server));
//   world.start();
//   EXPECT_TRUE(world.comes([&] { return world.logged("judging"); }));

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "client/transport/inner_transport.h"
#include "live/controller.h"

namespace telltale::live {

// Passes everything on; `cut` ends all streams as a broken cable would.
class CuttableTransport final : public client::Transport {
 public:
  explicit CuttableTransport(client::Transport& inner) : inner_(inner) {}

  [[nodiscard]] std::unique_ptr<client::PendingRequest> send(
      client::Outgoing request, std::function<void(Result<http::Response>)> then) override {
    return inner_.send(std::move(request), std::move(then));
  }
  [[nodiscard]] std::unique_ptr<client::PendingRequest> stream(client::Outgoing request,
                                                               client::StreamSink sink) override {
    auto wire = std::make_shared<Wire>();
    wire->on_end = sink.on_end;
    sink.on_end = [wire](Result<void> how) {
      if (!wire->ended.exchange(true) && wire->on_end) wire->on_end(std::move(how));
    };
    {
      const std::lock_guard lock(mutex_);
      wires_.push_back(wire);
    }
    auto underway = inner_.stream(std::move(request), std::move(sink));
    return std::make_unique<Held>(wire, std::move(underway));
  }
  std::size_t cut() {
    std::vector<std::weak_ptr<Wire>> wires;
    {
      const std::lock_guard lock(mutex_);
      wires.swap(wires_);
    }
    std::size_t ended = 0;
    for (const auto& weak : wires) {
      const auto wire = weak.lock();
      if (!wire || wire->ended.exchange(true)) continue;
      ++ended;
      wire->on_end(fail(Error::Kind::Unreachable, "cut"));
    }
    return ended;
  }

 private:
  struct Wire {
    std::function<void(Result<void>)> on_end = {};
    std::atomic<bool> ended = false;
  };
  class Held final : public client::PendingRequest {
   public:
    Held(std::shared_ptr<Wire> wire, std::unique_ptr<client::PendingRequest> inner)
        : wire_(std::move(wire)), inner_(std::move(inner)) {}
    ~Held() override { Held::cancel(); }
    void cancel() override {
      wire_->ended = true;
      inner_->cancel();
    }

   private:
    std::shared_ptr<Wire> wire_;
    std::unique_ptr<client::PendingRequest> inner_;
  };

  client::Transport& inner_;
  std::mutex mutex_;
  std::vector<std::weak_ptr<Wire>> wires_;
};

class ControllerForTest {
 public:
  using Interfere = std::function<std::optional<http::Response>(const http::Request&)>;
  static constexpr std::chrono::seconds patience{60};

  static ControllerOptions options() {
    ControllerOptions made;
    made.reconcile.rules = {.policy = WritePolicy::All, .acted_on = std::nullopt};
    made.reconcile.rules.gates.node_pool_progressing = true;
    made.limits = {.qps = 0};
    made.memory = {.form = MemoryForm::Objects, .namespace_name = "default"};
    made.discover_period = std::chrono::milliseconds(50);
    made.lease.namespace_name = "default";
    return made;
  }

  // The handler is the API server's.
  explicit ControllerForTest(http::Handler handler, const ControllerOptions& made = options())
      : handler_(std::move(handler)), options_(made) {}
  ~ControllerForTest() { controllers_.clear(); }

  Controller& start() {
    auto started = Controller::start(
        {.management = wire_,
         .scheduler = *scheduler_,
         .clock = clock_,
         .seed = ++seed_,
         .on_log = [this](std::string_view line) { note(&ControllerForTest::log_, line); },
         .on_turn =
             [this](const Turned& turned) {
               note(&ControllerForTest::turns_,
                    format("{} {}={}", turned.name, turned.entry.type, turned.entry.reason));
             },
         .on_lost_lease = [this] { ++lost_leases; }},
        options_);
    check(started.has_value(), "a test's controller starts");
    controllers_.push_back(std::move(*started));
    return *controllers_.back();
  }
  void stop_first() { controllers_.erase(controllers_.begin()); }

  // Waits until that holds, looking again whenever something happened.
  bool comes(const std::function<bool()>& holds) {
    const auto until = clock_.elapsed() + patience;
    while (clock_.elapsed() < until) {
      if (holds()) return true;
      std::unique_lock lock(mutex_);
      happened_.wait_for(lock, std::chrono::milliseconds(20));
    }
    return holds();
  }

  void interfere(Interfere with) {
    const std::lock_guard lock(mutex_);
    interfere_ = std::move(with);
  }
  // "PATCH /apis/... {...}", of controllers only, without reads.
  std::vector<std::string> writes() const {
    const std::lock_guard lock(mutex_);
    return writes_;
  }
  std::size_t writes_to(std::string_view part) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count_if(
        writes_, [&](const std::string& one) { return one.find(part) != std::string::npos; }));
  }
  std::size_t requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  std::vector<std::string> log() const {
    const std::lock_guard lock(mutex_);
    return log_;
  }
  bool logged(std::string_view part) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(
        log_, [&](const std::string& one) { return one.find(part) != std::string::npos; });
  }
  bool turned(std::string_view part) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(
        turns_, [&](const std::string& one) { return one.find(part) != std::string::npos; });
  }
  CuttableTransport& wire() { return wire_; }
  ControllerOptions& controller_options() { return options_; }
  const Clock& clock() const { return clock_; }

  std::atomic<int> lost_leases = 0;

 private:
  void note(std::vector<std::string> ControllerForTest::* list, std::string_view line) {
    {
      const std::lock_guard lock(mutex_);
      (this->*list).emplace_back(line);
    }
    happened_.notify_all();
  }
  void handle(http::Request request, http::Responder responder) {
    std::optional<http::Response> instead;
    {
      const std::lock_guard lock(mutex_);
      ++requests_;
      if (request.method != "GET")
        writes_.push_back(format("{} {} {}", request.method, request.target, request.body));
      if (interfere_) instead = interfere_(request);
    }
    happened_.notify_all();
    if (instead) return std::move(responder).send(std::move(*instead));
    handler_(std::move(request), std::move(responder));
  }

  http::Handler handler_;
  ControllerOptions options_;
  SystemClock clock_;
  mutable std::mutex mutex_;
  std::condition_variable happened_;
  Interfere interfere_;
  std::vector<std::string> writes_;
  std::vector<std::string> log_;
  std::vector<std::string> turns_;
  std::size_t requests_ = 0;
  std::uint64_t seed_ = 0;
  client::InnerTransport inner_{[this](http::Request request, http::Responder responder) {
                                  handle(std::move(request), std::move(responder));
                                },
                                "admin-token"};
  CuttableTransport wire_{inner_};
  std::unique_ptr<client::Scheduler> scheduler_ = client::make_thread_scheduler();
  std::vector<std::unique_ptr<Controller>> controllers_;
};

}  // namespace telltale::live
