// SPDX-License-Identifier: Apache-2.0

// Connections among real threads: every server answers from a thread of its own, clusters come and
// go, and it ends in the middle. ThreadSanitizer says the rest.

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "remote/connections.h"
#include "remote/small_clusters_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;

// Does what it is given, on threads of its own.
class Crew {
 public:
  explicit Crew(int size) {
    for (int i = 0; i < size; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Crew() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void give(std::function<void()> task) {
    {
      const std::scoped_lock lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

// Answers on the crew; cancelling waits for an answer that is being given, as a Transport must.
class CrewTransport final : public client::Transport {
 public:
  using Script = std::function<Result<http::Response>(const client::Outgoing&)>;
  CrewTransport(Crew& crew, Script script) : crew_(crew), script_(std::move(script)) {}

  std::unique_ptr<client::PendingRequest> send(
      client::Outgoing request, std::function<void(Result<http::Response>)> then) override {
    auto call = std::make_shared<Call>();
    crew_.give([call, answer = script_(request), then = std::move(then)] {
      const std::scoped_lock lock(call->mutex);
      if (!call->cancelled) then(answer);
    });
    return std::make_unique<Handle>(std::move(call));
  }
  std::unique_ptr<client::PendingRequest> stream(client::Outgoing,
                                                 client::StreamSink sink) override {
    auto call = std::make_shared<Call>();
    crew_.give([call, sink = std::move(sink)] {
      const std::scoped_lock lock(call->mutex);
      if (!call->cancelled) sink.on_head({});
      for (int i = 0; i < 3 && !call->cancelled; ++i) {
        sink.on_piece(
            format("{{\"type\":\"ADDED\",\"object\":{{\"metadata\":{{\"name\":\"o{}\","
                   "\"resourceVersion\":\"{}\"}}}}}}\n",
                   i, 20 + i));
      }
    });
    return std::make_unique<Handle>(std::move(call));
  }

 private:
  struct Call {
    std::recursive_mutex mutex;
    bool cancelled = false;
  };
  class Handle final : public client::PendingRequest {
   public:
    explicit Handle(std::shared_ptr<Call> call) : call_(std::move(call)) {}
    ~Handle() override { Handle::cancel(); }
    void cancel() override {
      const std::scoped_lock lock(call_->mutex);
      call_->cancelled = true;
    }

   private:
    std::shared_ptr<Call> call_;
  };

  Crew& crew_;
  Script script_;
};

Result<http::Response> answer_of_hub(const client::Outgoing& request) {
  const std::string_view target = request.target;
  if (!target.ends_with("-kubeconfig")) return client::refusal(404, "NotFound", "none");
  return client::json_answer(200, kubeconfig_secret("c", "any"));
}

// What one round sees, by cluster: the tasks of one never overlap.
struct Watchers {
  std::vector<std::atomic<int>> inside = std::vector<std::atomic<int>>(8);
  std::atomic<bool> over = false;
  std::atomic<int> told = 0;

  void enter(const ClusterName& cluster) {
    EXPECT_FALSE(over);
    std::atomic<int>& here = inside[static_cast<std::size_t>(cluster.name.back() - '0')];
    EXPECT_EQ(++here, 1);
    ++told;
    --here;
  }
  ConnectionSink sink() {
    const auto one = [this](const ClusterName& cluster, auto&&) { enter(cluster); };
    return {.on_state = one,
            .on_list = one,
            .on_object = one,
            .on_deleted = one,
            .on_synced = one,
            .on_certificate_secrets = one};
  }
};

void live_one_life(std::uint64_t seed) {
  Rng rng(seed);
  Watchers watchers;
  SystemClock clock;
  std::atomic<std::uint64_t> asked = 0;
  const auto scheduler = client::make_thread_scheduler();
  Crew crew(3);
  const auto answer = [&](const client::Outgoing& request) -> Result<http::Response> {
    const std::uint64_t number = ++asked;
    if (request.target == "/" && number % 7 == 0) return client::refusal(401, "Unauthorized", "");
    if (request.target == "/" && number % 5 == 0) return fail(Error::Kind::Unreachable, "lost");
    return list_of("Node", R"({"metadata":{"name":"n1"}},{"metadata":{"name":"n2"}})");
  };
  CrewTransport hub(crew, answer_of_hub);
  client::Api management(hub, *scheduler, clock, seed, {.qps = 1e6, .burst = 1'000'000});
  auto connections = std::make_unique<Connections>(
      ConnectionParts{.management = management,
                      .scheduler = *scheduler,
                      .clock = clock,
                      .dial = [&](std::string_view) -> Result<std::unique_ptr<client::Transport>> {
                        return std::make_unique<CrewTransport>(crew, answer);
                      },
                      .seed = seed},
      ConnectionRules{.probe_every = 1ms,
                      .failures_max = 2,
                      .connect_again = 1ms,
                      .connecting_max = 3,
                      .certificates_every = 2ms,
                      .certificates_again = 1ms},
      watchers.sink());
  // As long as it takes until so much was told, while clusters come and go.
  const int enough = static_cast<int>(rng.below(300));
  do {
    std::vector<ClusterName> wanted;
    for (int i = 0; i < 8; ++i) {
      if (!rng.one_in(4)) wanted.push_back({"default", format("c{}", i)});
    }
    connections->want(std::move(wanted));
    EXPECT_LE(connections->figures().wanted, 8U);
    connections->state_of({"default", "c1"});
    std::this_thread::yield();
  } while (watchers.told < enough);
  connections.reset();
  watchers.over = true;
}

TEST(ConnectionsAmongThreads, EndInTheMiddleOfEverything) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) live_one_life(seed);
}

}  // namespace
}  // namespace telltale::remote
