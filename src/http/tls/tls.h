// SPDX-License-Identifier: Apache-2.0
#pragma once

// TLS without sockets: ciphertext in, plain text out, and the other way round. The connection moves
// the bytes. One TlsChannel belongs to one connection; a TlsContext is shared by all of them.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"
#include "http/server.h"

struct ssl_ctx_st;
struct ssl_st;
struct bio_method_st;

namespace telltale::http {

// Certificate, key, authorities of clients, and what is offered. Safe to share between threads.
class TlsContext {
 public:
  [[nodiscard]] static Result<std::unique_ptr<TlsContext>> make(const Tls& tls);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

 private:
  friend class TlsChannel;
  TlsContext();
  ssl_ctx_st* context_ = nullptr;
  bio_method_st* method_ = nullptr;
};

// The context that new connections get; old ones keep theirs. Safe to share between threads.
class CurrentTls {
 public:
  std::shared_ptr<const TlsContext> get() const {
    const std::lock_guard lock(mutex_);
    return context_;
  }
  void set(std::shared_ptr<const TlsContext> context) {
    const std::lock_guard lock(mutex_);
    context_.swap(context);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const TlsContext> context_;
};

class TlsChannel {
 public:
  enum class State { Handshaking, Open, Ended, Failed };

  // Ciphertext for the peer is appended to `out`, which outlives the channel.
  TlsChannel(std::shared_ptr<const TlsContext> context, std::string& out);
  ~TlsChannel();
  TlsChannel(const TlsChannel&) = delete;
  TlsChannel& operator=(const TlsChannel&) = delete;

  // Ciphertext of the peer; what it says in plain is appended. A failed handshake leaves an alert
  // in `out`, and a few words to somebody who speaks plain HTTP.
  State receive(std::string_view bytes, std::string& plain);
  // Only when open.
  void send(std::string_view plain);
  // Says good-bye.
  void close();

  State state() const { return state_; }
  // What ALPN agreed on: "h2", "http/1.1", or nothing.
  std::string_view protocol() const;
  // The verified certificate of the client, if it has one.
  std::optional<Certificate> certificate() const;

 private:
  friend struct TlsBytes;
  void shake_hands();
  void read_plain(std::string& plain);
  void fail_unless_waiting(int result);

  std::shared_ptr<const TlsContext> context_;  // replaced for later connections
  ssl_st* ssl_;
  std::string& out_;
  std::string_view incoming_;
  State state_ = State::Handshaking;
};

}  // namespace telltale::http
