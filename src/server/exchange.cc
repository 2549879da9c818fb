// SPDX-License-Identifier: Apache-2.0
#include "server/exchange.h"

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::size_t warning_bytes_max = 1024;
constexpr std::size_t warnings_max = 32;

// `299 - "text"`, with what would end the quoted text escaped, and nothing that ends a header.
std::string warning_value(std::string_view text) {
  std::string value = "299 - \"";
  for (const char byte : text.substr(0, warning_bytes_max)) {
    if (byte == '"' || byte == '\\') value += '\\';
    value += static_cast<unsigned char>(byte) < 32 ? ' ' : byte;
  }
  return value + "\"";
}

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
}

void Exchange::note_impersonator(User user) { impersonator_ = std::move(user); }

void Exchange::add_headers(http::Response& response) const {
  if (!audit_id_.empty()) response.headers.push_back({"Audit-Id", audit_id_});
  response.headers.push_back({"Cache-Control", "no-cache, private"});
  for (std::size_t i = 0; i < call_.warnings.size() && i < warnings_max; ++i) {
    response.headers.push_back({"Warning", warning_value(call_.warnings[i])});
  }
}

void Exchange::write_down(int code, const std::string& reason) {
  const std::chrono::duration<double> took = books_.clock.elapsed() - began_;
  const std::string_view verb = call_.verb.empty() ? "other" : std::string_view(call_.verb);
  books_.metrics.request(verb, call_.resource ? call_.resource->plural : std::string_view("none"),
                         code, took.count());
  if (books_.audit == nullptr) return;
  AuditEvent event{.audit_id = audit_id_,
                   .request_uri = call_.http.target,
                   .verb = call_.verb,
                   .user = impersonator_.value_or(call_.user),
                   .impersonated = impersonator_ ? std::optional(call_.user) : std::nullopt,
                   .source_ips = {call_.http.peer.substr(0, call_.http.peer.rfind(':'))},
                   .user_agent = std::string(call_.http.header("User-Agent").value_or("")),
                   .object = object_attributes(call_),
                   .code = code,
                   .status_reason = reason,
                   .decision = decision_,
                   .decision_reason = decision_reason_,
                   .received = received_,
                   .completed = books_.audit->now()};
  books_.audit->record(event);
}

void Exchange::answer(http::Response response) {
  is_ended_ = true;
  add_headers(response);
  write_down(response.status, {});
  std::move(responder_).send(std::move(response));
}

void Exchange::refuse(const Failure& failure) {
  is_ended_ = true;
  http::Response response = to_response(failure);
  add_headers(response);
  write_down(failure.code, failure.reason);
  std::move(responder_).send(std::move(response));
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
  write_down(head.status, {});
  return std::move(responder_).stream(std::move(head));
}

void Exchange::give_up() {
  // One that was about to be sent is gone with its Responder, which says 500 when it is dropped.
  if (!is_ended_) refuse(internal("the server failed at this request"));
}

void Exchange::hang_up() {
  is_ended_ = true;
  write_down(0, "hung up");
  std::move(responder_).hang_up();
}

}  // namespace telltale::server
