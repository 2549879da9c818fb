// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/cipher.h"
#include "base/encoding.h"

#include <gtest/gtest.h>

namespace telltale::store {
namespace {

CipherKey key_of(char letter) { return *CipherKey::from_bytes(std::string(32, letter)); }

TEST(Cipher, AgreesWithTheTestCasesOfItsInventors) {
  const auto key = CipherKey::from_bytes(std::string(32, '\0'));
  const auto made = encrypted(*key, CipherNonce{}, std::string(16, '\0'), "");
  ASSERT_TRUE(made);
  EXPECT_EQ(to_hex(made->substr(cipher_nonce_bytes)),
            "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919");
}

TEST(Cipher, OpensWhatItSealed) {
  SystemEntropy entropy;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{4096}}) {
    const std::string bytes(size, 'x');
    const auto sealed = encrypted(key_of('k'), random_nonce(entropy), bytes, "context");
    ASSERT_TRUE(sealed);
    EXPECT_EQ(sealed->size(), size + cipher_nonce_bytes + cipher_tag_bytes);
    EXPECT_EQ(decrypted(key_of('k'), *sealed, "context"), bytes);
  }
}

TEST(Cipher, RefusesAnotherKeyAnotherContextAndEveryFlippedBit) {
  SystemEntropy entropy;
  const auto sealed = encrypted(key_of('k'), random_nonce(entropy), "treasure", "context");
  ASSERT_TRUE(sealed);
  EXPECT_FALSE(decrypted(key_of('l'), *sealed, "context"));
  EXPECT_FALSE(decrypted(key_of('k'), *sealed, "contexts"));
  for (std::size_t index = 0; index < sealed->size(); ++index) {
    auto bent = *sealed;
    bent[index] = static_cast<char>(bent[index] ^ 1);
    EXPECT_FALSE(decrypted(key_of('k'), bent, "context")) << index;
    EXPECT_FALSE(decrypted(key_of('k'), sealed->substr(0, index), "context")) << index;
  }
}

TEST(Cipher, NamesKeysWithoutTellingThem) {
  EXPECT_EQ(key_of('k').name(), key_of('k').name());
  EXPECT_NE(key_of('k').name(), key_of('l').name());
  EXPECT_EQ(key_of('k').name().size(), 16U);
  EXPECT_FALSE(CipherKey::from_bytes("short"));
}

}  // namespace
}  // namespace telltale::store
