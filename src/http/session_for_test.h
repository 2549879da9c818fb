// SPDX-License-Identifier: Apache-2.0
#pragma once

// A session without a connection: the test is the peer, and the wire is a string.

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/h1/h1_session.h"
#include "http/session.h"

namespace telltale::http {

class CountingBell final : public Bell {
 public:
  void ring() override { ++rings; }
  std::atomic<int> rings = 0;
};

// Keeps every request, and its Responder until the test answers.
struct Inbox {
  std::vector<Request> requests;
  std::vector<Responder> answers;

  Handler handler() {
    return [this](Request request, Responder answer) {
      requests.push_back(std::move(request));
      answers.push_back(std::move(answer));
    };
  }
};

inline Response text_answer(std::string body) {
  return {.content_type = "text/plain", .body = std::move(body)};
}

// What a stream is given to write.
inline std::shared_ptr<const std::string> piece(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

struct Talk {
  Limits limits = {};
  Refuse refuse = {};
  Handler handler = {};
  std::unique_ptr<Session> (*make)(SessionSetup) = make_h1_session;
  HeadHandler head_handler = {};  // nothing: the handler, after the body
  std::shared_ptr<Budget> budget = std::make_shared<Budget>();
  CountingBell bell = {};
  std::unique_ptr<Session> session = {};

  void begin() {
    if (!head_handler) {
      head_handler = after_body([this](Request request, Responder answer) {
        handler(std::move(request), std::move(answer));
      });
    }
    session = make({.limits = limits,
                    .refuse = refuse,
                    .handler = head_handler,
                    .budget = *budget,
                    .bell = bell,
                    .peer = "127.0.0.1:50412",
                    .certificate = {}});
  }
  std::string heard() {
    std::string all;
    for (std::size_t before = std::string::npos; before != all.size();) {
      before = all.size();
      session->produce(all, 1 << 16);
    }
    return all;
  }
  std::string say(std::string_view bytes) {
    session->receive(bytes);
    return heard();
  }
};

}  // namespace telltale::http
