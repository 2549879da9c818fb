// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reviews asked of other people's conversion webhooks. Each has a deadline. Only so many may be
// under way, so that webhooks which do not answer cannot take every worker; and one that did not
// answer several times in a row rests for a while: what needs it fails at once, and then one review
// at a time tries whether it is back. Safe to share between threads; whoever asks waits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "http/client/client.h"
#include "server/resource.h"

namespace telltale::server {

struct WebhookLimits {
  std::chrono::milliseconds review{10'000};  // from the question to its whole answer
  std::size_t under_way = 24;                // of all webhooks together
  std::size_t under_way_each = 16;
  int unanswered_in_a_row = 3;  // then it rests
  Seconds rest_min{5};          // doubled each time it is still silent
  Seconds rest_max{60};
};

class WebhookCalls {
 public:
  using Send =
      std::function<Result<http::Response>(const http::Destination& to, const std::string& review)>;

  // Without `send` over the network.
  explicit WebhookCalls(const Clock& clock, const WebhookLimits& limits = {}, Send send = {});
  WebhookCalls(const WebhookCalls&) = delete;
  WebhookCalls& operator=(const WebhookCalls&) = delete;

  // Unreachable when no answer came in time or it rests, TooLarge when too many are under way.
  [[nodiscard]] Result<http::Response> ask(const Webhook& webhook, const std::string& review);

  // Nobody is asked any more: the server ends.
  void stop();
  // Whether somebody who began then may still ask: splitting a page that was refused has an end.
  bool has_time(std::chrono::nanoseconds began) const;
  std::chrono::nanoseconds elapsed() const { return clock_.elapsed(); }

  struct Figures {
    std::uint64_t answered = 0;
    std::uint64_t unanswered = 0;
    std::uint64_t not_asked = 0;  // it rested, or too many were under way
  };
  Figures figures() const;

 private:
  struct Line {
    std::size_t under_way = 0;
    int unanswered = 0;  // in a row
    std::chrono::nanoseconds rest{};
    std::chrono::nanoseconds rests_until{};
  };

  Result<void> begin(const std::string& name);
  void end(const std::string& name, bool is_answered);
  void forget_idle_lines();

  const Clock& clock_;
  const WebhookLimits limits_;
  const Send send_;
  mutable std::mutex mutex_;
  std::map<std::string, Line> lines_;
  std::size_t under_way_ = 0;
  bool is_stopped_ = false;
  Figures figures_;
};

}  // namespace telltale::server
