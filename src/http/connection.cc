// SPDX-License-Identifier: Apache-2.0
#include "http/connection.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include "base/text.h"
#include "http/deadlines.h"
#include "http/h1/h1_session.h"
#include "http/h2/h2_session.h"
#include "http/session.h"

namespace telltale::http {
namespace {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
using Strand = asio::strand<asio::io_context::executor_type>;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Strand>;
using Nanoseconds = std::chrono::nanoseconds;
template <int Name>
using TcpOption = asio::detail::socket_option::integer<IPPROTO_TCP, Name>;

constexpr std::size_t batch_bytes = std::size_t{64} << 10;
// One connection gets this much done before others have their turn.
constexpr int rounds_max = 16;
// How long a refused peer may go on sending, so that it can read why.
constexpr std::chrono::seconds linger_max{2};
// A peer that vanished without a word is noticed after about a minute.
constexpr int keepalive_idle_seconds = 30;
constexpr int keepalive_interval_seconds = 10;
constexpr int keepalive_probes_max = 3;
// What one costs, roughly, with TLS and the first bytes of a request.
constexpr std::size_t connection_bytes = std::size_t{48} << 10;
// Buffers that grew beyond this are given back once they are empty.
constexpr std::size_t kept_buffer_bytes = 4096;

class SocketConnection final : public Connection,
                               public Bell,
                               public std::enable_shared_from_this<SocketConnection> {
 public:
  SocketConnection(Socket socket, std::string peer, const ConnectionSetup& setup);

  void start() override;
  void check_deadline(Nanoseconds now) override;
  void wind_down() override;
  void end_streams() override;
  void cut() override;
  void ring() override;

 private:
  enum class Phase { Handshaking, Open, Lingering, Closed };

  template <class Work>
  void post(Work work);
  void open_session();

  void await_bytes();
  void await_room();
  void read_available();
  void received(std::string_view bytes);
  void received_plain(std::string_view bytes);
  void peer_ended();

  void turn();
  void fill();
  bool flush();
  void settle();
  void finish();
  void linger();
  void close();
  void expire();

  bool wants_bytes() const;
  void update_deadlines();
  Nanoseconds now() const { return setup_.clock.elapsed(); }

  const ConnectionSetup& setup_;
  Socket socket_;
  const std::string peer_;
  std::string out_;  // to be sent, as it goes over the wire
  std::size_t out_sent_ = 0;
  std::unique_ptr<TlsChannel> tls_;
  std::unique_ptr<Session> session_;
  Phase phase_ = Phase::Handshaking;
  bool winding_down_ = false;
  bool failed_ = false;  // in TLS: say so, then close
  bool reading_ = false;
  bool writing_ = false;
  bool peer_ended_ = false;
  bool rung_inside_ = false;
  bool progressed_ = false;
  std::atomic<bool> rung_ = false;
  Hold hold_;  // its own bytes, and what waits in `out_`
  Deadlines deadlines_;
};

SocketConnection::SocketConnection(Socket socket, std::string peer, const ConnectionSetup& setup)
    : setup_(setup),
      socket_(std::move(socket)),
      peer_(std::move(peer)),
      hold_(setup.budget->connections(), Budget::Use::Connections),
      deadlines_(setup.limits) {
  hold_.resize_anyway(connection_bytes);
  if (auto tls = setup_.tls.get()) tls_ = std::make_unique<TlsChannel>(std::move(tls), out_);
}

// Everything that touches the connection runs on its strand, and ends with a turn.
template <class Work>
void SocketConnection::post(Work work) {
  const auto self = weak_from_this().lock();
  if (!self) return;
  asio::post(socket_.get_executor(), [self, work = std::move(work)] {
    if (self->phase_ == Phase::Closed) return;
    work(*self);
    self->turn();
  });
}

void SocketConnection::start() {
  post([](SocketConnection& self) {
    self.deadlines_.allow(self.now(), self.setup_.limits.handshake);
    if (!self.tls_) self.open_session();
  });
}

void SocketConnection::open_session() {
  phase_ = Phase::Open;
  SessionSetup setup{.limits = setup_.limits,
                     .refuse = setup_.refuse,
                     .handler = setup_.handler,
                     .budget = *setup_.budget,
                     .bell = *this,
                     .peer = peer_,
                     .certificate = tls_ ? tls_->certificate() : std::nullopt};
  const bool is_h2 = tls_ && tls_->protocol() == "h2";
  session_ = is_h2 ? make_h2_session(std::move(setup)) : make_h1_session(std::move(setup));
  if (winding_down_) session_->wind_down();
}

void SocketConnection::ring() {
  if (socket_.get_executor().running_in_this_thread()) {
    rung_inside_ = true;
    return;
  }
  if (rung_.exchange(true)) return;
  post([](SocketConnection&) {});
}

void SocketConnection::check_deadline(Nanoseconds now) {
  if (now < deadlines_.earliest()) return;
  post([](SocketConnection& self) { self.expire(); });
}

void SocketConnection::wind_down() {
  post([](SocketConnection& self) {
    self.winding_down_ = true;
    if (self.session_) self.session_->wind_down();
    if (!self.session_) self.close();
  });
}

void SocketConnection::end_streams() {
  post([](SocketConnection& self) {
    if (self.session_) self.session_->end_streams();
  });
}

void SocketConnection::cut() {
  post([](SocketConnection& self) { self.close(); });
}

void SocketConnection::await_bytes() {
  if (reading_ || !wants_bytes()) return;
  reading_ = true;
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](const ErrorCode& error) {
    self->reading_ = false;
    if (self->phase_ == Phase::Closed) return;
    if (error) return self->close();
    self->read_available();
    self->turn();
  });
}

void SocketConnection::await_room() {
  if (writing_) return;
  writing_ = true;
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](const ErrorCode& error) {
    self->writing_ = false;
    if (self->phase_ == Phase::Closed) return;
    if (error) return self->close();
    self->turn();
  });
}

bool SocketConnection::wants_bytes() const {
  if (peer_ended_ || phase_ == Phase::Closed) return false;
  return failed_ || !session_ || phase_ == Phase::Lingering || session_->wants_bytes();
}

void SocketConnection::read_available() {
  std::array<char, batch_bytes> buffer;
  for (int round = 0; round < rounds_max && wants_bytes(); ++round) {
    ErrorCode error;
    const std::size_t size = socket_.read_some(asio::buffer(buffer), error);
    if (error == asio::error::would_block || error == asio::error::try_again) return;
    if (error == asio::error::eof) return peer_ended();
    if (error) return close();
    received({buffer.data(), size});
    if (size < buffer.size()) return;
  }
}

void SocketConnection::received(std::string_view bytes) {
  if (phase_ == Phase::Lingering || failed_) return;
  if (!tls_) return received_plain(bytes);
  std::string plain;
  const TlsChannel::State state = tls_->receive(bytes, plain);
  if (phase_ == Phase::Handshaking && state != TlsChannel::State::Handshaking &&
      state != TlsChannel::State::Failed) {
    open_session();
  }
  if (!plain.empty()) received_plain(plain);
  if (state == TlsChannel::State::Ended) peer_ended();
  if (state == TlsChannel::State::Failed) failed_ = true;
}

void SocketConnection::received_plain(std::string_view bytes) {
  if (session_) session_->receive(bytes);
}

void SocketConnection::peer_ended() {
  if (peer_ended_) return;
  peer_ended_ = true;
  if (phase_ != Phase::Open || failed_) return close();
  session_->receive_end();
}

void SocketConnection::turn() {
  if (phase_ == Phase::Closed) return;
  rung_ = false;
  for (int round = 0;; ++round) {
    rung_inside_ = false;
    fill();
    const bool had_something = !out_.empty();
    if (!flush()) return close();
    if (!out_.empty() || (!had_something && !rung_inside_)) break;
    if (round < rounds_max) continue;
    post([](SocketConnection&) {});
    break;
  }
  settle();
}

// Takes what the session has to say, if what it said before has left.
void SocketConnection::fill() {
  if (!session_ || failed_ || phase_ != Phase::Open || !out_.empty()) return;
  if (!tls_) return session_->produce(out_, batch_bytes);
  std::string plain;
  session_->produce(plain, batch_bytes);
  tls_->send(plain);
}

// False when the peer is gone.
bool SocketConnection::flush() {
  while (out_sent_ < out_.size()) {
    ErrorCode error;
    const auto rest = std::string_view(out_).substr(out_sent_);
    const std::size_t size = socket_.write_some(asio::buffer(rest), error);
    if (error == asio::error::would_block || error == asio::error::try_again) return true;
    if (error) return false;
    out_sent_ += size;
    progressed_ = true;
  }
  out_sent_ = 0;
  out_.clear();
  if (out_.capacity() > kept_buffer_bytes) out_ = {};
  return true;
}

// What follows from where the session stands now.
void SocketConnection::settle() {
  if (phase_ == Phase::Open && session_->next() == Session::Next::Cut) return close();
  if (out_.empty() && phase_ != Phase::Lingering) {
    if (failed_) return linger();
    if (phase_ == Phase::Open && session_->next() == Session::Next::Close) return finish();
    if (phase_ == Phase::Open && session_->next() == Session::Next::CloseSlowly) return linger();
  }
  if (!out_.empty()) await_room();
  await_bytes();
  update_deadlines();
}

void SocketConnection::finish() {
  if (tls_) tls_->close();
  flush();
  close();
}

// Closing while the peer still sends would reset the connection, and the peer would never read what
// was said last. So its bytes are thrown away for a while.
void SocketConnection::linger() {
  if (tls_ && !failed_) tls_->close();
  flush();
  if (session_) session_->abandon();
  ErrorCode error;
  if (socket_.shutdown(Socket::shutdown_send, error)) return close();
  phase_ = Phase::Lingering;
  out_.clear();
  out_sent_ = 0;
  if (peer_ended_) return close();
  deadlines_.allow(now(), linger_max);
  await_bytes();
  update_deadlines();
}

void SocketConnection::close() {
  if (phase_ == Phase::Closed) return;
  phase_ = Phase::Closed;
  deadlines_.stop();
  ErrorCode error;
  [[maybe_unused]] const ErrorCode closed = socket_.close(error);
  if (session_) session_->abandon();
  hold_.release();
  setup_.on_closed(*this);
}

// One late request or reader need not cost its neighbours the connection, where there are any.
void SocketConnection::expire() {
  const Nanoseconds moment = now();
  if (moment < deadlines_.earliest()) return;
  const bool is_late_to_read = deadlines_.is_late_to_read(moment);
  if (phase_ != Phase::Open || (is_late_to_read && !out_.empty())) return close();
  if (is_late_to_read) return session_->drop_held_up();
  if (deadlines_.is_idle()) return session_->wind_down();
  session_->drop_late();
}

void SocketConnection::update_deadlines() {
  hold_.resize_anyway(connection_bytes + (out_.size() > kept_buffer_bytes ? out_.size() : 0));
  const Nanoseconds moment = now();
  const bool is_open = phase_ == Phase::Open;
  if (is_open) deadlines_.enter(moment, session_->stage());
  const bool is_stuck = !out_.empty() || (is_open && session_->is_held_up());
  const bool moved = std::exchange(progressed_, false);
  using enum Deadlines::Sending;
  deadlines_.sending(moment, !is_stuck ? Free : moved ? StuckButMoving : Stuck);
}

// A socket works without them, only less well.
template <class... Options>
void set_options(Socket& socket, const Options&... options) {
  ErrorCode error;
  [[maybe_unused]] const bool are_set = (!socket.set_option(options, error) && ...);
}

std::string endpoint_text(const asio::ip::tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? format("[{}]:{}", address, endpoint.port())
                                    : format("{}:{}", address, endpoint.port());
}

}  // namespace

template <>
std::shared_ptr<Connection> make_connection(asio::io_context& io, int socket,
                                            const ConnectionSetup& setup) {
  Socket owned(asio::make_strand(io));
  ErrorCode error;
  if (owned.assign(asio::ip::tcp::v4(), socket, error)) {
    ::close(socket);
    return nullptr;
  }
  const auto peer = owned.remote_endpoint(error);
  if (error || owned.non_blocking(true, error)) return nullptr;
  set_options(owned, asio::ip::tcp::no_delay(true), asio::socket_base::keep_alive(true),
              TcpOption<TCP_KEEPIDLE>(keepalive_idle_seconds),
              TcpOption<TCP_KEEPINTVL>(keepalive_interval_seconds),
              TcpOption<TCP_KEEPCNT>(keepalive_probes_max));
  return std::make_shared<SocketConnection>(std::move(owned), endpoint_text(peer), setup);
}

}  // namespace telltale::http
