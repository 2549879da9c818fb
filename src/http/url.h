// SPDX-License-Identifier: Apache-2.0
#pragma once

// The address of a server, taken apart before anybody trusts it. Strict: what two programs could
// read in two ways ("http://localhost:1@elsewhere", "http://127.0.0.1\\.elsewhere") is no address,
// so that the host that is judged is the host that is connected to.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace telltale::http {

struct Url {
  std::string scheme;      // "http", "https"
  std::string host;        // lower case; of an IPv6 address what is inside of the brackets
  std::uint16_t port = 0;  // 0: that of the scheme
  std::string path = {};   // "" or "/…"; nothing is unescaped

  bool encrypted() const { return scheme == "https"; }
};

inline constexpr std::size_t url_bytes_max = 2048;

// "https://telltale.example.com:7480/behind/a/proxy". Invalid for anything else: no user, no query,
// no fragment, no escapes in the host.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

// Whether it can only be this machine: localhost, 127.0.0.0/8 or ::1, in full.
bool is_loopback(const Url& url);

}  // namespace telltale::http
