// SPDX-License-Identifier: Apache-2.0
#include "client/transport/curl_transport.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"
#include "client/transport/curl_transport_identity.h"

namespace telltale::client {
namespace {

constexpr int unauthorized = 401;

enum class Mode { Whole, Stream };

// Whoever asked for an object must not take a plugin that is not found for an object that is not.
Error without_credentials(const Error& error) {
  const bool may_pass = error.kind == Error::Kind::Unreachable;
  return {.kind = may_pass ? Error::Kind::Unreachable : Error::Kind::Internal,
          .detail = error.detail};
}

}  // namespace

// What the transport and its requests share.
class CurlTransport::Desk : public std::enable_shared_from_this<CurlTransport::Desk> {
 public:
  class Errand;

  Desk(http::ClientLoop& loop, const Access& access, const Clock& clock,
       const CurlTransportOptions& options)
      : loop_(loop),
        identity_(access, options.user_agent.empty() ? user_agent("dev") : options.user_agent),
        connect_(options.connect),
        credentials_(make_credentials(access.login, clock, options.credentials)) {
    // Only programs are slow enough to need a thread that waits for them.
    if (credentials_->renewal() == Credentials::Renewal::Slow) {
      clerk_ = std::thread([this] { serve_those_who_wait(); });
    }
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk() { close(); }

  // Whoever still waits for credentials is told that there will be none.
  void close();
  std::unique_ptr<PendingRequest> begin(Outgoing request, Mode mode, StreamSink sink);

 private:
  struct Waiting {
    std::shared_ptr<Errand> errand;
    RequestCredentialsPointer refused;
  };
  std::unique_ptr<http::OngoingCall> start(const Outgoing& request, Mode mode,
                                           const RequestCredentialsPointer& proof,
                                           http::CallSink sink);
  // Later, on the clerk's thread, the errand goes on or ends.
  void wait_for_renewal(std::shared_ptr<Errand> errand, RequestCredentialsPointer refused);
  void serve_those_who_wait();
  void serve(const std::vector<Waiting>& waiting);

  http::ClientLoop& loop_;
  Identity identity_;
  const std::chrono::milliseconds connect_;
  const std::unique_ptr<Credentials> credentials_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> waiting_;
  bool closing_ = false;
  std::thread clerk_;
};

// One request until its end, which may take two calls. What is told is told with the mutex held, so
// that a cancel from elsewhere waits for it and one from within passes.
class CurlTransport::Desk::Errand final
    : public std::enable_shared_from_this<CurlTransport::Desk::Errand> {
 public:
  Errand(std::shared_ptr<Desk> desk, Outgoing request, Mode mode, StreamSink sink)
      : desk_(std::move(desk)), request_(std::move(request)), mode_(mode), sink_(std::move(sink)) {}

  void begin() {
    const RequestCredentialsPointer proof = desk_->credentials_->current();
    if (proof != nullptr) return begin_with(proof);
    desk_->wait_for_renewal(shared_from_this(), nullptr);
  }
  void begin_with(const RequestCredentialsPointer& proof);
  void end(Result<void> outcome) {
    tell([&](const StreamSink& sink) {
      open_ = false;
      if (sink.on_end) sink.on_end(std::move(outcome));
    });
  }
  void cancel();

 private:
  void hear_head(const http::Response& head);
  // True when the request is being repeated.
  bool repeat();
  template <class Tell>
  void tell(const Tell& tell_it) {
    StreamSink dropped;  // outside of the lock: what callbacks hold may have a say of its own
    const std::scoped_lock lock(mutex_);
    if (!open_) return;
    inside_ = true;
    tell_it(sink_);
    inside_ = false;
    if (!open_) std::swap(dropped, sink_);
  }

  const std::shared_ptr<Desk> desk_;
  const Outgoing request_;
  const Mode mode_;
  std::recursive_mutex mutex_;
  StreamSink sink_;
  std::unique_ptr<http::OngoingCall> ongoing_;
  RequestCredentialsPointer shown_;
  bool open_ = true;
  bool inside_ = false;
  bool repeated_ = false;
};

void CurlTransport::Desk::Errand::begin_with(const RequestCredentialsPointer& proof) {
  const auto self = shared_from_this();
  const std::scoped_lock lock(mutex_);
  if (!open_) return;
  shown_ = proof;
  ongoing_ =
      desk_->start(request_, mode_, proof,
                   {.on_head = [self](const http::Response& head) { self->hear_head(head); },
                    .on_piece =
                        [self](std::string_view piece) {
                          self->tell([&](const StreamSink& sink) {
                            if (sink.on_piece) sink.on_piece(piece);
                          });
                        },
                    .on_end = [self](Result<void> outcome) { self->end(std::move(outcome)); }});
}

void CurlTransport::Desk::Errand::hear_head(const http::Response& head) {
  if (head.status == unauthorized && repeat()) return;
  tell([&](const StreamSink& sink) {
    if (sink.on_head) sink.on_head(head);
  });
}

bool CurlTransport::Desk::Errand::repeat() {
  const auto self = shared_from_this();
  const auto renewal = desk_->credentials_->renewal();
  const std::scoped_lock lock(mutex_);
  if (!open_ || repeated_ || renewal == Credentials::Renewal::Never) return false;
  repeated_ = true;
  if (renewal == Credentials::Renewal::Slow) {
    ongoing_.reset();
    desk_->wait_for_renewal(self, shown_);
    return true;
  }
  const auto proof = desk_->credentials_->renew(shown_);
  if (!proof || *proof == shown_) return false;  // The same again would be refused again.
  ongoing_.reset();
  begin_with(*proof);
  return true;
}

void CurlTransport::Desk::Errand::cancel() {
  StreamSink dropped;
  std::unique_ptr<http::OngoingCall> ongoing;
  {
    const std::scoped_lock lock(mutex_);
    open_ = false;
    if (!inside_) std::swap(dropped, sink_);
    ongoing = std::move(ongoing_);
  }
  // Without the lock: it waits for a callback that may be waiting for it.
  ongoing.reset();
}

std::unique_ptr<http::OngoingCall> CurlTransport::Desk::start(
    const Outgoing& request, Mode mode, const RequestCredentialsPointer& proof,
    http::CallSink sink) {
  http::Call call = identity_.call_for(request, proof);
  call.connect = connect_;
  if (mode == Mode::Whole) {
    call.whole = request.timeout;
    call.answer_bytes_max = request.answer_bytes_max;
  } else {
    call.head = request.timeout;
    call.silence = request.silence;
    call.answer_bytes_max = 0;
  }
  return loop_.stream(std::move(call), std::move(sink));
}

std::unique_ptr<PendingRequest> CurlTransport::Desk::begin(Outgoing request, Mode mode,
                                                           StreamSink sink) {
  class Handle final : public PendingRequest {
   public:
    explicit Handle(std::shared_ptr<Errand> errand) : errand_(std::move(errand)) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() override { errand_->cancel(); }
    void cancel() override { errand_->cancel(); }

   private:
    const std::shared_ptr<Errand> errand_;
  };
  auto errand =
      std::make_shared<Errand>(shared_from_this(), std::move(request), mode, std::move(sink));
  errand->begin();
  return std::make_unique<Handle>(std::move(errand));
}

void CurlTransport::Desk::wait_for_renewal(std::shared_ptr<Errand> errand,
                                           RequestCredentialsPointer refused) {
  {
    const std::scoped_lock lock(mutex_);
    if (!closing_) {
      waiting_.push_back({std::move(errand), std::move(refused)});
      changed_.notify_one();
      return;
    }
  }
  errand->end(fail(Error::Kind::Unreachable, "the connection is being given up"));
}

void CurlTransport::Desk::serve_those_who_wait() {
  std::unique_lock lock(mutex_);
  while (!closing_ || !waiting_.empty()) {
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    {
      const std::vector<Waiting> batch = std::exchange(waiting_, {});
      lock.unlock();
      serve(batch);
    }
    lock.lock();
  }
}

// A plugin that fails is run once for all who wait, not once for each.
void CurlTransport::Desk::serve(const std::vector<Waiting>& waiting) {
  std::optional<Error> error;
  for (const Waiting& one : waiting) {
    const auto proof =
        error ? Result<RequestCredentialsPointer>(fail(*error)) : credentials_->renew(one.refused);
    if (proof) {
      one.errand->begin_with(*proof);
    } else {
      error = without_credentials(proof.error());
      one.errand->end(fail(*error));
    }
  }
}

void CurlTransport::Desk::close() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  credentials_->interrupt();
  if (clerk_.joinable()) clerk_.join();
}

std::string user_agent(std::string_view version) {
#if defined(__x86_64__)
  constexpr std::string_view processor = "amd64";
#elif defined(__aarch64__)
  constexpr std::string_view processor = "arm64";
#else
  constexpr std::string_view processor = "unknown";
#endif
  return format("telltale/{} (linux/{})", version, processor);
}

CurlTransport::CurlTransport(http::ClientLoop& loop, const Access& access, const Clock& clock,
                             const CurlTransportOptions& options)
    : desk_(std::make_shared<Desk>(loop, access, clock, options)) {}

// Closed here and not where the last request is dropped: that may be the clerk's own thread.
CurlTransport::~CurlTransport() { desk_->close(); }

std::unique_ptr<PendingRequest> CurlTransport::stream(Outgoing request, StreamSink sink) {
  return desk_->begin(std::move(request), Mode::Stream, std::move(sink));
}

std::unique_ptr<PendingRequest> CurlTransport::send(
    Outgoing request, std::function<void(Result<http::Response>)> then) {
  // Only one thread at a time touches it, each after the other.
  auto response = std::make_shared<http::Response>();
  return desk_->begin(
      std::move(request), Mode::Whole,
      {.on_head = [response](const http::Response& head) { *response = head; },
       .on_piece = [response](std::string_view piece) { response->body.append(piece); },
       .on_end =
           [response, then = std::move(then)](const Result<void>& outcome) {
             if (!then) return;
             if (!outcome) return then(fail(outcome.error()));
             then(std::move(*response));
           }});
}

}  // namespace telltale::client
