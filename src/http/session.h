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
  const Handler& handler;
  Bell& bell;
  std::string peer;
  std::optional<Certificate> certificate;
};

// Hands a request over; whatever the handler throws becomes an unanswered request.
void hand_over(const Handler& handler, Request request, Responder answer);

}  // namespace telltale::http
