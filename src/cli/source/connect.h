// SPDX-License-Identifier: Apache-2.0
#pragma once

// From flags and kubeconfigs to an API server that can be asked. Commands know a Connection and who
// makes it; where bytes go is the client room's business.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"
#include "http/client/client_loop.h"

namespace telltale::cli {

// One server, and what was found on the way to it. Held together in the order in which its parts
// stand on each other.
struct Connection {
  std::string server = {};                    // its URL, for people
  std::string namespace_name = "default";     // of the context
  std::string token = {};                     // that the kubeconfig holds; empty: it holds none
  std::string telltale_url = {};              // that the kubeconfig names; empty: it names none
  std::chrono::milliseconds timeout{60'000};  // of one request
  std::uint64_t seed = 0;                     // of whatever is spread at random

  std::unique_ptr<http::ClientLoop> loop = {};
  std::unique_ptr<client::Transport> transport = {};
  std::unique_ptr<client::Scheduler> scheduler = {};
  std::unique_ptr<client::Api> api = {};
};

// The way to servers. Tests bring their own.
class Dialer {
 public:
  virtual ~Dialer() = default;
  // As the kubeconfig says; nothing is asked of the server yet.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>> dial(const ConnectOptions& options,
                                                                 const Streams& streams) = 0;
  // A plain address. `token` empty: nobody in particular.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>> dial_url(const std::string& url,
                                                                     const std::string& token,
                                                                     const Streams& streams) = 0;
};

// With the dialer of the streams, or the system's.
[[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ConnectOptions& options,
                                                          const Streams& streams);
[[nodiscard]] Result<std::unique_ptr<Connection>> connect_url(const std::string& url,
                                                              const std::string& token,
                                                              const Streams& streams);

// The error with the server's name, where it only names a path, made printable.
Error named_after(const Connection& connection, Error error);

// What a refusal of the server asks of people, as lines under the error; empty where there is
// nothing to add.
std::string advice_on(const Error& error, std::string_view program);

}  // namespace telltale::cli
