// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_base64.h"

#include <cstddef>
#include <cstdint>

namespace telltale::client {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned letter_bits = 6;
constexpr unsigned byte_bits = 8;

// Bits in, groups of another size out.
class Regroup {
 public:
  void put(std::uint32_t value, unsigned bits) {
    pending_ = pending_ << bits | value;
    count_ += bits;
  }
  bool has(unsigned bits) const { return count_ >= bits; }
  std::uint32_t take(unsigned bits) {
    count_ -= bits;
    const std::uint32_t taken = pending_ >> count_;
    pending_ &= (1U << count_) - 1U;
    return taken;
  }
  unsigned left() const { return count_; }

 private:
  std::uint32_t pending_ = 0;
  unsigned count_ = 0;
};

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  Regroup bits;
  for (const char byte : bytes) {
    bits.put(static_cast<unsigned char>(byte), byte_bits);
    while (bits.has(letter_bits)) text.push_back(alphabet[bits.take(letter_bits)]);
  }
  if (bits.left() != 0) {
    bits.put(0, letter_bits - bits.left());
    text.push_back(alphabet[bits.take(letter_bits)]);
  }
  while (text.size() % 4 != 0) text.push_back('=');
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  Regroup bits;
  std::size_t letters = 0;
  std::size_t padding = 0;
  for (const char letter : text) {
    if (letter == '\n' || letter == '\r') continue;
    ++letters;
    if (letter == '=') {
      ++padding;
      continue;
    }
    const std::size_t value = alphabet.find(letter);
    if (value == std::string_view::npos || padding != 0) return std::nullopt;
    bits.put(static_cast<std::uint32_t>(value), letter_bits);
    if (bits.has(byte_bits)) bytes.push_back(static_cast<char>(bits.take(byte_bits)));
  }
  if (letters % 4 != 0 || padding > 2) return std::nullopt;
  return bytes;
}

}  // namespace telltale::client
