// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/formats.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace telltale::schema {
namespace {

struct FormatCase {
  std::string format;
  std::vector<std::string> good;
  std::vector<std::string> bad;
};

const std::vector<FormatCase>& cases() {
  static const std::vector<FormatCase> all = {
      {"date-time",
       {"2026-11-15T06:22:27Z", "2026-11-15t06:22:27z", "2026-11-15T06:22:27.123456+02:00",
        "2024-02-29T00:00:00-11:30"},
       {"", "2026-11-15", "2026-11-15T06:22:27", "2026-02-30T06:22:27Z", "2026-11-15T24:22:27Z",
        "2026-11-15T06:22:61Z", "2026-11-15T06:22:27.Z", "2026-11-15 06:22:27Z",
        "2026-11-15T06:22:27+2:00"}},
      {"date", {"2024-02-29", "0001-01-01"}, {"2023-02-29", "2023-2-9", "2023-13-01", "20230101"}},
      {"byte", {"", "YQ==", "YWI=", "YWJj", "+/+/"}, {"YQ", "Y===", "YQ=*", "YW-_"}},
      {"duration",
       {"0", "1h30m", "-1.5s", "+5m", "1us", "1\xC2\xB5s", ".5h", "3 days", "22 ns", "1 week"},
       {"", "1", "h", "1x", "-", "1h2", ".h", "three days"}},
      {"ipv4", {"1.2.3.4", "255.255.255.255"}, {"", "1.2.3", "1.2.3.256", "01.2.3.4", "::1"}},
      {"ipv6", {"::1", "fe80::1", "::ffff:1.2.3.4"}, {"", "1.2.3.4", ":::", "fe80::1%eth0"}},
      {"cidr",
       {"10.0.0.0/8", "::/0", "fe80::/128", "10.0.0.1/32"},
       {"10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0/8", "10.0.0.0/-1"}},
      {"mac",
       {"00:00:5e:00:53:01", "00-00-5E-00-53-01", "0000.5e00.5301", "02:00:5e:10:00:00:00:01"},
       {"", "00:00:5e:00:53", "00:00:5e:00:53:zz", "00:00:5e-00:53:01", "0:0:5e:0:53:1"}},
      {"uuid",
       {"faf16064-d89c-4101-9c95-80d0fd2d788a", "FAF16064D89C41019C9580D0FD2D788A"},
       {"", "faf16064-d89c-4101-9c95-80d0fd2d788", "faf16064--d89c-4101-9c95-80d0fd2d788a",
        "gaf16064-d89c-4101-9c95-80d0fd2d788a", "faf1-6064d89c41019c9580d0fd2d788a"}},
      {"uuid3", {"faf16064-d89c-3101-0c95-80d0fd2d788a"}, {"faf16064-d89c-4101-9c95-80d0fd2d788a"}},
      {"uuid4", {"faf16064-d89c-4101-9c95-80d0fd2d788a"}, {"faf16064-d89c-4101-0c95-80d0fd2d788a"}},
      {"uuid5", {"faf16064-d89c-5101-ac95-80d0fd2d788a"}, {"faf16064-d89c-4101-9c95-80d0fd2d788a"}},
      {"hostname",
       {"a", "example.com", "a-b.c-d.org", "m\xC3\xBCnchen.de"},
       {"", "-a", "a-", "a..b", "a_b", "example.c", std::string(64, 'a') + ".com"}},
      {"email",
       {"a@b.c", "x.y+z@example.com", "Some One <a@b.c>"},
       {"", "a", "@b", "a@", "a b@c", "a@b@c", ".a@b", "a..b@c"}},
      {"uri",
       {"https://example.com/a?b#c", "/path", "mailto:a@b", "http://[::1]:80/%41"},
       {"", "example.com", "http:", "http://a b", "/%zz", "://x"}},
      {"hexcolor", {"#fff", "00ff00"}, {"#ff", "#gggggg"}},
      {"rgbcolor", {"rgb(1, 2,255)"}, {"rgb(1,2)", "rgb(1,2,256)", "rgb(1,2,3", "(1,2,3)"}},
      {"ssn", {"123-45-6789", "123456789"}, {"123-45-678", "12-345-6789"}},
      {"isbn", {"0321751043", "978-0321751041"}, {"0321751044", "978-0321751042", ""}},
      {"isbn10", {"0321751043"}, {"978-0321751041"}},
      {"isbn13", {"978-0321751041"}, {"0321751043"}},
      {"creditcard", {"4111 1111 1111 1111"}, {"4111 1111 1111 1112", "1"}},
      {"bsonobjectid", {"507f1f77bcf86cd799439011"}, {"507f1f77bcf86cd79943901", ""}},
      {"password", {"", "anything"}, {}},
      {"no-such-format", {"", "anything"}, {}},
      {"", {"anything"}, {}},
  };
  return all;
}

TEST(SchemaFormats, AcceptWhatFits) {
  for (const FormatCase& one : cases()) {
    for (const std::string& text : one.good) {
      EXPECT_TRUE(has_format(text, one.format)) << one.format << ": " << text;
    }
  }
}

TEST(SchemaFormats, RefuseWhatDoesNot) {
  for (const FormatCase& one : cases()) {
    for (const std::string& text : one.bad) {
      EXPECT_FALSE(has_format(text, one.format)) << one.format << ": " << text;
    }
  }
}

TEST(SchemaFormats, ANulByteFitsNoAddress) {
  EXPECT_FALSE(has_format(std::string("1.2.3.4\0x", 9), "ipv4"));
}

}  // namespace
}  // namespace telltale::schema
