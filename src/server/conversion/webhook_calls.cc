// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/webhook_calls.h"

#include <algorithm>

namespace telltale::server {
namespace {

constexpr std::size_t lines_max = 1000;
// How many deadlines the reviews of one page may take together.
constexpr int deadlines_per_page = 3;

Result<http::Response> send_over_the_network(const http::Destination& to,
                                             const std::string& review) {
  return http::post(to, "application/json", review);
}

}  // namespace

WebhookCalls::WebhookCalls(const Clock& clock, const WebhookLimits& limits, Send send)
    : clock_(clock), limits_(limits), send_(send ? std::move(send) : send_over_the_network) {}

void WebhookCalls::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
}

bool WebhookCalls::has_time(std::chrono::nanoseconds began) const {
  return clock_.elapsed() - began < deadlines_per_page * limits_.review;
}

WebhookCalls::Figures WebhookCalls::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

// Those of which nothing is known that a new one would not know. One that rests is kept.
void WebhookCalls::forget_idle_lines() {
  const auto now = clock_.elapsed();
  std::erase_if(lines_, [&](const auto& entry) {
    return entry.second.under_way == 0 && entry.second.rests_until <= now;
  });
}

Result<void> WebhookCalls::begin(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (is_stopped_) return fail(Error::Kind::Unreachable, "the server is ending");
  if (lines_.size() >= lines_max) forget_idle_lines();
  Line& line = lines_[name];
  const bool is_silent = line.unanswered >= limits_.unanswered_in_a_row;
  if (is_silent && (line.under_way > 0 || clock_.elapsed() < line.rests_until)) {
    ++figures_.not_asked;
    return fail(Error::Kind::Unreachable,
                "it did not answer several times in a row and is left alone for a while");
  }
  if (under_way_ >= limits_.under_way || line.under_way >= limits_.under_way_each) {
    ++figures_.not_asked;
    return fail(Error::Kind::TooLarge, "too many reviews are under way, try again");
  }
  ++under_way_;
  ++line.under_way;
  return {};
}

void WebhookCalls::end(const std::string& name, bool is_answered) {
  const std::lock_guard lock(mutex_);
  Line& line = lines_[name];
  --under_way_;
  --line.under_way;
  ++(is_answered ? figures_.answered : figures_.unanswered);
  if (is_answered) {
    line.unanswered = 0;
    line.rest = line.rests_until = {};
    if (line.under_way == 0) lines_.erase(name);
    return;
  }
  const auto now = clock_.elapsed();
  // Those that were under way together fail together, and count as one reason to rest longer.
  const bool rests = now < line.rests_until;
  if (++line.unanswered < limits_.unanswered_in_a_row || rests) return;
  line.rest =
      std::clamp<std::chrono::nanoseconds>(2 * line.rest, limits_.rest_min, limits_.rest_max);
  line.rests_until = now + line.rest;
}

Result<http::Response> WebhookCalls::ask(const Webhook& webhook, const std::string& review) {
  const std::string name = webhook.url + '\n' + webhook.ca_pem;
  if (auto begun = begin(name); !begun) return fail(begun.error());
  // Also when sending throws: a place that is never given back is one less for ever.
  struct Place {
    WebhookCalls& calls;
    const std::string& name;
    bool is_answered = false;
    ~Place() { calls.end(name, is_answered); }
  } place{*this, name};
  auto answer =
      send_({.url = webhook.url, .ca_pem = webhook.ca_pem, .timeout = limits_.review}, review);
  // Whatever it says, and be it too much, it is there.
  place.is_answered = answer || answer.error().kind != Error::Kind::Unreachable;
  return answer;
}

}  // namespace telltale::server
