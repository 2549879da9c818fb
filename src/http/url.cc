// SPDX-License-Identifier: Apache-2.0
#include "http/url.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::http {
namespace {

constexpr std::size_t host_bytes_max = 253;

bool is_host_letter(char letter) {
  const char small = lower_letter(letter);
  return (small >= 'a' && small <= 'z') || (letter >= '0' && letter <= '9') || letter == '-' ||
         letter == '.' || letter == '_';
}

// Visible, and nothing that begins a query or a fragment or that some take for a slash.
bool is_path_letter(char letter) {
  return letter > ' ' && letter < '\x7f' && letter != '?' && letter != '#' && letter != '\\';
}

bool is_six(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return ::inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

std::optional<std::uint16_t> read_port(std::string_view digits) {
  std::uint16_t port = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, port);
  if (error != std::errc{} || end != last || port == 0) return std::nullopt;
  return port;
}

// "host", "host:port", "[::1]:port"
bool read_authority(std::string_view authority, Url& url) {
  const bool bracketed = authority.starts_with('[');
  const std::size_t end = bracketed ? authority.find(']') : authority.find(':');
  if (bracketed && end == std::string_view::npos) return false;
  const std::string_view host = bracketed ? authority.substr(1, end - 1) : authority.substr(0, end);
  std::string_view rest;
  if (end != std::string_view::npos) rest = authority.substr(bracketed ? end + 1 : end);
  url.host = lower(host);
  const bool plain =
      !host.empty() && host.size() <= host_bytes_max && std::ranges::all_of(host, is_host_letter);
  if (bracketed ? !is_six(url.host) : !plain) return false;
  if (rest.empty()) return true;
  const auto port = rest.starts_with(':') ? read_port(rest.substr(1)) : std::nullopt;
  url.port = port.value_or(0);
  return port.has_value();
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
  const auto bad = [&] {
    return fail(Error::Kind::Invalid,
                format("{} is not a URL such as http://127.0.0.1:7480", printable(text)));
  };
  const std::size_t colon = text.find("://");
  if (text.size() > url_bytes_max || colon == std::string_view::npos) return bad();
  Url url{.scheme = lower(text.substr(0, colon)), .host = {}};
  if (url.scheme != "http" && url.scheme != "https") return bad();
  const std::string_view rest = text.substr(colon + 3);
  const std::size_t slash = rest.find('/');
  if (slash != std::string_view::npos) url.path = rest.substr(slash);
  if (!read_authority(rest.substr(0, slash), url)) return bad();
  if (!std::ranges::all_of(url.path, is_path_letter)) return bad();
  return url;
}

bool is_loopback(const Url& url) {
  if (url.host == "localhost") return true;
  in_addr four{};
  if (::inet_pton(AF_INET, url.host.c_str(), &four) == 1) {
    return (ntohl(four.s_addr) >> 24U) == 127;
  }
  in6_addr six{};
  return ::inet_pton(AF_INET6, url.host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six) != 0;
}

}  // namespace telltale::http
