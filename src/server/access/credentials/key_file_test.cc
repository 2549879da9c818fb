// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/key_file.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

const std::string certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const std::string key = "-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----\n";
const KeyFile file{.pair = {certificate, key}, .issuer = "abc", .names = {"::1", "localhost"}};

TEST(AccessKeyFile, IsReadBack) {
  EXPECT_EQ(*parse_key_file(to_text(file)), file);
  const KeyFile chain{.pair = {certificate + certificate, key}};
  EXPECT_EQ(*parse_key_file(to_text(chain)), chain);
}

TEST(AccessKeyFile, NoticesEveryChangedByteAndEveryCut) {
  const std::string text = to_text(file);
  for (std::size_t place = 0; place < text.size(); ++place) {
    std::string changed = text;
    changed[place] = changed[place] == 'x' ? 'y' : 'x';
    EXPECT_FALSE(parse_key_file(changed)) << place;
    EXPECT_FALSE(parse_key_file(text.substr(0, place))) << place;
  }
  EXPECT_FALSE(parse_key_file(text + "\n"));
}

TEST(AccessKeyFile, WithoutCertificateOrKeyIsRefused) {
  EXPECT_FALSE(parse_key_file(to_text({.pair = {certificate, ""}})));
  EXPECT_FALSE(parse_key_file(to_text({.pair = {"", key}})));
}

}  // namespace
}  // namespace telltale::server
