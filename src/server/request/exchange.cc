// SPDX-License-Identifier: Apache-2.0
#include "server/request/exchange.h"

#include <utility>

#include "base/text.h"
#include "http/gzip.h"
#include "server/access/audit/audit_bodies.h"

namespace telltale::server {
namespace {

constexpr std::size_t warning_bytes_max = 1024;
constexpr std::size_t warnings_max = 32;
// As kube-apiserver marks events of which something was cut off.
constexpr std::string_view cut_annotation = "audit.k8s.io/truncated";

// `299 - "text"`, with what would end the quoted text escaped, and nothing that ends a header.
std::string warning_value(std::string_view text) {
  std::string value = "299 - \"";
  for (const char byte : text.substr(0, warning_bytes_max)) {
    if (byte == '"' || byte == '\\') value += '\\';
    value += static_cast<unsigned char>(byte) < 32 ? ' ' : byte;
  }
  return value + "\"";
}

bool is_health_path(const Call& call) {
  const std::string_view path = call.route.rest;
  return call.route.what == Route::What::Fixed &&
         (path == "/healthz" || path == "/livez" || path == "/readyz");
}

// The log hears when a watch has ended.
class AuditedStream final : public http::Stream {
 public:
  AuditedStream(std::shared_ptr<http::Stream> stream, AuditLog& log, AuditEvent ended)
      : stream_(std::move(stream)), log_(log), ended_(std::move(ended)) {}

  bool write(std::shared_ptr<const std::string> piece) override {
    return stream_->write(std::move(piece));
  }
  void finish() override { stream_->finish(); }
  bool open() const override { return stream_->open(); }
  void on_end(std::function<void()> then) override {
    stream_->on_end([&log = log_, event = ended_, then = std::move(then)]() mutable {
      event.completed = log.now();
      log.record(event);
      then();
    });
  }

 private:
  const std::shared_ptr<http::Stream> stream_;
  AuditLog& log_;
  const AuditEvent ended_;
};

}  // namespace

Attributes object_attributes(const Call& call) {
  return {.verb = call.verb,
          .group = call.route.group,
          .version = call.route.version,
          .resource = call.route.resource,
          .subresource = call.route.subresource,
          .namespace_name = call.route.namespace_name,
          .name = call.route.name,
          .path = call.target.path};
}

Exchange::Exchange(http::Request request, http::Responder responder, const Books& books)
    : books_(books), responder_(std::move(responder)), began_(books.clock.elapsed()) {
  call_.http = std::move(request);
  if (books_.audit != nullptr) {
    audit_id_ = random_uuid(books_.entropy);
    received_ = books_.audit->now();
  }
}

void Exchange::take_body(http::Body body) {
  call_.http.body = std::move(body.bytes);
  call_.http.held = std::move(body.held);
  began_ = books_.clock.elapsed();
}

void Exchange::note_decision(std::string decision, std::string reason) {
  decision_ = std::move(decision);
  decision_reason_ = std::move(reason);
  if (books_.audit != nullptr) ruling();
}

void Exchange::note_impersonator(User user) { impersonator_ = std::move(user); }

void Exchange::add_headers(http::Response& response) const {
  if (!audit_id_.empty()) response.headers.push_back({"Audit-Id", audit_id_});
  response.headers.push_back({"Cache-Control", "no-cache, private"});
  for (std::size_t i = 0; i < call_.warnings.size() && i < warnings_max; ++i) {
    response.headers.push_back({"Warning", warning_value(call_.warnings[i])});
  }
}

void Exchange::count(int code) {
  const std::chrono::duration<double> took = books_.clock.elapsed() - began_;
  const std::string_view verb = call_.verb.empty() ? "other" : std::string_view(call_.verb);
  books_.metrics.request(verb, call_.resource ? call_.resource->plural : std::string_view("none"),
                         code, took.count());
}

// ---- what the audit log is told

// Decided once, by what is known when it is first asked for.
const AuditRuling& Exchange::ruling() {
  if (!ruling_) {
    asker_ = impersonator_.value_or(call_.user);
    if (impersonator_) acting_as_ = call_.user;
    ruling_ = books_.audit->policy().decide(*asker_, object_attributes(call_));
  }
  return *ruling_;
}

AuditEvent Exchange::event_at(AuditStage stage) {
  const AuditLevel level = ruling().level;
  return {.audit_id = audit_id_,
          .level = level,
          .stage = stage,
          .request_uri = call_.http.target,
          .verb = call_.verb,
          .user = *asker_,
          .impersonated = acting_as_,
          .source_ips = {call_.http.peer.substr(0, call_.http.peer.rfind(':'))},
          .user_agent = std::string(call_.http.header("User-Agent").value_or("")),
          .object = object_attributes(call_),
          .decision = decision_,
          .decision_reason = decision_reason_,
          .received = received_,
          .completed = stage == AuditStage::RequestReceived ? received_ : books_.audit->now()};
}

bool Exchange::must_be_recorded() {
  const bool required = books_.audit != nullptr && books_.audit->required();
  return required && !is_health_path(call_) && ruling().level != AuditLevel::None;
}

void Exchange::record_first(std::function<void(AuditLog::Fate)> then) {
  is_received_told_ = true;
  books_.audit->record_first(event_at(AuditStage::RequestReceived), std::move(then));
}

// Of somebody who could not say who they are only the refusal is told.
void Exchange::tell_received() {
  if (std::exchange(is_received_told_, true) || asker_->name.empty()) return;
  if (!ruling().records(AuditStage::RequestReceived)) return;
  books_.audit->record(event_at(AuditStage::RequestReceived));
}

void Exchange::write_down(AuditStage stage, const http::Response& response,
                          const std::string& reason) {
  if (books_.audit == nullptr || ruling().level == AuditLevel::None) return;
  tell_received();
  if (!ruling().records(stage)) return;
  AuditEvent event = event_at(stage);
  event.code = response.status;
  event.status_reason = reason;
  // What was denied was not read.
  AuditedBody request =
      decision_ == "allow" ? audited_request(call_.http, event.object, ruling()) : AuditedBody{};
  AuditedBody answer = audited_response(response, event.object, ruling());
  event.request_object = std::move(request.object);
  event.response_object = std::move(answer.object);
  if (request.is_cut || answer.is_cut) event.annotations.emplace_back(cut_annotation, "true");
  books_.audit->record(event);
}

// ---- the answer

bool Exchange::gzips(const http::Response& response) const {
  const bool about_objects = call_.route.what == Route::What::Objects;
  return about_objects && http::is_worth_gzip(response) &&
         http::takes_gzip(call_.http.header("Accept-Encoding").value_or(""));
}

void Exchange::end(http::Response response, AuditStage stage, const std::string& reason) {
  is_ended_ = true;
  add_headers(response);
  count(response.status);
  write_down(stage, response, reason);
  if (gzips(response)) response = http::gzipped(std::move(response));
  std::move(responder_).send(std::move(response));
}

void Exchange::answer(http::Response response) {
  end(std::move(response), AuditStage::ResponseComplete, {});
}

void Exchange::refuse(const StatusError& error) {
  end(to_response(error), AuditStage::ResponseComplete, error.reason);
}

void Exchange::answer(Outcome<http::Response> outcome) {
  if (outcome) {
    answer(std::move(*outcome));
  } else {
    refuse(outcome.error());
  }
}

std::shared_ptr<http::Stream> Exchange::stream(http::Response head) {
  is_ended_ = true;
  add_headers(head);
  count(head.status);
  const int code = head.status;
  write_down(AuditStage::ResponseStarted, head, {});
  auto stream = std::move(responder_).stream(std::move(head));
  const bool tells_end = books_.audit != nullptr && ruling().records(AuditStage::ResponseComplete);
  if (!tells_end) return stream;
  AuditEvent event = event_at(AuditStage::ResponseComplete);
  event.code = code;
  return std::make_shared<AuditedStream>(std::move(stream), *books_.audit, std::move(event));
}

void Exchange::give_up() {
  // One that was about to be sent is gone with its Responder, which says 500 when it is dropped.
  if (is_ended_) return;
  const StatusError error = internal("the server failed at this request");
  end(to_response(error), AuditStage::Panic, error.reason);
}

void Exchange::hang_up() {
  is_ended_ = true;
  count(0);
  write_down(AuditStage::ResponseComplete, {.status = 0}, "hung up");
  std::move(responder_).hang_up();
}

}  // namespace telltale::server
