// SPDX-License-Identifier: Apache-2.0
#pragma once

// A protocol spoken on one connection: bytes in, bytes out, requests to the handler. Knows nothing
// of sockets, encryption and time; the connection feeds it, asks it, and watches the deadlines. All
// calls come one at a time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/budget.h"
#include "http/exchange.h"
#include "http/message.h"
#include "http/server.h"

namespace telltale::http {

class Session {
 public:
  // What to do once everything produced has left.
  enum class Next {
    GoOn,
    Close,        // the peer has got everything
    CloseSlowly,  // as Close, though the peer may still be sending what nobody will read
    Cut,          // at once, without good-byes
  };
  // What the peer is waited for, and since when: a deadline begins where either changes.
  struct Stage {
    enum class Waiting { ForFirst, ForNext, ForRest, ForNothing };
    Waiting waiting = Waiting::ForFirst;
    std::uint64_t request = 0;
    bool operator==(const Stage&) const = default;
  };

  virtual ~Session() = default;
  virtual void receive(std::string_view bytes) = 0;
  // The peer sends no more.
  virtual void receive_end() = 0;
  // Appends at most about `bytes_max` of what is to be sent.
  virtual void produce(std::string& out, std::size_t bytes_max) = 0;
  // Takes no further requests; those in flight are answered.
  virtual void wind_down() = 0;
  // Ends answers that would go on for hours, and gives up on those that never began.
  virtual void end_streams() = 0;
  // The connection is gone.
  virtual void abandon() = 0;

  virtual Next next() const = 0;
  virtual Stage stage() const = 0;
  // Whether more bytes would be of use now.
  virtual bool wants_bytes() const = 0;
  // Something waits to be sent, but the peer has not allowed it.
  virtual bool is_held_up() const = 0;
  // Gives up on answers that were held up for too long.
  virtual void drop_held_up() = 0;
  // Gives up on requests that take too long to arrive.
  virtual void drop_late() = 0;
};

// What a session needs to know; the references outlive it.
struct SessionSetup {
  const Limits& limits;
  const Refuse& refuse;
  const HeadHandler& handler;
  Budget& budget;
  Bell& bell;
  std::string peer;
  std::optional<Certificate> certificate;
};

// Bytes of a request that every connection may bring before it is known whose they are; a part of
// what a connection costs anyway. More is a matter of the budget.
inline constexpr std::size_t free_head_bytes = std::size_t{16} << 10;

// One request on its way in: who is charged for it, and what is to be done with its body.
class Arrival {
 public:
  Arrival(Budget& budget, std::shared_ptr<Budget::Account> account);

  // The head is so long by now; false when there is no room for it.
  [[nodiscard]] bool hold_head(std::size_t bytes);
  enum class Heard { BodyWanted, Answered, NoRoom };
  // Whatever the handler throws becomes an unanswered request.
  Heard hand_head(const HeadHandler& handler, Request head, std::shared_ptr<Exchange> exchange);
  // The body is so long by now.
  [[nodiscard]] bool hold_body(std::size_t bytes);
  std::size_t body_bytes_max(const Limits& limits) const;
  void hand_body(std::string body);
  // Whose it is, and whether the handler said so.
  bool is_known() const { return is_known_; }
  const std::shared_ptr<Budget::Account>& account() const { return account_; }

 private:
  Budget& budget_;
  std::shared_ptr<Budget::Account> account_;
  std::shared_ptr<Hold> hold_;
  std::size_t head_bytes_ = 0;
  bool is_known_ = false;
  std::optional<BodyWanted> wanted_;
};

}  // namespace telltale::http
