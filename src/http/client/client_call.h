// SPDX-License-Identifier: Apache-2.0
#pragma once

// A request to somebody else's server, as plain values: where it goes and how that server is known
// to be the right one, what is asked, and how long one is willing to wait.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace telltale::http {

// Calls whose origins say the same share connections.
struct Origin {
  enum class Trust { Verified, Anybody };  // Anybody: any server is believed
  enum class Versions { Http1, Http1And2 };

  std::string url = {};              // "https://10.0.0.1:6443/prefix", without a final slash
  std::string ca_pem = {};           // empty: the system's authorities
  std::string certificate_pem = {};  // of the client, with its chain; empty: none is shown
  std::string key_pem = {};
  std::string server_name = {};  // for SNI and verification instead of the URL's host
  std::string proxy_url = {};    // empty: none, whatever the environment says
  Trust trust = Trust::Verified;
  Versions versions = Versions::Http1And2;
  bool operator==(const Origin&) const = default;
};

struct Call {
  std::shared_ptr<const Origin> origin = {};
  std::string method = "GET";
  std::string target = {};  // "/api/v1/pods?limit=5", percent-encoded; goes behind the origin's URL
  std::vector<Header> headers = {};
  std::string body = {};
  std::size_t answer_bytes_max = std::size_t{64} << 20;  // of its body; zero: endless
  // Zero: for ever.
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds head{0};     // from the start to the end of the answer's head
  std::chrono::milliseconds whole{0};    // from the start to the end of the answer
  std::chrono::milliseconds silence{0};  // without a byte, once the head is there
};

// What is told about one call, on the thread of the loop, in this order; must not block.
struct CallSink {
  std::function<void(const Response& head)> on_head = {};  // of any status; body still empty
  std::function<void(std::string_view piece)> on_piece = {};
  // Once, unless the call was cancelled: nothing when the server ended the answer in good order.
  std::function<void(Result<void>)> on_end = {};
};

}  // namespace telltale::http
