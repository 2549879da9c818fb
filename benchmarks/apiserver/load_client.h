// SPDX-License-Identifier: Apache-2.0
#pragma once

// A client that costs as little as it can, since it shares the machine with the server it measures:
// one thread, kept TLS connections, HTTP/1.1, no look at what is in an answer.
//
//   Loop loop;
//   Connection connection(loop, target);
//   connection.ask(request_text(target, "GET", "/version"), [](const Answer& answer) { ... });
//   while (busy) loop.turn(1s);

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace telltale::apiserver {

using Watch = std::chrono::steady_clock;

// Whom to ask, and as whom.
struct Target {
  int port = 0;
  std::string token = {};
};

struct Answer {
  int status = 0;  // 0: the connection broke
  std::size_t body_bytes = 0;
  std::string_view body = {};  // only its beginning when it is long
};

std::string request_text(const Target& target, std::string_view method, std::string_view path,
                         std::string_view type = {}, std::string_view body = {});

class Connection;

class Loop {
 public:
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Serves what has arrived; waits for it, but not longer than `patience`.
  void turn(std::chrono::nanoseconds patience);

 private:
  friend class Connection;
  int epoll_ = -1;
};

class Connection {
 public:
  using Then = std::function<void(const Answer&)>;
  using Sink = std::function<void(std::string_view bytes)>;

  // Connects and shakes hands; ends the program when it cannot.
  Connection(Loop& loop, const Target& target);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool idle() const;
  void ask(const std::string& request, Then then);
  // The same for an answer that is long: its body goes to the sink, whole.
  void ask_all(const std::string& request, Sink sink, Then then);
  // An answer without an end: its pieces go to the sink.
  void follow(const std::string& request, Sink sink);

 private:
  friend class Loop;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace telltale::apiserver
