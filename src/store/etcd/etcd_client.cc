// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_client.h"

#ifdef TELLTALE_WITH_ETCD

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include <grpc/support/log.h>
#include <grpcpp/grpcpp.h>

#include "base/check.h"
#include "base/text.h"
#include "store/etcd.grpc.pb.h"

namespace telltale::store {
namespace {

namespace pb = etcdserverpb;

constexpr int answer_bytes_max = 256 << 20;

grpc::ChannelArguments channel_settings() {
  grpc::ChannelArguments settings;
  settings.SetMaxReceiveMessageSize(answer_bytes_max);
  settings.SetMaxSendMessageSize(-1);
  settings.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  settings.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
  settings.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  // etcd refuses clients that ask more often than every five seconds.
  settings.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  settings.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  settings.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  return settings;
}

std::shared_ptr<grpc::ChannelCredentials> credentials_of(const EtcdLogin& login) {
  if (login.wire == EtcdLogin::Wire::Plain) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = login.ca_pem;
  options.pem_cert_chain = login.certificate_pem;
  options.pem_private_key = login.key_pem;
  return grpc::SslCredentials(options);
}

struct Endpoint {
  Endpoint(const std::string& given, const EtcdLogin& login) : name(given) {
    const auto channel =
        grpc::CreateCustomChannel(given, credentials_of(login), channel_settings());
    kv = pb::KV::NewStub(channel);
    watch = pb::Watch::NewStub(channel);
    auth = pb::Auth::NewStub(channel);
  }

  std::string name;
  std::unique_ptr<pb::KV::Stub> kv;
  std::unique_ptr<pb::Watch::Stub> watch;
  std::unique_ptr<pb::Auth::Stub> auth;
};

// A token that etcd gave and no longer takes: it expired, a restart forgot it, or users changed.
// Whatever was asked for with it was not done.
bool is_about_token(const grpc::Status& status) {
  const auto& text = status.error_message();
  return text.find("invalid auth token") != std::string::npos ||
         text.find("auth store is old") != std::string::npos ||
         text.find("user name is empty") != std::string::npos;
}

Error::Kind kind_of(const grpc::Status& status) {
  const auto& text = status.error_message();
  switch (status.error_code()) {
    case grpc::StatusCode::OUT_OF_RANGE:
      return text.find("compacted") != std::string::npos ? Error::Kind::Gone : Error::Kind::Invalid;
    case grpc::StatusCode::INVALID_ARGUMENT:
      return text.find("too large") != std::string::npos ? Error::Kind::TooLarge
                                                         : Error::Kind::Invalid;
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return text.find("larger than max") != std::string::npos ? Error::Kind::TooLarge
                                                               : Error::Kind::Internal;
    case grpc::StatusCode::OK:  // a stream that ended
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::UNKNOWN:
      return Error::Kind::Unreachable;
    default:
      return Error::Kind::Internal;
  }
}

Error error_of(const Endpoint& endpoint, const grpc::Status& status) {
  const auto why =
      status.error_message().empty() ? std::string("no answer") : printable(status.error_message());
  return {kind_of(status), format("etcd at {}: {}", endpoint.name, why)};
}

pb::RangeRequest request_of(const EtcdQuery& query) {
  pb::RangeRequest request;
  request.set_key(query.from);
  request.set_range_end(query.to);
  request.set_revision(query.at);
  request.set_limit(query.limit);
  request.set_min_mod_revision(query.changed);
  request.set_keys_only(query.wants == EtcdWants::Keys);
  request.set_count_only(query.wants == EtcdWants::Count);
  return request;
}

EtcdRange range_of(pb::RangeResponse& response) {
  EtcdRange range{.revision = response.header().revision(),
                  .entries = {},
                  .count = response.count(),
                  .more = response.more()};
  range.entries.reserve(static_cast<std::size_t>(response.kvs_size()));
  for (auto& entry : *response.mutable_kvs()) {
    range.entries.push_back(
        {std::move(*entry.mutable_key()), std::move(*entry.mutable_value()), entry.mod_revision()});
  }
  return range;
}

// Otherwise the answer tells at which revision it is.
void demand(pb::TxnRequest& request, const std::string& key, Revision revision) {
  auto& compare = *request.add_compare();
  compare.set_target(pb::Compare::MOD);
  compare.set_key(key);
  compare.set_mod_revision(revision);
  auto& found = *request.add_failure()->mutable_request_range();
  found.set_key(key);
  found.set_keys_only(true);
}

pb::TxnRequest request_of(EtcdWrite write) {
  pb::TxnRequest request;
  demand(request, write.key, write.expected);
  if (!write.fence.empty()) demand(request, write.fence, write.fence_expected);
  auto& wanted = *request.add_success();
  if (write.value) {
    wanted.mutable_request_put()->set_key(std::move(write.key));
    wanted.mutable_request_put()->set_value(*std::move(write.value));
  } else {
    wanted.mutable_request_delete_range()->set_key(std::move(write.key));
  }
  return request;
}

EtcdOutcome outcome_of(const pb::TxnResponse& response) {
  EtcdOutcome outcome{.written = response.succeeded(), .revision = response.header().revision()};
  if (!outcome.written && response.responses_size() > 0) {
    const auto& range = response.responses(0).response_range();
    if (range.kvs_size() > 0) outcome.found = range.kvs(0).mod_revision();
  }
  if (!outcome.written && response.responses_size() > 1) {
    const auto& range = response.responses(1).response_range();
    if (range.kvs_size() > 0) outcome.fence = range.kvs(0).mod_revision();
  }
  return outcome;
}

// Events of one revision may come in pieces; they are told together.
class NewsReader {
 public:
  // Nothing while more pieces are to come.
  std::optional<EtcdNews> take(pb::WatchResponse& response) {
    for (auto& event : *response.mutable_events()) {
      auto& entry = *event.mutable_kv();
      EtcdEvent told{std::move(*entry.mutable_key()), std::nullopt, entry.mod_revision()};
      if (event.type() == pb::Event::PUT) told.value = std::move(*entry.mutable_value());
      news_.events.push_back(std::move(told));
    }
    if (response.fragment()) return std::nullopt;
    news_.revision =
        news_.events.empty() ? response.header().revision() : news_.events.back().revision;
    return std::exchange(news_, {});
  }

 private:
  EtcdNews news_;
};

pb::WatchRequest request_of(const EtcdWatch& watch) {
  pb::WatchRequest request;
  auto& wanted = *request.mutable_create_request();
  wanted.set_key(watch.from);
  wanted.set_range_end(watch.to);
  wanted.set_start_revision(watch.start);
  wanted.set_progress_notify(true);
  wanted.set_fragment(true);
  return request;
}

using WatchStream = grpc::ClientReaderWriter<pb::WatchRequest, pb::WatchResponse>;

// Until etcd says why it ends the watch, or the stream breaks.
std::optional<Error> follow(WatchStream& stream, const EtcdWatch& watch) {
  NewsReader reader;
  pb::WatchResponse response;
  while (stream.Read(&response)) {
    if (response.canceled()) {
      const bool compacted = response.compact_revision() > 0;
      return Error{compacted ? Error::Kind::Gone : Error::Kind::Unreachable,
                   format("etcd ended the watch: {}", printable(response.cancel_reason()))};
    }
    if (response.created()) {
      watch.begun();
    } else if (auto news = reader.take(response)) {
      watch.news(*std::move(news));
    }
  }
  return std::nullopt;
}

// A call under way; the queue holds it until it is answered.
struct CommitCall {
  std::size_t endpoint = 0;
  int attempt = 0;
  pb::TxnRequest request;  // kept, to ask again with a new token
  grpc::ClientContext context;
  pb::TxnResponse response;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<pb::TxnResponse>> reader;
  std::function<void(Result<EtcdOutcome>)> done;
};

constexpr int token_attempts = 2;

}  // namespace

struct EtcdClient::State {
  // As a span of time, which gRPC counts from now.
  void limit(grpc::ClientContext& context) const {
    context.set_deadline(gpr_time_from_millis(patience.count(), GPR_TIMESPAN));
  }
  // Only the caller that saw this endpoint fail moves on, so that many failures at once are one
  // step.
  void leave(std::size_t failed) {
    const auto next = (failed + 1) % endpoints.size();
    current.compare_exchange_strong(failed, next);
  }
  Error failed(std::size_t index, const grpc::Status& status) {
    auto error = error_of(*endpoints[index], status);
    if (error.kind == Error::Kind::Unreachable) leave(index);
    return error;
  }

  // Logs in where that is asked for and not done; what etcd said is in the metadata from then on.
  grpc::Status log_in(std::size_t index, grpc::ClientContext& context) {
    if (login.user.empty()) return grpc::Status::OK;
    const std::lock_guard held(token_mutex);
    if (token.empty()) {
      grpc::ClientContext asking;
      limit(asking);
      pb::AuthenticateRequest request;
      request.set_name(login.user);
      request.set_password(login.password);
      pb::AuthenticateResponse response;
      const auto status = endpoints[index]->auth->Authenticate(&asking, request, &response);
      if (!status.ok()) return status;
      token = response.token();
    }
    context.AddMetadata("token", token);
    return grpc::Status::OK;
  }
  // True when it is worth while to ask again, with a token of now.
  bool is_token_stale(const grpc::Status& status) {
    if (login.user.empty() || !is_about_token(status)) return false;
    forget_token();
    return true;
  }
  void forget_token() {
    const std::lock_guard held(token_mutex);
    token.clear();
  }

  // Asks once or, with a new token, twice.
  template <class Ask>
  grpc::Status ask(std::size_t index, EtcdClient::Connecting connecting, const Ask& asking) {
    grpc::Status status;
    for (int attempt = 0; attempt < token_attempts; ++attempt) {
      grpc::ClientContext context;
      limit(context);
      context.set_wait_for_ready(connecting == EtcdClient::Connecting::Wait);
      status = log_in(index, context);
      if (status.ok()) status = asking(context);
      if (!is_token_stale(status)) return status;
    }
    return status;
  }

  void send(std::unique_ptr<CommitCall> call) {
    limit(call->context);
    if (const auto status = log_in(call->endpoint, call->context); !status.ok()) {
      return call->done(fail(failed(call->endpoint, status)));
    }
    std::unique_lock held(mutex);
    if (closing) {
      held.unlock();
      return call->done(fail(Error::Kind::Unreachable, "the store was closed"));
    }
    call->reader = endpoints[call->endpoint]->kv->AsyncTxn(&call->context, call->request, &commits);
    CommitCall* const tag = call.release();
    tag->reader->Finish(&tag->response, &tag->status, tag);
  }
  bool sent_again(CommitCall& call) {
    if (!is_token_stale(call.status) || call.attempt + 1 >= token_attempts) return false;
    auto again = std::make_unique<CommitCall>();
    again->endpoint = call.endpoint;
    again->attempt = call.attempt + 1;
    again->request = std::move(call.request);
    again->done = std::move(call.done);
    send(std::move(again));
    return true;
  }

  void answer_commits() {
    void* tag = nullptr;
    bool fine = false;
    while (commits.Next(&tag, &fine)) {
      const std::unique_ptr<CommitCall> call(static_cast<CommitCall*>(tag));
      if (sent_again(*call)) continue;
      call->done(call->status.ok() ? Result<EtcdOutcome>(outcome_of(call->response))
                                   : fail(failed(call->endpoint, call->status)));
    }
  }

  std::vector<std::unique_ptr<Endpoint>> endpoints;
  std::atomic<std::size_t> current = 0;
  // A queue and a thread of our own: those that gRPC 1.51 keeps for callbacks can be freed too
  // early when the last client goes.
  grpc::CompletionQueue commits;
  std::thread answering;
  std::chrono::milliseconds patience{};
  EtcdLogin login;
  std::mutex token_mutex;
  std::string token;
  std::mutex mutex;  // for those below
  bool closing = false;
  grpc::ClientContext* watching = nullptr;
  bool ended = false;
};

EtcdClient::EtcdClient(std::span<const std::string> endpoints, std::chrono::milliseconds patience,
                       const EtcdLogin& login)
    : state_(std::make_unique<State>()) {
  check(!endpoints.empty(), "there is an etcd to talk to");
  // What gRPC would print is in the status of the call, and standard error is not its to write to.
  gpr_set_log_function([](gpr_log_func_args*) {});
  for (const auto& endpoint : endpoints) {
    state_->endpoints.push_back(std::make_unique<Endpoint>(endpoint, login));
  }
  state_->patience = patience;
  state_->login = login;
  state_->answering = std::thread([state = state_.get()] { state->answer_commits(); });
}

EtcdClient::~EtcdClient() {
  {
    const std::lock_guard held(state_->mutex);
    state_->closing = true;
    state_->commits.Shutdown();
  }
  state_->answering.join();
}

Result<EtcdRange> EtcdClient::range(const EtcdQuery& query, Connecting connecting) {
  const auto index = state_->current.load();
  pb::RangeResponse response;
  const auto status = state_->ask(index, connecting, [&](grpc::ClientContext& context) {
    return state_->endpoints[index]->kv->Range(&context, request_of(query), &response);
  });
  if (!status.ok()) return fail(state_->failed(index, status));
  return range_of(response);
}

void EtcdClient::commit(EtcdWrite write, std::function<void(Result<EtcdOutcome>)> done) {
  auto call = std::make_unique<CommitCall>();
  call->endpoint = state_->current.load();
  call->done = std::move(done);
  call->request = request_of(std::move(write));
  state_->send(std::move(call));
}

Result<void> EtcdClient::compact(Revision revision) {
  const auto index = state_->current.load();
  pb::CompactionRequest request;
  request.set_revision(revision);
  pb::CompactionResponse response;
  const auto status = state_->ask(index, Connecting::Fail, [&](grpc::ClientContext& context) {
    return state_->endpoints[index]->kv->Compact(&context, request, &response);
  });
  if (status.ok()) return {};
  return fail(state_->failed(index, status));
}

Error EtcdClient::watch(const EtcdWatch& watch) {
  const auto index = state_->current.load();
  grpc::ClientContext context;
  // Rather no news than those of a member that lost the others.
  context.AddMetadata("hasleader", "true");
  if (const auto status = state_->log_in(index, context); !status.ok()) {
    return state_->failed(index, status);
  }
  {
    const std::lock_guard held(state_->mutex);
    if (state_->ended) return {Error::Kind::Unreachable, "the watch was ended"};
    state_->watching = &context;
  }
  const auto stream = state_->endpoints[index]->watch->Watch(&context);
  const auto why = stream->Write(request_of(watch)) ? follow(*stream, watch) : std::nullopt;
  context.TryCancel();
  const auto status = stream->Finish();
  // Of a watch etcd only says that it is not permitted, also to whom it does not know any more.
  if (why && why->detail.contains("permission denied")) state_->forget_token();
  static_cast<void>(state_->is_token_stale(status));
  const std::lock_guard held(state_->mutex);
  state_->watching = nullptr;
  return why ? *why : state_->failed(index, status);
}

void EtcdClient::end_watch() {
  const std::lock_guard held(state_->mutex);
  state_->ended = true;
  if (state_->watching != nullptr) state_->watching->TryCancel();
}

}  // namespace telltale::store

#endif
