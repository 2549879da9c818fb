// SPDX-License-Identifier: Apache-2.0
#pragma once

// One socket: moves bytes between it, TLS and a session, never blocks, and gives up on peers that
// are too slow. What runs on a connection runs one thing at a time; its methods may be called from
// any thread.
//
//   socket ─► TlsChannel ─► Session ─► handler
//   socket ◄─ TlsChannel ◄─ Session ◄─ Exchange ◄─ (rings) whoever answers

#include <chrono>
#include <functional>
#include <memory>

#include "base/clock.h"
#include "http/server.h"
#include "http/tls/tls.h"

namespace telltale::http {

class Connection {
 public:
  virtual ~Connection() = default;
  virtual void start() = 0;
  // Closes it if its deadline has passed; cheap if not.
  virtual void check_deadline(std::chrono::nanoseconds now) = 0;
  // Takes no further requests, and closes when those in flight are answered.
  virtual void wind_down() = 0;
  // Ends answers that would go on for hours, and gives up on those that never began.
  virtual void end_streams() = 0;
  // Closes it at once.
  virtual void cut() = 0;
};

// What all connections of a server share; outlives them.
struct ConnectionSetup {
  Limits limits;
  Refuse refuse;
  HeadHandler handler;
  std::shared_ptr<Budget> budget;
  CurrentTls tls;  // nothing: plain
  SystemClock clock;
  // The connection is closed and was the last time heard of. Called once, without locks held.
  std::function<void(Connection&)> on_closed;
};

// Takes over an accepted socket. Nothing when it is of no use any more. The loop is Asio's
// io_context, which only .cc files may know by name.
template <class Loop>
std::shared_ptr<Connection> make_connection(Loop& loop, int socket, const ConnectionSetup& setup);

}  // namespace telltale::http
