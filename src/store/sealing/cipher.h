// SPDX-License-Identifier: Apache-2.0
#pragma once

// AES-256 in Galois/Counter mode: bytes that nobody reads or changes without the key. What is
// sealed is bound to a context, which is not part of it and must be the same when it is opened.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/entropy.h"
#include "base/result.h"

namespace telltale::store {

inline constexpr std::size_t cipher_key_bytes = 32;
inline constexpr std::size_t cipher_nonce_bytes = 12;
inline constexpr std::size_t cipher_tag_bytes = 16;

// Leaves nothing of itself behind in memory.
class CipherKey {
 public:
  explicit CipherKey(std::span<const std::uint8_t, cipher_key_bytes> bytes);
  CipherKey(const CipherKey&) = default;
  CipherKey& operator=(const CipherKey&) = default;
  ~CipherKey();

  static CipherKey random(Entropy& entropy);
  // Nothing unless there are 32 bytes.
  static std::optional<CipherKey> from_bytes(std::string_view bytes);

  std::span<const std::uint8_t, cipher_key_bytes> bytes() const { return bytes_; }
  // Tells keys apart without telling anything about them: "3f2a90c1d4e5b6a7".
  std::string name() const;

  bool operator==(const CipherKey&) const = default;

 private:
  std::array<std::uint8_t, cipher_key_bytes> bytes_;
};

using CipherNonce = std::array<std::uint8_t, cipher_nonce_bytes>;
CipherNonce random_nonce(Entropy& entropy);

// The nonce, the bytes, the tag. A nonce is used once with a key.
[[nodiscard]] Result<std::string> encrypted(const CipherKey& key, const CipherNonce& nonce,
                                            std::string_view bytes, std::string_view context);
// Invalid when the key, the context or a bit is another.
[[nodiscard]] Result<std::string> decrypted(const CipherKey& key, std::string_view bytes,
                                            std::string_view context);

}  // namespace telltale::store
