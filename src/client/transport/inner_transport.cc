// SPDX-License-Identifier: Apache-2.0
#include "client/transport/inner_transport.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace telltale::client {
namespace {

using Task = std::function<void()>;

// A request in its own words: what it holds back besides the body.
http::Request request_of(Outgoing&& outgoing, const std::string& token) {
  http::Request request{.method = std::move(outgoing.method),
                        .target = std::move(outgoing.target),
                        .headers = std::move(outgoing.headers),
                        .body = std::move(outgoing.body),
                        .peer = "inside"};
  request.headers.push_back({"Authorization", "Bearer " + token});
  return request;
}

}  // namespace

// One thread that carries answers, in order. What it carries may let go of the last thing that
// holds the courier, so the thread keeps what it works with.
class InnerTransport::Courier {
 public:
  Courier() : bag_(std::make_shared<Bag>()), thread_([bag = bag_] { run(*bag); }) {}
  ~Courier() {
    std::deque<Task> dropped;
    {
      const std::lock_guard lock(bag_->mutex);
      bag_->ending = true;
      dropped.swap(bag_->tasks);
    }
    bag_->arrived.notify_all();
    bag_->done.notify_all();
    if (on_its_thread()) {
      thread_.detach();
    } else {
      thread_.join();
    }
  }
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;

  void carry(Task task) {
    {
      const std::lock_guard lock(bag_->mutex);
      if (bag_->ending) return;
      bag_->tasks.push_back(std::move(task));
    }
    bag_->arrived.notify_one();
  }
  // Until what is being carried right now has been delivered.
  void wait_for_delivery() {
    if (on_its_thread()) return;
    std::unique_lock lock(bag_->mutex);
    const std::uint64_t delivering = bag_->delivered + (bag_->carrying ? 1 : 0);
    bag_->done.wait(lock, [&] { return bag_->delivered >= delivering; });
  }

 private:
  struct Bag {
    std::mutex mutex;
    std::condition_variable arrived;
    std::condition_variable done;
    std::deque<Task> tasks;
    std::uint64_t delivered = 0;
    bool carrying = false;
    bool ending = false;
  };

  bool on_its_thread() const { return thread_.get_id() == std::this_thread::get_id(); }

  static void run(Bag& bag) {
    std::unique_lock lock(bag.mutex);
    while (true) {
      bag.arrived.wait(lock, [&] { return bag.ending || !bag.tasks.empty(); });
      if (bag.ending) return;
      Task task = std::move(bag.tasks.front());
      bag.tasks.pop_front();
      bag.carrying = true;
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
      bag.carrying = false;
      ++bag.delivered;
      bag.done.notify_all();
    }
  }

  std::shared_ptr<Bag> bag_;
  std::thread thread_;
};

namespace {

// What both kinds of answers have in common: a courier that may be gone, and a request that may
// have been let go.
template <class Courier>
class Awaited {
 public:
  explicit Awaited(const std::shared_ptr<Courier>& courier) : courier_(courier) {}

  void carry(Task task) {
    if (const auto courier = courier_.lock()) courier->carry(std::move(task));
  }
  void let_go() {
    gone_ = true;
    if (const auto courier = courier_.lock()) courier->wait_for_delivery();
  }
  bool gone() const { return gone_; }

 private:
  std::weak_ptr<Courier> courier_;
  std::atomic<bool> gone_ = false;
};

template <class What>
class LetGo final : public PendingRequest {
 public:
  explicit LetGo(std::shared_ptr<What> what) : what_(std::move(what)) {}
  ~LetGo() override { LetGo::cancel(); }
  void cancel() override {
    if (what_) std::exchange(what_, nullptr)->let_go();
  }

 private:
  std::shared_ptr<What> what_;
};

const Error hung_up{Error::Kind::Unreachable, "the server hung up"};

// A whole answer, also where the server streams it.
template <class Courier>
class WholeAnswer final : public http::Responder::Channel,
                          public http::Stream,
                          public Awaited<Courier>,
                          public std::enable_shared_from_this<WholeAnswer<Courier>> {
 public:
  WholeAnswer(const std::shared_ptr<Courier>& courier,
              std::function<void(Result<http::Response>)> then)
      : Awaited<Courier>(courier), then_(std::move(then)) {}

  void send(http::Response response) override { answer(http::whole(std::move(response))); }
  std::shared_ptr<http::Stream> stream(http::Response head) override {
    const std::lock_guard lock(mutex_);
    streamed_ = std::move(head);
    return this->shared_from_this();
  }
  void hang_up() override { answer(fail(hung_up)); }
  void forget() override { answer(fail(hung_up)); }

  bool write(std::shared_ptr<const std::string> piece) override {
    const std::lock_guard lock(mutex_);
    if (streamed_) streamed_->body += *piece;
    return streamed_.has_value();
  }
  void finish() override {
    std::optional<http::Response> response;
    {
      const std::lock_guard lock(mutex_);
      response.swap(streamed_);
    }
    if (response) answer(std::move(*response));
  }
  bool open() const override { return !this->gone(); }
  void on_end(std::function<void()> then) override { then(); }

 private:
  void answer(Result<http::Response> result) {
    this->carry([self = this->shared_from_this(), result = std::move(result)]() mutable {
      if (!self->gone() && self->then_) std::exchange(self->then_, nullptr)(std::move(result));
    });
  }

  std::mutex mutex_;
  std::optional<http::Response> streamed_;
  std::function<void(Result<http::Response>)> then_;
};

// An answer piece by piece.
template <class Courier>
class StreamedAnswer final : public http::Responder::Channel,
                             public http::Stream,
                             public Awaited<Courier>,
                             public std::enable_shared_from_this<StreamedAnswer<Courier>> {
 public:
  StreamedAnswer(const std::shared_ptr<Courier>& courier, StreamSink sink)
      : Awaited<Courier>(courier), sink_(std::move(sink)) {}

  void send(http::Response response) override {
    auto complete = http::whole(std::move(response));
    if (!complete) return end(fail(complete.error()));
    begin(std::move(*complete));
    end({});
  }
  std::shared_ptr<http::Stream> stream(http::Response head) override {
    begin(std::move(head));
    return this->shared_from_this();
  }
  void hang_up() override { end(fail(hung_up)); }
  void forget() override { end(fail(hung_up)); }

  bool write(std::shared_ptr<const std::string> piece) override {
    if (this->gone() || ended_) return false;
    if (pending_.fetch_add(piece->size()) > InnerTransport::pending_bytes_max) {
      end(fail(Error::Kind::TooLarge, "the watch was not read in time"));
      return false;
    }
    this->carry([self = this->shared_from_this(), piece = std::move(piece)] {
      self->pending_ -= piece->size();
      if (!self->gone() && self->sink_.on_piece) self->sink_.on_piece(*piece);
    });
    return true;
  }
  void finish() override { end({}); }
  bool open() const override { return !this->gone() && !ended_; }
  void on_end(std::function<void()> then) override {
    {
      const std::lock_guard lock(mutex_);
      if (!ended_) {
        then_ = std::move(then);
        return;
      }
    }
    then();
  }
  void let_go() {
    Awaited<Courier>::let_go();
    finished();
  }

 private:
  void begin(http::Response head) {
    auto body = std::make_shared<const std::string>(std::exchange(head.body, {}));
    this->carry([self = this->shared_from_this(), head = std::move(head)] {
      if (!self->gone() && self->sink_.on_head) self->sink_.on_head(head);
    });
    if (!body->empty()) write(std::move(body));
  }

  void end(Result<void> how) {
    if (!finished()) return;
    this->carry([self = this->shared_from_this(), how = std::move(how)] {
      if (!self->gone() && self->sink_.on_end) self->sink_.on_end(how);
    });
  }

  // True the first time; tells the server.
  bool finished() {
    std::function<void()> then;
    {
      const std::lock_guard lock(mutex_);
      if (ended_.exchange(true)) return false;
      then.swap(then_);
    }
    if (then) then();
    return true;
  }

  std::mutex mutex_;
  std::function<void()> then_;
  std::atomic<bool> ended_ = false;
  std::atomic<std::size_t> pending_ = 0;
  StreamSink sink_;
};

}  // namespace

InnerTransport::InnerTransport(http::Handler handler, std::string token)
    : courier_(std::make_shared<Courier>()),
      handler_(std::move(handler)),
      token_(std::move(token)) {}

InnerTransport::~InnerTransport() = default;

std::unique_ptr<PendingRequest> InnerTransport::send(
    Outgoing request, std::function<void(Result<http::Response>)> then) {
  auto answer = std::make_shared<WholeAnswer<Courier>>(courier_, std::move(then));
  handler_(request_of(std::move(request), token_), http::Responder(answer));
  return std::make_unique<LetGo<WholeAnswer<Courier>>>(std::move(answer));
}

std::unique_ptr<PendingRequest> InnerTransport::stream(Outgoing request, StreamSink sink) {
  auto answer = std::make_shared<StreamedAnswer<Courier>>(courier_, std::move(sink));
  handler_(request_of(std::move(request), token_), http::Responder(answer));
  return std::make_unique<LetGo<StreamedAnswer<Courier>>>(std::move(answer));
}

}  // namespace telltale::client
