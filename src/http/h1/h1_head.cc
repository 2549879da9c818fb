// SPDX-License-Identifier: Apache-2.0
#include "http/h1/h1_head.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "http/date.h"

namespace telltale::http {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 34> phrases{{
    {100, "Continue"},
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {412, "Precondition Failed"},
    {413, "Request Entity Too Large"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {422, "Unprocessable Entity"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
}};

std::string_view phrase(int status) {
  const auto* const found =
      std::ranges::find(phrases, status, &std::pair<int, std::string_view>::first);
  return found == phrases.end() ? "Status" : found->second;
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

void append_framing(std::string& out, const Answer& answer, Framing framing) {
  if (!status_has_body(answer.head.status)) return;
  if (framing == Framing::Chunks) append_header(out, "Transfer-Encoding", "chunked");
  if (framing == Framing::Length) {
    append_header(out, "Content-Length", format("{}", answer.body_bytes));
  }
}

}  // namespace

bool status_has_body(int status) { return status >= 200 && status != 204 && status != 304; }

bool is_header_name(std::string_view name) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::ranges::all_of(name, [&](char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || marks.find(byte) != std::string_view::npos;
  });
}

std::string header_value(std::string_view value) {
  std::string safe(value);
  const auto breaks = [](char byte) {
    return (static_cast<unsigned char>(byte) < 0x20 && byte != '\t') || byte == 0x7f;
  };
  std::ranges::replace_if(safe, breaks, ' ');
  return safe;
}

void append_head(std::string& out, const Answer& answer, Framing framing, Afterwards afterwards) {
  out.append(format("HTTP/1.1 {} {}\r\n", answer.head.status, phrase(answer.head.status)));
  for (const Header& header : answer.head.headers) {
    if (is_header_name(header.name)) append_header(out, header.name, header_value(header.value));
  }
  if (!answer.head.content_type.empty()) {
    append_header(out, "Content-Type", header_value(answer.head.content_type));
  }
  append_header(out, "Date", http_date(SystemClock().now()));
  append_framing(out, answer, framing);
  if (afterwards == Afterwards::Close) append_header(out, "Connection", "close");
  out.append("\r\n");
}

}  // namespace telltale::http
