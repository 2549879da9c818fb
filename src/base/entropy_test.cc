// SPDX-License-Identifier: Apache-2.0
#include "base/entropy.h"

#include <gtest/gtest.h>

#include <set>

namespace telltale {
namespace {

TEST(Entropy, UuidsAreOfVersionFourAndDiffer) {
  SystemEntropy entropy;
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string uuid = random_uuid(entropy);
    ASSERT_EQ(uuid.size(), 36U);
    EXPECT_EQ(uuid[8], '-');
    EXPECT_EQ(uuid[14], '4');
    EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos);
    seen.insert(uuid);
  }
  EXPECT_EQ(seen.size(), 100U);
}

TEST(Entropy, TheSameSeedGivesTheSameBytes) {
  SeededEntropy one(7);
  SeededEntropy two(7);
  SeededEntropy other(8);
  const std::string first = random_hex(one, 16);
  EXPECT_EQ(first, random_hex(two, 16));
  EXPECT_NE(first, random_hex(other, 16));
  EXPECT_EQ(first.size(), 32U);
}

TEST(Entropy, LettersComeFromTheAlphabetAndAllOfThemCome) {
  SeededEntropy entropy(1);
  const std::string letters = random_letters(entropy, "abc", 300);
  EXPECT_EQ(letters.find_first_not_of("abc"), std::string::npos);
  EXPECT_EQ(std::set<char>(letters.begin(), letters.end()).size(), 3U);
}

}  // namespace
}  // namespace telltale
