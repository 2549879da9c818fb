// SPDX-License-Identifier: Apache-2.0
#pragma once

// One request and its answer, between the handler (any thread) and the session that speaks the
// protocol (one thread at a time). What the handler writes waits here, limited, until the session
// takes it.
//
//   handler ── send, stream, write, finish ──► Exchange ── take_answer, take ──► session
//                                                 └─ rings the connection's Bell

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"
#include "http/server.h"

namespace telltale::http {

// Wakes whoever sends: there is something new. Any thread.
class Bell {
 public:
  virtual ~Bell() = default;
  virtual void ring() = 0;
};

// How an answer begins.
struct Answer {
  enum class Form { Whole, Streamed };
  Response head;  // without its body, which waits in pieces
  Form form = Form::Whole;
  std::size_t body_bytes = 0;  // of a whole answer
};

class Exchange final : public Responder::Channel,
                       public Stream,
                       public std::enable_shared_from_this<Exchange> {
 public:
  // The bell and the refusals must live until end() was called.
  Exchange(Bell& bell, std::size_t pending_bytes_max, const Refuse& refuse);

  void send(Response response) override;
  std::shared_ptr<Stream> stream(Response head) override;
  void hang_up() override;
  void forget() override;

  bool write(std::shared_ptr<const std::string> piece) override;
  void finish() override;
  bool open() const override;
  void on_end(std::function<void()> then) override;

  // Once, as soon as there is an answer.
  std::optional<Answer> take_answer();
  std::size_t pending() const;
  // Appends that many of the pending bytes.
  void take(std::string& out, std::size_t bytes);
  // Everything was written and taken.
  bool complete() const;
  // The handler hung up, or the peer reads too slowly.
  bool broken() const;
  // Nothing more can be sent; tells whoever asked for it. Idempotent.
  void end();

 private:
  void send_locked(Response response);
  void ring_locked();
  void queue_locked(std::shared_ptr<const std::string> piece);

  const std::size_t pending_bytes_max_;
  const Refuse& refuse_;
  mutable std::mutex mutex_;
  Bell* bell_;  // nothing once ended
  std::optional<Answer> answer_;
  std::deque<std::shared_ptr<const std::string>> pieces_;
  std::size_t first_offset_ = 0;  // how much of the first piece was taken
  std::size_t pending_ = 0;
  bool finished_ = false;
  bool broken_ = false;
  std::function<void()> then_;
};

// A refusal in the server's own words, or plain text.
Response refusal(const Refuse& refuse, int status, std::string_view sentence);

}  // namespace telltale::http
