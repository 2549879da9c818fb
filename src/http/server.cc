// SPDX-License-Identifier: Apache-2.0
#include "http/server.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"
#include "http/connection.h"

namespace telltale::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using std::chrono::milliseconds;

constexpr std::size_t threads_max = 64;
// Out of file descriptors: accepting again at once would only spin.
constexpr milliseconds accept_pause{50};
// What answers that were ended, and closed connections, get to leave the house.
constexpr milliseconds last_words{1000};

// Deadlines are looked at this often: precise enough for the shortest limit, cheap for the rest.
milliseconds sweep_period(const Limits& limits) {
  const auto shortest = std::min({limits.handshake, limits.idle, limits.read, limits.write});
  return std::clamp(shortest / 4, milliseconds(5), milliseconds(1000));
}

std::string lower_first(std::string text) {
  if (!text.empty()) text.front() = lower_letter(text.front());
  return text;
}

class SocketServer final : public Server {
 public:
  SocketServer(ServerOptions options, HeadHandler handler, std::unique_ptr<TlsContext> tls);
  ~SocketServer() override { drain(milliseconds(0)); }

  [[nodiscard]] Result<void> listen();
  void run();

  std::uint16_t port() const override { return port_; }
  std::size_t connections() const override;
  Result<void> replace_tls(const Tls& tls) override;
  void drain(milliseconds patience) override;

 private:
  void accept();
  void accepted(const ErrorCode& error, tcp::socket socket);
  void admit(tcp::socket socket);
  void sweep();
  void forget(Connection& connection);
  template <class Action>
  void for_all(Action action);
  bool wait_until_empty(milliseconds patience);
  void stop();

  const ServerOptions options_;
  ConnectionSetup setup_;
  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  asio::strand<asio::io_context::executor_type> strand_;  // of the acceptor and the timers
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  asio::steady_timer sweeper_;
  bool ended_ = false;  // of the strand, too
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable emptied_;
  std::unordered_map<Connection*, std::shared_ptr<Connection>> connections_;
  bool draining_ = false;
  std::mutex drain_mutex_;
  std::vector<std::thread> threads_;
};

SocketServer::SocketServer(ServerOptions options, HeadHandler handler,
                           std::unique_ptr<TlsContext> tls)
    : options_(std::move(options)),
      work_(asio::make_work_guard(io_)),
      strand_(asio::make_strand(io_)),
      acceptor_(strand_),
      pause_(strand_),
      sweeper_(strand_) {
  setup_.limits = options_.limits;
  setup_.refuse = options_.refuse;
  setup_.handler = std::move(handler);
  setup_.budget = options_.budget;
  if (!setup_.budget) {
    setup_.budget = std::make_shared<Budget>(Budget::shares_of(options_.limits.bytes_all));
  }
  setup_.tls.set(std::move(tls));
  setup_.on_closed = [this](Connection& connection) { forget(connection); };
}

Result<void> SocketServer::listen() {
  const auto refuse = [&](const std::string& why) {
    const bool is_v6 = options_.address.find(':') != std::string::npos;
    return fail(Error::Kind::Internal,
                format("cannot listen on {}{}{}:{}: {}", is_v6 ? "[" : "", options_.address,
                       is_v6 ? "]" : "", options_.port, why));
  };
  try {
    tcp::resolver resolver(io_);
    const auto found =
        resolver.resolve(options_.address, format("{}", options_.port), tcp::resolver::passive);
    const tcp::endpoint endpoint = found.begin()->endpoint();
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(tcp::acceptor::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen();
    port_ = acceptor_.local_endpoint().port();
  } catch (const boost::system::system_error& error) {
    return refuse(lower_first(error.code().message()));
  }
  return {};
}

void SocketServer::run() {
  asio::post(strand_, [this] {
    accept();
    sweep();
  });
  const std::size_t count = std::clamp<std::size_t>(options_.threads, 1, threads_max);
  for (std::size_t index = 0; index < count; ++index) {
    threads_.emplace_back([this] { io_.run(); });
  }
}

void SocketServer::accept() {
  acceptor_.async_accept(io_, [this](const ErrorCode& error, tcp::socket socket) {
    accepted(error, std::move(socket));
  });
}

void SocketServer::accepted(const ErrorCode& error, tcp::socket socket) {
  if (!acceptor_.is_open()) return;
  if (!error) admit(std::move(socket));
  const bool is_short_of_something = error && error != asio::error::connection_aborted;
  if (!is_short_of_something) return accept();
  pause_.expires_after(accept_pause);
  pause_.async_wait([this](const ErrorCode& cancelled) {
    if (!cancelled && acceptor_.is_open()) accept();
  });
}

void SocketServer::admit(tcp::socket socket) {
  if (connections() >= options_.limits.connections) return;
  ErrorCode error;
  const int descriptor = socket.release(error);
  if (error) return;
  const auto connection = make_connection(io_, descriptor, setup_);
  if (!connection) return;
  {
    const std::lock_guard lock(mutex_);
    connections_.emplace(connection.get(), connection);
    if (draining_) connection->wind_down();
  }
  connection->start();
}

void SocketServer::sweep() {
  const auto now = setup_.clock.elapsed();
  for_all([now](Connection& connection) { connection.check_deadline(now); });
  sweeper_.expires_after(sweep_period(options_.limits));
  sweeper_.async_wait([this](const ErrorCode& cancelled) {
    if (!cancelled && !ended_) sweep();
  });
}

template <class Action>
void SocketServer::for_all(Action action) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, connection] : connections_) action(*connection);
}

void SocketServer::forget(Connection& connection) {
  std::shared_ptr<Connection> last;  // dies after the lock
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(&connection);
  if (found == connections_.end()) return;
  last = std::move(found->second);
  connections_.erase(found);
  if (connections_.empty()) emptied_.notify_all();
}

std::size_t SocketServer::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_.size();
}

bool SocketServer::wait_until_empty(milliseconds patience) {
  std::unique_lock lock(mutex_);
  return emptied_.wait_for(lock, patience, [&] { return connections_.empty(); });
}

Result<void> SocketServer::replace_tls(const Tls& tls) {
  check(setup_.tls.get() != nullptr, "only a server with TLS gets another certificate");
  auto made = TlsContext::make(tls);
  if (!made) return fail(made.error());
  setup_.tls.set(std::move(*made));
  return {};
}

void SocketServer::drain(milliseconds patience) {
  const std::lock_guard once(drain_mutex_);
  if (threads_.empty()) return;
  const auto is_this = [](const std::thread& thread) {
    return thread.get_id() == std::this_thread::get_id();
  };
  check(std::ranges::none_of(threads_, is_this), "a server is not drained by a thread of its own");
  {
    const std::lock_guard lock(mutex_);
    draining_ = true;
  }
  asio::post(strand_, [this] {
    ErrorCode error;
    [[maybe_unused]] const ErrorCode closed = acceptor_.close(error);
    pause_.cancel();
  });
  for_all([](Connection& connection) { connection.wind_down(); });
  if (!wait_until_empty(patience)) {
    for_all([](Connection& connection) { connection.end_streams(); });
    wait_until_empty(last_words);
  }
  stop();
}

void SocketServer::stop() {
  for_all([](Connection& connection) { connection.cut(); });
  // A sweep that is due already cannot be cancelled; it must not ask for the next.
  asio::post(strand_, [this] {
    ended_ = true;
    sweeper_.cancel();
  });
  work_.reset();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, Handler handler) {
  return start_on_heads(std::move(options), after_body(std::move(handler)));
}

Result<std::unique_ptr<Server>> Server::start_on_heads(ServerOptions options, HeadHandler handler) {
  std::unique_ptr<TlsContext> tls;
  if (options.tls) {
    auto made = TlsContext::make(*options.tls);
    if (!made) return fail(made.error());
    tls = std::move(*made);
  }
  auto server =
      std::make_unique<SocketServer>(std::move(options), std::move(handler), std::move(tls));
  if (const auto listening = server->listen(); !listening) return fail(listening.error());
  server->run();
  return server;
}

}  // namespace telltale::http
