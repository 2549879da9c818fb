// SPDX-License-Identifier: Apache-2.0
#pragma once

// One request to somebody else's server, waited for. For webhooks; not for watching.

#include <chrono>
#include <cstddef>
#include <string>

#include "base/result.h"
#include "http/message.h"

namespace telltale::http {

struct Destination {
  std::string url;
  std::string ca_pem = {};  // empty: the system's authorities
  std::chrono::milliseconds timeout{10'000};
  std::size_t answer_bytes_max = std::size_t{16} << 20;
};

// Unreachable when no answer came in time; a status that is not 2xx is an answer.
[[nodiscard]] Result<Response> post(const Destination& to, const std::string& content_type,
                                    const std::string& body);

}  // namespace telltale::http
