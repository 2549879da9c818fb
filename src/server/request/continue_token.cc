// SPDX-License-Identifier: Apache-2.0
#include "server/request/continue_token.h"

#include <array>
#include <cstdint>

#include "json/parse.h"
#include "json/print.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t token_bytes_max = 8192;

// Six bits a letter, from the front; without padding, so that it stands in a query as it is.
std::string encode(std::string_view bytes) {
  std::string text;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char byte : bytes) {
    held = held << 8U | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet[held >> (bits - 6) & 63U];
  }
  if (bits > 0) text += alphabet[held << (6 - bits) & 63U];
  return text;
}

std::optional<std::string> decode(std::string_view text) {
  std::string bytes;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char letter : text) {
    const std::size_t value = alphabet.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    held = held << 6U | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 255U);
  }
  return bytes;
}

}  // namespace

std::string to_text(const ContinueToken& token) {
  return encode(json::print(
      json::ValueMap{{"v", "meta.k8s.io/v1"}, {"rv", token.revision}, {"start", token.after}}));
}

std::optional<ContinueToken> read_continue_token(std::string_view text) {
  if (text.size() > token_bytes_max) return std::nullopt;
  const std::optional<std::string> bytes = decode(text);
  if (!bytes) return std::nullopt;
  const auto value = json::parse(*bytes);
  if (!value || text_at(*value, "v") != "meta.k8s.io/v1") return std::nullopt;
  const json::Value* revision = member(*value, "rv");
  if (revision == nullptr || !revision->is_int64() || revision->get_int64() < 0) {
    return std::nullopt;
  }
  return ContinueToken{.revision = revision->get_int64(),
                       .after = std::string(text_at(*value, "start"))};
}

}  // namespace telltale::server
