// SPDX-License-Identifier: Apache-2.0
#pragma once

// One request and its answer, between the handler (any thread) and the session that speaks the
// protocol (one thread at a time). What the handler writes waits here, limited, until the session
// takes it; what a source makes is asked for when little of it waits.
//
//   handler ── send, stream, write, finish ──► Exchange ── take_answer, take ──► session
//   worker ◄── Source::run, next ─────────────────┴─ rings the connection's Bell

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "http/budget.h"
#include "http/message.h"
#include "http/server.h"

namespace telltale::http {

// Wakes the connection that sends: there is something new. Any thread.
class Bell {
 public:
  virtual ~Bell() = default;
  virtual void ring() = 0;
};

// How an answer begins.
struct Answer {
  enum class Form {
    Whole,
    Made,      // while it is sent, so that its length is unknown, though it has an end
    Streamed,  // goes on for as long as both sides like
  };
  Response head;  // without its body, which waits in pieces
  Form form = Form::Whole;
  std::size_t body_bytes = 0;  // of a whole answer
};

class Exchange final : public Responder::Channel,
                       public Stream,
                       public std::enable_shared_from_this<Exchange> {
 public:
  // Whether a request may be asked again when its answer could not be kept.
  enum class Repeatable { No, Yes };
  // Of answers that pass whatever the budget says: a client that changed something must hear of it.
  static constexpr std::size_t small_bytes = std::size_t{16} << 10;
  // What an answer that is made while it is sent holds, as long as that goes on: a piece that is
  // sent, and the next.
  static constexpr std::size_t made_bytes = 2 * source_piece_bytes;

  // The bell and the refusals must live until end() was called.
  Exchange(Bell& bell, std::size_t pending_bytes_max, const Refuse& refuse);

  // The account that pays for what waits here. What does not fit is a 429 if it can be asked for
  // again; otherwise, and in the midst of an answer, the exchange breaks.
  void charge(Hold hold, Repeatable repeatable);

  void send(Response response) override;
  std::shared_ptr<Stream> stream(Response head) override;
  void hang_up() override;
  void forget() override;

  bool write(std::shared_ptr<const std::string> piece) override;
  bool pull(Source source) override;
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
  // No time is left: a stream ends with what it has ready, what has an end of its own is broken off
  // unless it is there already.
  void finish_early();
  // Nothing more can be sent; tells the handler that asked for it. Idempotent.
  void end();

 private:
  using Piece = Source::Piece;
  // What waits until a source that came before it is exhausted: one of the two.
  struct Behind {
    Piece piece;
    std::shared_ptr<const Source> source;
  };

  void send_locked(Response response);
  bool charge_locked(std::size_t answer_bytes);
  void ring_locked();
  void break_locked();
  void queue_locked(Piece piece);
  void go_on_locked();
  std::size_t held_locked() const;
  bool has_room_locked(std::size_t more);
  void ask_for_more();
  void make(const Source& source);

  const std::size_t pending_bytes_max_;
  const Refuse& refuse_;
  mutable std::mutex mutex_;
  Bell* bell_;  // nothing once ended
  std::optional<Answer> answer_;
  Hold hold_;
  Repeatable repeatable_ = Repeatable::No;
  std::deque<Piece> pieces_;
  std::size_t first_offset_ = 0;  // how much of the first piece was taken
  std::size_t pending_ = 0;
  std::shared_ptr<const Source> source_;  // makes what follows the pieces
  bool is_making_ = false;
  std::deque<Behind> behind_;  // the source
  std::size_t behind_bytes_ = 0;
  bool has_end_ = false;  // of its own: it was sent, not streamed
  bool finished_ = false;
  bool broken_ = false;
  std::function<void()> then_;
};

// A refusal in the server's own words, or plain text.
Response refusal(const Refuse& refuse, int status, std::string_view sentence);

}  // namespace telltale::http
