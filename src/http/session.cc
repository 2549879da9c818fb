// SPDX-License-Identifier: Apache-2.0
#include "http/session.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace telltale::http {
namespace {

// Where nobody says who he is, everybody is one client.
constexpr std::string_view anybody = "anybody";

Exchange::Repeatable repeatable(const std::string& method) {
  return method == "GET" || method == "HEAD" ? Exchange::Repeatable::Yes : Exchange::Repeatable::No;
}

}  // namespace

HeadHandler after_body(Handler handler) {
  return
      [handler = std::move(handler)](Request head, Responder answer) -> std::optional<BodyWanted> {
        struct Waiting {
          Request request;
          Responder answer;
        };
        auto waiting = std::make_shared<Waiting>(std::move(head), std::move(answer));
        return BodyWanted{.client = std::string(anybody),
                          .then = [handler, waiting = std::move(waiting)](Body body) {
                            waiting->request.body = std::move(body.bytes);
                            waiting->request.held = std::move(body.held);
                            handler(std::move(waiting->request), std::move(waiting->answer));
                          }};
      };
}

Arrival::Arrival(Budget& budget, std::shared_ptr<Budget::Account> account)
    : budget_(budget),
      account_(std::move(account)),
      hold_(std::make_shared<Hold>(account_, Budget::Use::Requests)) {}

bool Arrival::hold_head(std::size_t bytes) {
  head_bytes_ = bytes;
  return hold_->resize(bytes - std::min(bytes, free_head_bytes));
}

Arrival::Heard Arrival::hand_head(const HeadHandler& handler, Request head,
                                  std::shared_ptr<Exchange> exchange) {
  const auto repeat = repeatable(head.method);
  exchange->charge(Hold(account_, Budget::Use::Answers), repeat);
  try {
    wanted_ = handler(std::move(head), Responder(exchange));
  } catch (const std::exception&) {
    // The Responder died on the way out and has answered with a 500; others must not suffer.
    return Heard::Answered;
  }
  if (!wanted_) {
    hold_->release();
    return Heard::Answered;
  }
  is_known_ = !wanted_->client.empty();
  if (is_known_) {
    account_ = budget_.client(wanted_->client);
    exchange->charge(Hold(account_, Budget::Use::Answers), repeat);
    hold_->move_to(account_);
  }
  return hold_->resize(head_bytes_) ? Heard::BodyWanted : Heard::NoRoom;
}

bool Arrival::hold_body(std::size_t bytes) { return hold_->resize(head_bytes_ + bytes); }

std::size_t Arrival::body_bytes_max(const Limits& limits) const {
  if (!wanted_) return 0;
  return std::min(limits.body_bytes, wanted_->bytes_max.value_or(limits.body_bytes));
}

void Arrival::hand_body(std::string body) {
  auto wanted = std::exchange(wanted_, std::nullopt);
  if (!wanted) return;
  // Whatever waits for its turn is counted, also what was free to come in.
  hold_->resize_anyway(head_bytes_ + body.size());
  try {
    wanted->then({std::move(body), std::exchange(hold_, nullptr)});
  } catch (const std::exception&) {
    // As with the head.
    return;
  }
}

}  // namespace telltale::http
