// SPDX-License-Identifier: Apache-2.0
#pragma once

// Headers as HTTP/2 has them: method, path and host are headers too, and names are in lower case.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/exchange.h"
#include "http/message.h"

namespace telltale::http {

// The headers of a request, added up as they arrive.
class H2RequestHead {
 public:
  void add(std::string_view name, std::string_view value);
  // As the RFC counts: 32 bytes for each header besides its text.
  std::size_t bytes() const { return bytes_; }
  const Request& request() const { return request_; }
  Request& request() { return request_; }
  // Nothing when there is none, or when it is no number.
  std::optional<std::size_t> content_length() const;

 private:
  Request request_;
  std::size_t bytes_ = 0;
};

// What an answer begins with, ":status" first. What only concerns an HTTP/1 connection is left out.
std::vector<Header> h2_answer_headers(const Answer& answer);

}  // namespace telltale::http
