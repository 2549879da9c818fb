// SPDX-License-Identifier: Apache-2.0
#pragma once

// Answers in gzip (RFC 1952), piece by piece, so that a long one is never held as a whole.
//
//   Gzip gzip;
//   send(gzip.add(piece));
//   send(gzip.finish());

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "http/message.h"

namespace telltale::http {

class Gzip {
 public:
  Gzip();
  ~Gzip();
  Gzip(Gzip&&) noexcept;
  Gzip& operator=(Gzip&&) noexcept;

  // What can be said so far; may be empty.
  std::string add(std::string_view bytes);
  // The rest. Nothing may be added afterwards.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// About what one holds while it works.
inline constexpr std::size_t gzip_bytes = std::size_t{300} << 10;
// Shorter answers are not worth the work.
inline constexpr std::size_t gzip_bytes_min = std::size_t{128} << 10;

// Whether an Accept-Encoding header takes it.
bool takes_gzip(std::string_view accept_encoding);
// Whether an answer is one to be sent in gzip to a peer that takes it: a success that is long, or
// of a length that is not known yet.
bool is_worth_gzip(const Response& response);
// The same answer in gzip. What is made while the peer reads is compressed then.
Response gzipped(Response response);

}  // namespace telltale::http
