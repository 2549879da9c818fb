// SPDX-License-Identifier: Apache-2.0
#pragma once

// An HTTP/1.1 and HTTP/2 server over TLS (or plain HTTP/1.1, for a loopback metrics port):
// connections, limits, slow clients, answers that go on for hours, and an orderly end. One handler
// gets every request.
//
//   auto server = http::Server::start(options, [&](http::Request request, http::Responder answer) {
//     std::move(answer).send({.body = "ok", .content_type = "text/plain"});
//   });
//
// The handler is called on a thread of the server and must not block; it may keep the Responder and
// answer later from any thread.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/budget.h"
#include "http/message.h"

namespace telltale::http {

struct Limits {
  std::size_t bytes_all = Budget::Shares{}.all;   // held for all peers together (budget.h)
  std::size_t body_bytes = std::size_t{3} << 20;  // more: 413, without reading it
  std::size_t header_bytes = std::size_t{64} << 10;
  std::size_t connections = 4096;  // more: accepted and closed at once, so that nobody hangs
  std::size_t stream_bytes_pending = std::size_t{16} << 20;  // of one Stream
  std::chrono::milliseconds handshake{10'000};
  std::chrono::milliseconds idle{300'000};  // between requests of a kept connection
  std::chrono::milliseconds read{30'000};   // from the first byte of a request to its last
  std::chrono::milliseconds write{30'000};  // without any progress
};

struct Tls {
  enum class Offer { Http1, Http1And2 };
  std::string certificate_pem;  // the chain
  std::string key_pem;
  std::string client_ca_pem = {};  // empty: client certificates are not asked for
  Offer offer = Offer::Http1And2;  // the client chooses
};

// How a refusal of the server itself looks: its status, and a sentence that says why.
using Refuse = std::function<Response(int status, std::string_view sentence)>;

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: the system chooses
  std::optional<Tls> tls = {};
  std::size_t threads = 2;
  Limits limits = {};
  Refuse refuse = {};  // nothing: plain text
  // Shared with other servers of the process; nothing: its own, of limits.bytes_all.
  std::shared_ptr<Budget> budget = {};
};

// An answer in pieces, of unknown length; each piece is flushed at once. Safe to share between
// threads; pieces arrive in the order of the calls.
class Stream {
 public:
  virtual ~Stream() = default;
  // False when the peer is gone or does not read fast enough (then the connection is torn down).
  virtual bool write(std::shared_ptr<const std::string> piece) = 0;
  // Pieces that a source makes as the peer reads them. What is written or pulled meanwhile comes
  // behind them. False as with write. Where peers are not waited for, it is written at once.
  virtual bool pull(Source source);
  // After everything written and pulled so far has left. Further writes are refused.
  virtual void finish() = 0;
  virtual bool open() const = 0;
  // Called once, on a thread of the server, when the stream has ended for whatever reason; at once
  // when it already has.
  virtual void on_end(std::function<void()> then) = 0;
};

// The right to answer one request, once. One that is dropped unanswered sends a 500.
class Responder {
 public:
  class Channel;  // the connection's side
  explicit Responder(std::shared_ptr<Channel> channel);
  Responder(Responder&&) noexcept;
  Responder& operator=(Responder&&) noexcept;
  ~Responder();

  void send(Response response) &&;
  // The head's body is the first piece, if it is not empty.
  std::shared_ptr<Stream> stream(Response head) &&;
  // Closes the connection without an answer, as a cut cable would. Of HTTP/2 only this request's
  // stream, since others share the connection.
  void hang_up() &&;

 private:
  std::shared_ptr<Channel> channel_;
};

// The connection's side of a Responder. Tests answer to one of their own.
class Responder::Channel {
 public:
  virtual ~Channel() = default;
  virtual void send(Response response) = 0;
  virtual std::shared_ptr<Stream> stream(Response head) = 0;
  virtual void hang_up() = 0;
  // The Responder was dropped unanswered.
  virtual void forget();
};

using Handler = std::function<void(Request, Responder)>;

struct Body {
  std::string bytes;
  std::shared_ptr<const void> held;  // becomes the request's
};

// The peer that sent the head may go on: its body is read, for this account.
struct BodyWanted {
  std::string client = {};                    // empty: a stranger
  std::optional<std::size_t> bytes_max = {};  // less than the server's limit, for this one
  // Called once, when the body is complete. Dropped when it never will be.
  std::function<void(Body)> then;
};

// Gets the head of every request, before anything of its body is read: it asks for the body, or
// answers without it. Called as a Handler is.
using HeadHandler = std::function<std::optional<BodyWanted>(Request, Responder)>;

// Asks for every body, from everybody.
HeadHandler after_body(Handler handler);

class Server {
 public:
  // The error names the address: "cannot listen on 127.0.0.1:7443: address already in use".
  [[nodiscard]] static Result<std::unique_ptr<Server>> start(ServerOptions options,
                                                             Handler handler);
  // The same with heads first.
  [[nodiscard]] static Result<std::unique_ptr<Server>> start_on_heads(ServerOptions options,
                                                                      HeadHandler handler);
  virtual ~Server() = default;

  virtual std::uint16_t port() const = 0;
  virtual std::size_t connections() const = 0;
  // Further handshakes use this; connections that are open go on with what they have. Only of a
  // server that began with TLS.
  [[nodiscard]] virtual Result<void> replace_tls(const Tls& tls) = 0;
  // No new connections; requests in flight are answered, streams that are still open after
  // `patience` are ended, then everything is closed. Blocks. Idempotent.
  virtual void drain(std::chrono::milliseconds patience) = 0;
};

}  // namespace telltale::http
