// SPDX-License-Identifier: Apache-2.0
#pragma once

// What travels over HTTP, as plain values. Knows nothing of Kubernetes, and nothing of sockets.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"

namespace telltale::http {

struct Header {
  std::string name;
  std::string value;
  bool operator==(const Header&) const = default;
};

// The first value of that name, upper and lower case being the same; nothing when there is none.
std::optional<std::string_view> find_header(const std::vector<Header>& headers,
                                            std::string_view name);

// Who the client's certificate says it is, after the handshake has verified it.
struct Certificate {
  std::string common_name;
  std::vector<std::string> organizations;
  std::string serial = {};     // in hexadecimal digits
  std::string authority = {};  // digest of the authority it was verified by
  Instant not_after = Instant::max();
  bool operator==(const Certificate&) const = default;
};

struct Request {
  std::string method;  // "GET", in upper case
  std::string target;  // as it was sent: "/api/v1/pods?limit=5"
  std::vector<Header> headers = {};
  std::string body = {};
  std::string peer = {};  // "127.0.0.1:50412"
  std::optional<Certificate> certificate = {};

  std::optional<std::string_view> header(std::string_view name) const {
    return find_header(headers, name);
  }
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<Header> headers = {};  // besides content type and length
  // What follows the body: for long answers made of what others hold, too, and nobody copies.
  std::vector<std::shared_ptr<const std::string>> pieces = {};
};

}  // namespace telltale::http
