// SPDX-License-Identifier: Apache-2.0
#include "http/tls/signature.h"

#include <gtest/gtest.h>

#include <array>

#include "base/entropy.h"
#include "http/tls/certificates.h"

namespace telltale::http {
namespace {

TEST(HttpSignature, IsVerifiedByItsOwnKeyOnly) {
  const auto key = SignatureKey::read(make_signature_key());
  const auto other = SignatureKey::read(make_signature_key());
  ASSERT_TRUE(key && other);
  for (int round = 0; round < 50; ++round) {  // numbers that begin with zeros included
    const std::string signature = key->sign("a text");
    ASSERT_EQ(signature.size(), 64U);
    EXPECT_TRUE(key->verify("a text", signature));
    EXPECT_FALSE(key->verify("b text", signature));
    EXPECT_FALSE(other->verify("a text", signature));
  }
}

TEST(HttpSignature, ThatIsNoneIsRefused) {
  const auto key = SignatureKey::read(make_signature_key());
  ASSERT_TRUE(key);
  std::string changed = key->sign("text");
  changed[5] = static_cast<char>(changed[5] ^ 1);
  EXPECT_FALSE(key->verify("text", changed));
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 100'000U}) {
    EXPECT_FALSE(key->verify("text", std::string(size, '\0'))) << size;
    EXPECT_FALSE(key->verify("text", std::string(size, '\xff'))) << size;
  }
}

TEST(HttpSignature, NeedsAKeyOfItsKind) {
  EXPECT_FALSE(SignatureKey::read("no key"));
  EXPECT_FALSE(SignatureKey::read(""));
}

}  // namespace
}  // namespace telltale::http
