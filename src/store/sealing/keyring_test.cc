// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/keyring.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/text.h"

namespace telltale::store {
namespace {

class KeyringText : public testing::Test {
 protected:
  KeyringText() {
    for (DataKeyId id = 3; id < 5; ++id) {
      ring_.keys.push_back({.id = id,
                            .made = Instant(Seconds(100)),
                            .since = 7,
                            .key = CipherKey::random(entropy_)});
    }
  }

  SystemEntropy entropy_;
  CipherKey wrapping_ = CipherKey::random(entropy_);
  Keyring ring_;
};

TEST_F(KeyringText, ComesBackWithTheKeyThatWrappedIt) {
  ring_.plaintext_remains = true;
  const auto text = to_text(ring_, wrapping_, entropy_);
  ASSERT_TRUE(text);
  const std::vector<CipherKey> keys{CipherKey::random(entropy_), wrapping_};
  const auto read = read_keyring(*text, keys);
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_TRUE(read->plaintext_remains);
  EXPECT_EQ(read->wrapped_by, wrapping_.name());
  ASSERT_EQ(read->keys.size(), 2U);
  EXPECT_EQ(read->keys[1].id, 4U);
  EXPECT_EQ(read->keys[1].made, Instant(Seconds(100)));
  EXPECT_EQ(read->keys[1].since, 7);
  EXPECT_EQ(read->keys[1].key, ring_.keys[1].key);
  EXPECT_EQ(newest_in(*text), 4U);
}

TEST_F(KeyringText, ShowsNoDataKey) {
  const auto text = to_text(ring_, wrapping_, entropy_);
  ASSERT_TRUE(text);
  for (const DataKey& key : ring_.keys) {
    const std::string_view bytes(reinterpret_cast<const char*>(key.key.bytes().data()), 32);
    EXPECT_FALSE(text->contains(bytes));
    EXPECT_FALSE(text->contains(to_hex(bytes)));
  }
}

TEST_F(KeyringText, IsNotFoundWithoutThatKeyAndInvalidWhenAnythingInItChanged) {
  const auto text = to_text(ring_, wrapping_, entropy_);
  ASSERT_TRUE(text);
  const std::vector<CipherKey> others{CipherKey::random(entropy_)};
  EXPECT_EQ(read_keyring(*text, others).error().kind, Error::Kind::NotFound);
  const std::vector<CipherKey> keys{wrapping_};
  const auto begin = text->find("key 0");
  ASSERT_NE(begin, std::string::npos);
  for (std::size_t index = begin; index < text->size(); ++index) {
    auto bent = *text;
    bent[index] = bent[index] == '1' ? '2' : '1';
    EXPECT_FALSE(read_keyring(bent, keys)) << bent.substr(index);
  }
  EXPECT_FALSE(read_keyring("", keys));
  EXPECT_FALSE(read_keyring(text->substr(0, begin), keys)) << "a ring holds a key";
}

}  // namespace
}  // namespace telltale::store
