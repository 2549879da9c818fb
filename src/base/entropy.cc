// SPDX-License-Identifier: Apache-2.0
#include "base/entropy.h"

#include <sys/random.h>

#include <array>
#include <cerrno>

#include "base/check.h"
#include "base/encoding.h"

namespace telltale {
namespace {

std::string random_bytes(Entropy& entropy, std::size_t count) {
  std::string bytes(count, '\0');
  entropy.fill({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

}  // namespace

void SystemEntropy::fill(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
    check(got > 0 || errno == EINTR, "the operating system gives random bytes");
    if (got > 0) bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

void SeededEntropy::fill(std::span<std::uint8_t> bytes) {
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng_.below(256));
}

std::string random_uuid(Entropy& entropy) {
  std::string bytes = random_bytes(entropy, 16);
  bytes[6] = static_cast<char>((static_cast<unsigned char>(bytes[6]) & 0x0FU) | 0x40U);
  bytes[8] = static_cast<char>((static_cast<unsigned char>(bytes[8]) & 0x3FU) | 0x80U);
  std::string text = to_hex(bytes);
  for (const std::size_t dash : {8U, 13U, 18U, 23U}) text.insert(dash, 1, '-');
  return text;
}

std::string random_letters(Entropy& entropy, std::string_view alphabet, std::size_t length) {
  check(!alphabet.empty() && alphabet.size() <= 256, "an alphabet has 1 to 256 letters");
  // Bytes beyond the last whole multiple would favour the first letters.
  const std::size_t fair = 256 - 256 % alphabet.size();
  std::string letters;
  while (letters.size() < length) {
    std::array<std::uint8_t, 1> byte{};
    entropy.fill(byte);
    if (byte[0] < fair) letters += alphabet[byte[0] % alphabet.size()];
  }
  return letters;
}

std::string random_hex(Entropy& entropy, std::size_t bytes) {
  return to_hex(random_bytes(entropy, bytes));
}

}  // namespace telltale
