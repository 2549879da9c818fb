// SPDX-License-Identifier: Apache-2.0
#include "http/h2/h2_headers.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/clock.h"
#include "base/letters.h"
#include "base/text.h"
#include "http/date.h"
#include "http/h1/h1_head.h"

namespace telltale::http {
namespace {

constexpr std::size_t header_overhead_bytes = 32;

bool concerns_the_connection(std::string_view name) {
  constexpr std::array<std::string_view, 6> names{
      "connection", "keep-alive", "upgrade", "transfer-encoding", "te", "proxy-connection"};
  return std::ranges::any_of(names, [&](std::string_view one) { return same_letters(one, name); });
}

}  // namespace

void H2RequestHead::add(std::string_view name, std::string_view value) {
  bytes_ += name.size() + value.size() + header_overhead_bytes;
  if (name == ":method") {
    request_.method = value;
  } else if (name == ":path") {
    request_.target = value;
  } else if (name == ":authority") {
    request_.headers.push_back({"Host", std::string(value)});
  } else if (!name.starts_with(':') && !(name == "host" && request_.header("Host"))) {
    request_.headers.push_back({std::string(name), std::string(value)});
  }
}

std::optional<std::size_t> H2RequestHead::content_length() const {
  const auto text = request_.header("content-length");
  if (!text) return std::nullopt;
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), length);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return length;
}

std::vector<Header> h2_answer_headers(const Answer& answer) {
  std::vector<Header> headers{{":status", format("{}", answer.head.status)}};
  for (const Header& header : answer.head.headers) {
    if (!is_header_name(header.name) || concerns_the_connection(header.name)) continue;
    headers.push_back({lower(header.name), header_value(header.value)});
  }
  if (!answer.head.content_type.empty()) {
    headers.push_back({"content-type", header_value(answer.head.content_type)});
  }
  headers.push_back({"date", http_date(SystemClock().now())});
  if (answer.form == Answer::Form::Whole && status_has_body(answer.head.status)) {
    headers.push_back({"content-length", format("{}", answer.body_bytes)});
  }
  return headers;
}

}  // namespace telltale::http
