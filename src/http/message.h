// SPDX-License-Identifier: Apache-2.0
#pragma once

// What travels over HTTP, as plain values. Knows nothing of Kubernetes, and nothing of sockets.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"

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
  std::shared_ptr<const void> held = {};  // counts its bytes until it is gone (budget.h)

  std::optional<std::string_view> header(std::string_view name) const {
    return find_header(headers, name);
  }
};

// An answer, or a part of one, that is made while the peer reads it, so that nobody ever holds all
// of it. Both functions may be called from any thread, `next` never twice at a time.
struct Source {
  using Piece = std::shared_ptr<const std::string>;
  // The next piece, of about source_piece_bytes. Null: that was all, and it is not asked again. An
  // error breaks the answer off, so that nobody takes it for complete.
  std::function<Result<Piece>()> next;
  // Has a job done soon, on a thread that may take its time; the job asks `next` once. False when
  // that cannot be: the answer is broken off.
  std::function<bool(std::function<void()> job)> run;
  std::size_t bytes = 0;  // what it holds by itself
};
inline constexpr std::size_t source_piece_bytes = std::size_t{128} << 10;

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<Header> headers = {};  // besides content type and length
  // What follows the body: for long answers made of what others hold, too, and nobody copies.
  std::vector<std::shared_ptr<const std::string>> pieces = {};
  // What follows those, if there is a source: an answer of a length that nobody knows yet.
  std::optional<Source> rest = {};
};

// The same with everything in its body, made here and now; an error where its source has one.
[[nodiscard]] Result<Response> whole(Response response);

}  // namespace telltale::http
