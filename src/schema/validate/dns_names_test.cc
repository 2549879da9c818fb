// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/dns_names.h"

#include <gtest/gtest.h>

namespace telltale::schema {
namespace {

TEST(DnsNames, LabelsBeginWithALetter) {
  for (const char* good : {"a", "a1", "my-name", "abc-123"}) {
    EXPECT_TRUE(errors_in_dns1035_label(good).empty()) << good;
  }
  for (const char* bad : {"", "1a", "-a", "a-", "A", "a.b", "a_b", "\xC3\xA4"}) {
    EXPECT_EQ(errors_in_dns1035_label(bad).size(), 1U) << bad;
  }
  EXPECT_TRUE(errors_in_dns1035_label(std::string(63, 'a')).empty());
  EXPECT_EQ(errors_in_dns1035_label(std::string(64, 'a')).at(0),
            "must be no more than 63 characters");
}

TEST(DnsNames, SubdomainsAreDottedParts) {
  for (const char* good : {"a", "1", "example.com", "a-b.c-d.e"}) {
    EXPECT_TRUE(errors_in_dns1123_subdomain(good).empty()) << good;
  }
  for (const char* bad : {"", ".", "a.", ".a", "a..b", "A.b", "a_b", "-a.b"}) {
    EXPECT_EQ(errors_in_dns1123_subdomain(bad).size(), 1U) << bad;
  }
  EXPECT_EQ(errors_in_dns1123_subdomain(std::string(254, 'a')).size(), 1U);
}

}  // namespace
}  // namespace telltale::schema
