// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/webhook.h"

#include <memory>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "convert/review.h"
#include "http/target.h"
#include "json/parse.h"
#include "json/print.h"
#include "live/diagnostics/plain_answer.h"

namespace telltale::live {
namespace {

// Times the largest body, this is what strangers can make us hold.
constexpr std::size_t webhook_connections_max = 32;
constexpr std::size_t threads = 2;

// "application/json; charset=utf-8" is JSON, too.
bool is_json(const http::Request& request) {
  std::string_view type = request.header("Content-Type").value_or("");
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.remove_suffix(1);
  return lower(type) == "application/json";
}

http::Response answer_review(const http::Request& request, std::optional<DialectName> dialect) {
  if (request.method != "POST") {
    http::Response refused = plain_answer(405, "reviews are posted: use POST");
    refused.headers.push_back({"Allow", "POST"});
    return refused;
  }
  if (!is_json(request)) {
    return plain_answer(415, "a review is JSON: the Content-Type must be application/json");
  }
  const auto review = json::parse(request.body);
  if (!review) return plain_answer(400, format("the body is not JSON: {}", review.error().detail));
  if (!review->is_object()) return plain_answer(400, "the body is not a ConversionReview");
  return {.body = json::print(convert::review(*review, dialect))};
}

// A review takes as long as its objects; everything else is answered on the spot.
bool is_review(const http::Request& request) {
  const auto target = http::parse_target(request.target);
  return target && target->path == "/convert" && request.method == "POST";
}

http::Handler handler_of(const WebhookOptions& options) {
  return [dialect = options.dialect, post = options.post](http::Request request,
                                                          http::Responder responder) {
    if (!post || !is_review(request)) {
      return std::move(responder).send(answer_webhook(request, dialect));
    }
    // A std::function is copied; a Responder is not.
    struct Job {
      http::Request request;
      http::Responder responder;
    };
    const auto job = std::make_shared<Job>(std::move(request), std::move(responder));
    const bool taken = post(
        [job, dialect] { std::move(job->responder).send(answer_webhook(job->request, dialect)); });
    if (taken) return;
    http::Response busy = plain_answer(503, "too many reviews wait, try again");
    busy.headers.push_back({"Retry-After", "1"});
    std::move(job->responder).send(std::move(busy));
  };
}

}  // namespace

http::Response answer_webhook(const http::Request& request, std::optional<DialectName> dialect) {
  const auto target = http::parse_target(request.target);
  if (!target) return plain_answer(400, target.error().detail);
  if (target->path == "/convert") return answer_review(request, dialect);
  const bool is_health = target->path == "/healthz" || target->path == "/readyz";
  if (is_health && (request.method == "GET" || request.method == "HEAD")) {
    return plain_answer(200, "ok");
  }
  return plain_answer(404, "there is nothing here; reviews are posted to /convert");
}

Result<std::unique_ptr<Webhook>> Webhook::start(const WebhookOptions& options, const Clock& clock,
                                                Entropy& entropy) {
  TlsServerOptions server{.certificate = options.certificate,
                          .offer = http::Tls::Offer::Http1,  // one body at a time per connection
                          .on_log = options.on_log};
  server.http.address = options.address;
  server.http.port = options.port;
  server.http.threads = threads;
  server.http.limits.body_bytes = options.body_bytes_max;
  server.http.limits.connections = webhook_connections_max;
  auto started = TlsServer::start(server, handler_of(options), clock, entropy);
  if (!started) return fail(started.error());
  return std::unique_ptr<Webhook>(new Webhook(std::move(*started)));
}

}  // namespace telltale::live
