// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/wrapping_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/private_file.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::server {
namespace {

using testing::HasSubstr;

const std::string bytes_a(32, 'a');
const std::string bytes_b(32, 'b');

TEST(WrappingKeys, AreReadAsHexadecimalDigitsOrBase64OnePerLine) {
  const auto text = format("# ours\n\n  {}\r\n{}\n", to_hex(bytes_a), to_base64(bytes_b));
  const auto keys = parse_wrapping_keys(text);
  ASSERT_TRUE(keys) << keys.error().detail;
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ(keys->at(0), *store::CipherKey::from_bytes(bytes_a));
  EXPECT_EQ(keys->at(1), *store::CipherKey::from_bytes(bytes_b));
}

TEST(WrappingKeys, RefuseWhatIsNoneWithoutShowingIt) {
  const auto nearly = to_hex(bytes_a).substr(1);
  const auto refused = parse_wrapping_keys("\n" + nearly + "\n");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().detail, HasSubstr("line 2 is not a key"));
  EXPECT_THAT(refused.error().detail, Not(HasSubstr(nearly)));
  EXPECT_FALSE(parse_wrapping_keys(""));
  EXPECT_FALSE(parse_wrapping_keys("# nothing\n"));
  std::string many;
  for (int count = 0; count < 17; ++count) many += to_hex(bytes_a) + "\n";
  EXPECT_EQ(parse_wrapping_keys(many).error().kind, Error::Kind::TooLarge);
}

TEST(WrappingKeys, AreMadeInTheDataFolderOnceAndForTheOwnerOnly) {
  const TempFolder folder;
  SystemEntropy entropy;
  const auto source = wrapping_keys({}, folder.path(), entropy);
  const auto before = source.read();
  ASSERT_TRUE(before);
  EXPECT_TRUE(before->empty()) << "none is made unasked";
  const auto made = source.make();
  ASSERT_TRUE(made) << made.error().detail;
  EXPECT_EQ(mode_for_test(folder.path("encryption/key")), 0600U);
  EXPECT_EQ(mode_for_test(folder.path("encryption")), 0700U);
  const auto read = source.read();
  ASSERT_TRUE(read) << read.error().detail;
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(read->front(), *made);
}

TEST(WrappingKeys, OfAFileThatIsNotThereAreAnErrorAndNotMade) {
  const TempFolder folder;
  SystemEntropy entropy;
  const auto source = wrapping_keys({.key_file = folder.path("key")}, folder.path(), entropy);
  EXPECT_EQ(source.read().error().kind, Error::Kind::NotFound);
  EXPECT_FALSE(source.make);
  ASSERT_TRUE(write_private_file(folder.path("key"), to_hex(bytes_a)));
  EXPECT_EQ(source.read()->front(), *store::CipherKey::from_bytes(bytes_a));
}

TEST(WrappingKeys, OfACommandAreWhatItPrints) {
  SystemEntropy entropy;
  Encryption encryption{.key_command = "print it", .run = [](const std::string& command) {
                          EXPECT_EQ(command, "print it");
                          return Result<std::string>(to_hex(bytes_b) + "\n");
                        }};
  EXPECT_EQ(wrapping_keys(encryption, "", entropy).read()->front(),
            *store::CipherKey::from_bytes(bytes_b));
  encryption.run = [](const std::string&) {
    return Result<std::string>(fail(Error::Kind::Unreachable, "it did not end in time"));
  };
  EXPECT_THAT(wrapping_keys(encryption, "", entropy).read().error().detail,
              HasSubstr("what \"print it\" prints: it did not end in time"));
}

TEST(WrappingKeys, SealSecretsHereAndInLogicalClustersAndNothingElse) {
  EXPECT_TRUE(is_sealed_kind("~/core_/secrets/default/a"));
  EXPECT_TRUE(is_sealed_kind("team:one/core_/secrets/default/a"));
  EXPECT_FALSE(is_sealed_kind("~/core_/configmaps/default/secrets"));
  EXPECT_FALSE(is_sealed_kind("~/example.com/secrets/default/a"));
  EXPECT_FALSE(is_sealed_kind(store::keyring_key));
}

}  // namespace
}  // namespace telltale::server
