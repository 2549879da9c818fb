// SPDX-License-Identifier: Apache-2.0
#include "json/tree/broken_text.h"

#include <cstdint>
#include <optional>

#include "base/text.h"

namespace telltale::json {
namespace {

bool is_plain(char byte) { return static_cast<unsigned char>(byte) < 0x80; }
bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20; }

ReadError invalid(std::size_t offset, std::string message) {
  return {Error::Kind::Invalid, static_cast<std::uint32_t>(offset), std::move(message)};
}

// How long the UTF-8 character at the start of `text` is; zero when it is none. The second byte's
// range rules out overlong forms, surrogates, and what lies beyond Unicode.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t at) -> unsigned {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
  };
  const auto continues = [&](std::size_t at) { return (byte(at) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high || !continues(2)) return 0;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 && continues(3) ? 4 : 0;
}

std::optional<std::size_t> find_bad_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = is_plain(text[at]) ? 1 : character_size(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return std::nullopt;
}

std::optional<ReadError> find_bad_string(std::string_view text) {
  constexpr std::size_t outside = std::string_view::npos;
  std::size_t open = outside;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (open == outside) {
      if (text[at] == '"') open = at;
    } else if (text[at] == '"') {
      open = outside;
    } else if (text[at] == '\\') {
      ++at;
    } else if (is_control(text[at])) {
      return invalid(at, format("a control character (0x{:02X}) stands inside a string",
                                static_cast<unsigned char>(text[at])));
    }
  }
  if (open != outside) return invalid(open, "this string is never closed");
  return std::nullopt;
}

}  // namespace

ReadError explain_broken_text(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return invalid(0, "expected a value, found the end of the text");
  }
  if (const auto offset = find_bad_utf8(text)) return invalid(*offset, "this is not UTF-8");
  if (const auto error = find_bad_string(text)) return *error;
  return invalid(0, "this is not JSON");
}

}  // namespace telltale::json
